import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { uiMessages } from '../../shared/kernel/messages.ts'
import { violationsInBothSchemes } from '../support/accessibility.ts'
import { marketOfFile } from '../support/market.ts'
import { addToCart, cartIsNamed, holdBack } from '../support/shop-page.ts'
import { signedInVisitor } from '../support/signed-in.ts'

const market = marketOfFile()

const MODULES = '**/assets/entry-client*.js'

/** Holds the page's code back, as a slow phone does; returns a function that lets it through. */
const holdCode = (page: Page) => holdBack(page, MODULES)

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

test('quantity and Add to Cart pressed before the page is alive take effect once it is, and a text typed by then stays', async () => {
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
  // From here on React alone hears what is pressed.
  await button(page, 'Add to Cart').click()
  await cartIsNamed(page, 'Cart, 8 items')
  await expect.poll(() => search.inputValue()).toBe('lam')
  expect(pageErrors).toEqual([])
})

test('Buy Now pressed early takes a buyer to the checkout', async () => {
  const { page } = await signedInVisitor(market)
  const release = await holdCode(page)
  await page.goto('/product/PRD00002', { waitUntil: 'commit' })
  await button(page, 'Buy Now').click()
  release()
  await page.waitForURL('**/checkout')
  await page.getByRole('button', { name: 'Place Order' }).waitFor()
  await cartIsNamed(page, 'Cart, 1 item')
})

test.each(['Add to Cart', 'Buy Now'])(
  'a quantity pressed early counts for %s, pressed while the page comes alive',
  async (name) => {
    const { page } = await signedInVisitor(market)
    const release = await holdCode(page)
    await page.goto('/product/PRD00003', { waitUntil: 'commit' })
    await button(page, 'Increase quantity').click()
    // Pressed once React knows the button.
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

test('a link pressed early comes after what was pressed before it', async () => {
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

test.each(['Enter', 'the button'])('a sign-in sent early with %s is sent once the form is alive', async (how) => {
  const { email } = await signedInVisitor(market)
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
  // Nor would scripts that come later: a dialog's form goes nowhere.
  expect(await page.locator('form:has([type=password])').getAttribute('method')).toBe('dialog')
  await page.getByLabel('Email').fill('a@example.com')
  await page.getByLabel('Password', { exact: true }).fill('a long enough phrase')
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.method()} ${request.url()}`))
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  // A link shows that the browser is done with what came before.
  await page.getByRole('link', { name: 'Openstall' }).first().click()
  await page.waitForURL(`${market.origin}/`)
  expect(sent.filter((request) => /authentication|phrase/.test(request))).toEqual([])
})

test('a search sent early is sent by the browser itself', async () => {
  const { page } = await market.visitor()
  const release = await holdCode(page)
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('combobox').fill('lamp')
  await page.getByRole('combobox').press('Enter')
  await page.waitForURL('**/search?q=lamp', { waitUntil: 'commit' })
  release()
})

test('a page whose code cannot be loaded says so', async () => {
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

/** Refuses files of the build, as a server with another version does; returns the addresses of the documents since. */
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

test('a link to a page whose code an update has removed loads that page anew', async () => {
  const { page } = await market.visitor()
  await page.goto('/product/PRD00001')
  // A new document gets it.
  const documents = await lose(page, /assets.cart-page-/, false)
  await page.getByRole('banner').getByRole('link', { name: 'Cart' }).click()
  await page.getByText('Your cart is empty').waitFor()
  expect(documents).toEqual(['/cart'])
})

test('a page that lacks code for good is loaded once more, then says what to do', async () => {
  const { page } = await market.visitor()
  await page.goto('/')
  const documents = await lose(page, /assets.(cart-page|signed-in)-/)
  await page.getByRole('banner').getByRole('link', { name: 'Cart' }).click()
  await isIncomplete(page)
  expect(await violationsInBothSchemes(page)).toEqual([])
  expect(documents).toEqual(['/cart'])
  // Neither another page nor another attempt makes this tab load anything by itself again.
  await page.goto('/seller')
  await isIncomplete(page)
  await page.goto('/cart')
  await isIncomplete(page)
  expect(documents).toEqual(['/cart', '/seller', '/cart'])
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload page' }).click()
  await page.getByText('Your cart is empty').waitFor()
})

test('without a place to remember it in, a page is not loaded again by itself', async () => {
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

test('a page reloads once when an update has removed part of its code, keeping what was typed', async () => {
  const { page } = await signedInVisitor(market, { role: 'seller' })
  await page.goto('/seller/add-product')
  await page.getByLabel('Name', { exact: true }).fill('Brass Lantern')
  await page.getByRole('textbox', { name: 'Details' }).waitFor()
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  const documents = await lose(page, /assets.browser-image-compression-/)
  const file = { name: 'wide.png', mimeType: 'image/png', buffer: await drawWidePng() }
  await page.getByLabel('Choose featured image').setInputFiles(file)
  await page.getByText('We restored your unsaved changes.').waitFor()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Brass Lantern')
  expect({ documents, asked }).toEqual({ documents: ['/seller/add-product'], asked: [] })
})

/** Longer than what is sent as it is. */
const drawWidePng = () =>
  sharp({ create: { width: 4200, height: 8, channels: 3, background: '#a33' } })
    .png()
    .toBuffer()

/** Returns whether this browser asks again for a module that could not be loaded; older ones need a new document. */
async function importsAgain(page: Page): Promise<boolean> {
  let attempts = 0
  await page.route('**/again.js', (route) => {
    attempts += 1
    return attempts === 1 ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: '' })
  })
  await page.goto('/')
  // A text, as the import in a function would become Vite's.
  return page.evaluate("import('/again.js').catch(() => import('/again.js')).then(() => true, () => false)")
}

test('a press while the server restarts takes effect once it is back, or the page has loaded once more for the next one', async () => {
  const { email } = await signedInVisitor(market)
  const { page } = await market.visitor()
  const isTried = await importsAgain(page)
  const fill = async () => {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('a long enough phrase')
  }
  const press = () => page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.goto('/authentication')
  await fill()
  let isUp = false
  await page.route(/assets.(module|form-schema)-|healthz/, (route) => (isUp ? route.continue() : route.abort()))
  const documents = await lose(page, /nothing/)
  const probed = page.waitForRequest('**/healthz')
  await press()
  await probed
  const loaded = isTried ? undefined : page.waitForEvent('load')
  isUp = true
  await loaded
  if (!isTried) {
    await fill()
    await press()
  }
  await page.getByText('Successfully signed in!').first().waitFor()
  expect(documents).toEqual(isTried ? [] : ['/authentication'])
})

test('a page that opens while the server restarts comes alive once it is back', async () => {
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

test('offline, what is on the page stays, and the navigation goes on once the browser is back', async () => {
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

test('a page that loads for long says so', async () => {
  const { page } = await market.visitor()
  await page.goto('/category/audio')
  const send = await holdBack(page, '**/api/**')
  await page.getByRole('main').getByRole('link', { name: 'Phones', exact: true }).click()
  const note = page.getByText('Still loading. The connection seems to be slow.').first()
  await note.waitFor({ state: 'attached' })
  expect(await note.isVisible()).toBe(false)
  // Its time has come.
  await note.evaluate((shown) => {
    for (const delay of shown.getAnimations()) delay.finish()
  })
  await note.waitFor({ state: 'visible' })
  expect(await violationsInBothSchemes(page)).toEqual([])
  send()
  await note.waitFor({ state: 'detached' })
})
