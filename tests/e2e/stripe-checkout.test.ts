import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsOf } from '../support/accessibility.ts'
import { marketOfFile } from '../support/market.ts'
import { signedInVisitor } from '../support/signed-in.ts'

const stripe = {
  secretKey: 'sk_test_0123456789abcdef',
  publishableKey: 'pk_test_0123456789abcdef',
  webhookSecrets: ['whsec_0123456789abcdef'],
  isTest: true,
}

const market = marketOfFile(() => ({ payments: 'stripe', stripe }))

/** Stands in for Stripe's script, which tests cannot reach: the card is complete once its button was pressed. */
const STRIPE_SCRIPT = `
  window.asked = []
  window.Stripe = (key) => ({
    _registerWrapper() {},
    elements: (options) => {
      window.asked.push({ key, ...options })
      let isComplete = false
      return {
        create: () => ({
          mount(place) {
            place.innerHTML = '<button type="button">Complete the card</button>'
            place.firstChild.onclick = () => { isComplete = true }
          },
          destroy() {},
        }),
        update() {},
        submit: async () => (isComplete ? {} : { error: { message: 'incomplete' } }),
      }
    },
    createConfirmationToken: async () => ({ confirmationToken: { id: 'ctoken_of_the_test' } }),
    handleNextAction: async ({ clientSecret }) => { sessionStorage.confirmed = clientSecret; return {} },
  })`

const placeOrder = (page: Page) => page.getByRole('button', { name: 'Place Order' })

/** Opens the checkout with one product; `script` returns the content of Stripe's script. */
async function atCheckout(script: () => string | undefined) {
  const visitor = await signedInVisitor(market, { cart: { PRD00001: 1 } })
  const loaded: string[] = []
  await visitor.page.route('https://js.stripe.com/**', (route) => {
    loaded.push(visitor.page.url())
    const body = script()
    return body === undefined ? route.abort() : route.fulfill({ body, contentType: 'text/javascript' })
  })
  for (const path of ['/', '/cart', '/checkout']) await visitor.page.goto(path)
  await placeOrder(visitor.page).waitFor()
  return { ...visitor, loaded }
}

test('Stripe’s fields replace ours for the card, only on the checkout; incomplete ones are not sent', async () => {
  const { page, loaded } = await atCheckout(() => STRIPE_SCRIPT)
  await page.getByRole('button', { name: 'Complete the card' }).waitFor()
  expect(loaded.every((url) => url.endsWith('/checkout'))).toBe(true)
  expect(await page.getByLabel('Card number', { exact: true }).count()).toBe(0)
  await page.getByText('Your card is read by Stripe. This marketplace never sees it.').waitFor()
  await page.getByText('Test mode: no real money moves.').first().waitFor()
  expect(await page.getByLabel('Bank transfer').count()).toBe(0)
  const asked = await page.evaluate(() => (window as unknown as { asked: object[] }).asked[0])
  expect(asked).toMatchObject({
    key: stripe.publishableKey,
    mode: 'payment',
    currency: 'usd',
    amount: expect.any(Number),
  })

  const sent: string[] = []
  await page.route('**/api/orders', (route) => {
    sent.push(route.request().postData() ?? '')
    const next = { kind: 'client', client_secret: 'pi_1_secret_2' }
    return route.fulfill({
      status: 202,
      json: { checkout_id: '9b0c9a5e-58f5-4b0e-8f3a-1a2b3c4d5e6f', checkout_state: 'paying', next },
    })
  })
  await placeOrder(page).click()
  await page.getByText('Please complete the card fields.').first().waitFor()
  expect(sent).toEqual([])
  await page.getByRole('button', { name: 'Complete the card' }).click()
  await placeOrder(page).click()
  await page.waitForURL('**/checkout/return?checkout=*')
  expect(sent.map((body) => JSON.parse(body).payment_token)).toEqual(['ctoken_of_the_test'])
  expect(await page.evaluate(() => sessionStorage.confirmed)).toBe('pi_1_secret_2')
})

test('a buyer reads that Stripe’s script did not load, and can reload it', async () => {
  let isThere = false
  const { page } = await atCheckout(() => (isThere ? STRIPE_SCRIPT : undefined))
  await page.getByText("The card fields couldn't be loaded.").waitFor()
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await violationsOf(page, 'every')).toEqual([])
  isThere = true
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('button', { name: 'Complete the card' }).waitFor()
})
