import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { uiMessages } from '../../shared/kernel/messages.ts'
import { violationsInBothSchemes } from '../support/accessibility.ts'
import { signUp } from '../support/accounts.ts'
import { marketOfFile } from '../support/market.ts'
import { addToCart, cartIsNamed, holdBack } from '../support/shop-page.ts'
import { signedInVisitor } from '../support/signed-in.ts'

const market = marketOfFile()

const MODULES = '**/assets/entry-client*.js'

/** Delays the page's code, as a slow phone would; returns a function that releases it. */
const holdCode = (page: Page) => holdBack(page, MODULES)

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

test('quantity and Add to Cart pressed before hydration take effect after it, and text typed by then stays', async () => {
  const { page, pageErrors } = await market.visitor()
  const release = await holdCode(page)
  await page.goto('/product/PRD00001', { waitUntil: 'commit' })
  const search = page.getByRole('banner').getByRole('combobox')
  await search.fill('lam')
  await page.getByRole('main').getByRole('spinbutton').fill('3')
  await button(page, 'Increase quantity').click()
  await button(page, 'Add to Cart').click()
  release()
  await page.getByText('Product added to cart successfully!').waitFor()
  await cartIsNamed(page, 'Cart, 4 items')
  await expect.poll(() => page.getByRole('main').getByRole('spinbutton').inputValue()).toBe('4')
  // From here on only React handles presses.
  await button(page, 'Add to Cart').click()
  await cartIsNamed(page, 'Cart, 8 items')
  await expect.poll(() => search.inputValue()).toBe('lam')
  expect(pageErrors).toEqual([])
})

test.each(['Add to Cart', 'Buy Now'])(
  'a quantity pressed before hydration counts for %s, pressed during hydration',
  async (name) => {
    const { page } = await signedInVisitor(market)
    const release = await holdCode(page)
    await page.goto('/product/PRD00003', { waitUntil: 'commit' })
    await button(page, 'Increase quantity').click()
    // Pressed once React has hydrated the button.
    await button(page, name).evaluate((element) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        if (Object.keys(element).some((key) => key.startsWith('__react'))) (element as HTMLElement).click()
        else port2.postMessage(null)
      }
      port2.postMessage(null)
    })
    release()
    await cartIsNamed(page, 'Cart, 2 items')
  },
)

test('a link pressed before hydration is followed after the earlier presses', async () => {
  const { page } = await market.visitor()
  const release = await holdCode(page)
  await page.goto('/product/PRD00001', { waitUntil: 'commit' })
  await button(page, 'Add to Cart').click()
  await page.getByRole('banner').getByRole('link', { name: 'Cart' }).click()
  expect(new URL(page.url()).pathname).toBe('/product/PRD00001')
  release()
  await page.waitForURL('**/cart')
  await page.getByRole('main').getByRole('spinbutton').waitFor()
  await cartIsNamed(page, 'Cart, 1 item')
})

test.each(['Enter', 'the button'])('a sign-in submitted before hydration with %s is sent after it', async (how) => {
  const { email } = await signUp(market)
  const { page, pageErrors } = await market.visitor()
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  const release = await holdCode(page)
  await page.goto('/authentication', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a long enough phrase')
  if (how === 'Enter') await page.getByLabel('Password', { exact: true }).press('Enter')
  else await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  release()
  await page.getByText('Successfully signed in!').first().waitFor()
  expect(addresses.filter((address) => /phrase/.test(address))).toEqual([])
  expect(pageErrors).toEqual([])
})

test('without scripts a browser sends no form with a password', async () => {
  const { page } = await market.visitor({ javaScriptEnabled: false })
  await page.goto('/authentication')
  await expect.poll(() => page.getByRole('main').textContent()).toContain(uiMessages.needsScripts)
  // Scripts that load later do not change that: a form with `method=dialog` goes nowhere.
  expect(await page.locator('form:has([type=password])').getAttribute('method')).toBe('dialog')
  await page.getByLabel('Email').fill('a@example.com')
  await page.getByLabel('Password', { exact: true }).fill('a long enough phrase')
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.method()} ${request.url()}`))
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  // A link shows that the browser has processed the earlier presses.
  await page.getByRole('link', { name: 'Openstall' }).first().click()
  await page.waitForURL(`${market.origin}/`)
  expect(sent.filter((request) => /authentication|phrase/.test(request))).toEqual([])
})

test('a search submitted before hydration is sent by the browser itself', async () => {
  const { page } = await market.visitor()
  const release = await holdCode(page)
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('combobox').fill('lamp')
  await page.getByRole('combobox').press('Enter')
  await page.waitForURL('**/search?q=lamp', { waitUntil: 'commit' })
  release()
})

test('a page reports that its code could not be loaded', async () => {
  const { page } = await market.visitor()
  await page.route(MODULES, (route) => route.abort())
  await page.goto('/product/PRD00001')
  await page.getByRole('alert').getByText('This page could not be loaded completely. Please reload it.').waitFor()
})

test('without JavaScript the page says what its buttons need', async () => {
  const { body } = await market.app.inject('/product/PRD00001')
  const [shown = ''] = /<noscript>.*?<\/noscript>/.exec(body) ?? []
  expect(shown).toContain('Buttons on this page need JavaScript. Links and the search work without it.')
})

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/**
 * Refuses files of the build, as a server with another version does; returns the addresses of documents loaded from then on.
 */
async function lose(page: Page, files: RegExp, isForGood = true): Promise<string[]> {
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname)
  })
  await page.route(files, (route) =>
    isForGood || documents.length === 0 ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  )
  return documents
}

const isIncomplete = async (page: Page) => {
  await heading(page, 'This page could not be loaded completely').waitFor()
  await page.getByText('Wait a moment, then reload the page. Your drafts are still there.').waitFor()
}

test('a link to a page whose code an update has removed loads the page as a new document', async () => {
  const { page } = await market.visitor()
  await page.goto('/product/PRD00001')
  // A new document gets the code.
  const documents = await lose(page, /assets.cart-page-/, false)
  await page.getByRole('banner').getByRole('link', { name: 'Cart' }).click()
  await page.getByText('Your cart is empty').waitFor()
  expect(documents).toEqual(['/cart'])
})

test('a page whose code is gone for good reloads once, then says what to do', async () => {
  const { page } = await market.visitor()
  await page.goto('/')
  const documents = await lose(page, /assets.(cart-page|signed-in)-/)
  await page.getByRole('banner').getByRole('link', { name: 'Cart' }).click()
  await isIncomplete(page)
  expect(await violationsInBothSchemes(page)).toEqual([])
  expect(documents).toEqual(['/cart'])
  // Neither another page nor a retry makes this tab reload by itself again.
  await page.goto('/seller')
  await isIncomplete(page)
  await page.goto('/cart')
  await isIncomplete(page)
  expect(documents).toEqual(['/cart', '/seller', '/cart'])
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload page' }).click()
  await page.getByText('Your cart is empty').waitFor()
})

test('a page without storage does not reload by itself', async () => {
  const { page, context } = await market.visitor()
  await context.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new Error('full')
    }
  })
  await page.goto('/')
  const documents = await lose(page, /assets.cart-page-/)
  await page.getByRole('banner').getByRole('link', { name: 'Cart' }).click()
  await isIncomplete(page)
  expect(documents).toEqual([])
})

test('a page reloads once when an update has removed part of its code, and keeps the input', async () => {
  const { page } = await signedInVisitor(market, { role: 'seller' })
  await page.goto('/seller/add-product')
  await page.getByLabel('Name', { exact: true }).fill('Brass Lantern')
  await page.getByRole('textbox', { name: 'Details' }).waitFor()
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type())
    void dialog.accept()
  })
  const documents = await lose(page, /assets.browser-image-compression-/)
  const file = { name: 'wide.png', mimeType: 'image/png', buffer: await drawWidePng() }
  await page.getByLabel('Choose featured image').setInputFiles(file)
  await page.getByText('We restored your unsaved changes.').waitFor()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Brass Lantern')
  expect({ documents, dialogs }).toEqual({ documents: ['/seller/add-product'], dialogs: [] })
})

/** A picture too wide to be sent unchanged. */
const drawWidePng = () =>
  sharp({ create: { width: 4200, height: 8, channels: 3, background: '#a33' } })
    .png()
    .toBuffer()

/** Returns whether this browser retries a failed module import; older ones need a new document. */
async function importsAgain(page: Page): Promise<boolean> {
  let attempts = 0
  await page.route('**/again.js', (route) => {
    attempts += 1
    return attempts === 1 ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: '' })
  })
  await page.goto('/')
  // As a text, since Vite would rewrite an import in a function.
  return page.evaluate("import('/again.js').catch(() => import('/again.js')).then(() => true, () => false)")
}

test('a click during a server restart takes effect once the server is back; older browsers reload first', async () => {
  const { email } = await signUp(market)
  const { page } = await market.visitor()
  const isTried = await importsAgain(page)
  const fill = async () => {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('a long enough phrase')
  }
  const click = () => page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.goto('/authentication')
  await fill()
  let isUp = false
  await page.route(/assets.(module|form-schema)-|healthz/, (route) => (isUp ? route.continue() : route.abort()))
  const documents = await lose(page, /nothing/)
  const probed = page.waitForRequest('**/healthz')
  await click()
  await probed
  const loaded = isTried ? undefined : page.waitForEvent('load')
  isUp = true
  await loaded
  if (!isTried) {
    await fill()
    await click()
  }
  await page.getByText('Successfully signed in!').first().waitFor()
  expect(documents).toEqual(isTried ? [] : ['/authentication'])
})

test('a page opened during a server restart hydrates once the server is back', async () => {
  const { page } = await market.visitor()
  const isTried = await importsAgain(page)
  let isUp = false
  await page.route(/assets.(libraries|entry-client|product-page)-|healthz/, (route) =>
    isUp ? route.continue() : route.abort(),
  )
  const probed = page.waitForRequest('**/healthz')
  await page.goto('/product/PRD00001', { waitUntil: 'commit' })
  await probed
  const add = page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true })
  await add.click()
  const loaded = isTried ? undefined : page.waitForEvent('load')
  isUp = true
  await loaded
  if (!isTried) await add.click()
  await cartIsNamed(page, 'Cart, 1 item')
  expect(await page.locator('#scripts-failed').isVisible()).toBe(false)
})

const OFFLINE = "You're offline. We'll continue when you're back online."

test('offline the page stays, and a navigation continues once the browser is back online', async () => {
  const { page, context } = await market.visitor()
  await page.goto('/product/PRD00001')
  await addToCart(page)
  await cartIsNamed(page, 'Cart, 1 item')
  const name = await page.getByRole('heading', { level: 1 }).textContent()
  await context.setOffline(true)
  await page.getByRole('status').getByText(OFFLINE).waitFor()
  await page.getByRole('banner').getByRole('link', { name: 'Cart, 1 item' }).click()
  await page.getByRole('link', { name: 'Sign In' }).click()
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe(name)
  expect(await page.getByText('Unexpected Application Error!').count()).toBe(0)
  await context.setOffline(false)
  await page.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor()
  await page.getByText(OFFLINE).waitFor({ state: 'detached' })
})

test('a page that loads slowly says so', async () => {
  const { page } = await market.visitor()
  await page.goto('/category/audio')
  const send = await holdBack(page, '**/api/**')
  await page.getByRole('main').getByRole('link', { name: 'Phones', exact: true }).click()
  const note = page.getByText('Still loading. The connection seems to be slow.').first()
  await note.waitFor({ state: 'attached' })
  expect(await note.isVisible()).toBe(false)
  // Its delay is over.
  await note.evaluate((shown) => {
    for (const delay of shown.getAnimations()) delay.finish()
  })
  await note.waitFor({ state: 'visible' })
  expect(await violationsInBothSchemes(page)).toEqual([])
  send()
  await note.waitFor({ state: 'detached' })
})
