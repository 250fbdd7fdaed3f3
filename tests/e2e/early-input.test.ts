import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { uiMessages } from '../../shared/kernel/messages.ts'
import { marketOfFile } from '../support/market.ts'
import { cartIsNamed, holdBack } from '../support/shop-page.ts'
import { signedInVisitor } from '../support/signed-in.ts'

const market = marketOfFile()

const MODULES = '**/assets/entry-client*.js'

/** Holds the page's code back, as a slow phone does; returns a function that lets it through. */
const holdCode = (page: Page) => holdBack(page, MODULES)

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

test('quantity and Add to Cart pressed before the page is alive take effect once it is', async () => {
  const { page, pageErrors } = await market.visitor()
  const release = await holdCode(page)
  await page.goto('/product/PRD00001', { waitUntil: 'commit' })
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
