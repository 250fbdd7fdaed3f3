import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, violationsInBothSchemes, violationsOf } from '../support/accessibility.ts'
import { signUp } from '../support/accounts.ts'
import { call, checkout, postOrder } from '../support/api.ts'
import { addMethod } from '../support/delivery.ts'
import { asSeller, orderOf, readAsBuyer, receiveFirst, sending, sendUnits, unitsOf } from '../support/fulfilment.ts'
import { marketOfFile } from '../support/market.ts'
import { buildProduct } from '../support/products.ts'
import { accepted, asBuyer, askedFor, takenBack } from '../support/returns.ts'
import { goWithin } from '../support/shop-page.ts'
import { adminVisitor, signedInVisitor } from '../support/signed-in.ts'

const market = marketOfFile(() => ({ payments: 'sandbox', sandbox: 'calm' }))

const placeOrder = (page: Page) => page.getByRole('button', { name: 'Place Order' })
const confirmed = (page: Page) => page.getByRole('heading', { level: 1, name: 'Order Confirmed!' }).waitFor()

async function atCheckout() {
  const visitor = await signedInVisitor(market, { cart: { PRD00001: 1 } })
  await visitor.page.goto('/checkout')
  await placeOrder(visitor.page).waitFor()
  await visitor.page.getByText('Test mode: no real money moves.').waitFor()
  return visitor
}

/** Returns a buyer with a paid order. */
async function ordered() {
  const visitor = await signedInVisitor(market, { cart: { PRD00001: 1 } })
  return { ...visitor, orderId: (await postOrder(market, visitor)).body.order_id }
}

/** Waits until this many refunds of an order are made, which a job asks the provider for: pages show the state at their load. */
const refundsAreMade = (orderId: string, count = 1) =>
  expect
    .poll(
      () =>
        market.db
          .selectFrom('refunds')
          .innerJoin('orders', 'orders.order_number', 'refunds.order_number')
          .select('refund_state')
          .where('order_id', '=', orderId)
          .execute(),
      { timeout: 60_000 },
    )
    .toEqual(Array.from({ length: count }, () => ({ refund_state: 'succeeded' })))

test('an empty payment form pays and places the order; cart and order say that no real money moves', async () => {
  const { page, pageErrors } = await atCheckout()
  const testMode = (at: Page) => at.getByText('Test mode: no real money moves.').waitFor()
  await goWithin(page, '/cart')
  await testMode(page)
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  // With the table of test cards the checkout fits a phone.
  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByText('Test cards').first().click()
  await page.getByText('4000 0000 0000 0002').waitFor()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  expect(await violationsOf(page, 'every')).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  await placeOrder(page).click()
  await page.getByText('Order placed successfully!').waitFor()
  await confirmed(page)
  const { page: admins } = await adminVisitor(market)
  await admins.goto(`/admin/orders?track=${page.url().split('/').at(-1)}`)
  // Once, in the frame.
  await admins.getByRole('banner').getByText('Test mode', { exact: true }).waitFor()
  expect(pageErrors).toEqual([])
})

test('D9: payment details never leave their inputs, whether the payment is declined or succeeds', async () => {
  const { page } = await atCheckout()
  // Each is too long to occur in a token, id or time by chance.
  const details: Record<string, Record<string, string>> = {
    'Bank transfer': { bankName: 'Bank of 7f3a', accountNumber: '7731900442' },
    'Credit card': {
      cardNumber: '4000 0000 0000 9995',
      cardName: 'Holder 7f3a',
      expiryDate: '11/39',
      cvv: '73190264850173',
    },
    PayPal: { paypalEmail: 'purse-7f3a@example.com' },
  }
  const seen: string[] = []
  page.on('request', (request) => {
    seen.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`)
  })
  const fillIn = async (method: string) => {
    await page.getByRole('radio', { name: method }).check()
    for (const [name, value] of Object.entries(details[method] ?? {}))
      await page.locator(`[name="${name}"]`).fill(value)
  }
  const readStorage = async () => {
    seen.push(JSON.stringify(await page.context().storageState({ indexedDB: true })), page.url())
    seen.push(await page.evaluate(() => JSON.stringify({ ...sessionStorage })))
  }
  for (const method of ['Bank transfer', 'Credit card']) await fillIn(method)
  await page.getByLabel('Full name').fill('Sample User')
  await readStorage()
  await placeOrder(page).click()
  await page.getByText('Your payment was declined').first().waitFor()
  await readStorage()
  await fillIn('PayPal')
  await placeOrder(page).click()
  await confirmed(page)
  await readStorage()
  expect(seen.some((text) => text.includes('/api/orders') && text.includes('Sample User'))).toBe(true)
  const secrets = Object.values(details).flatMap((fields) => Object.values(fields))
  for (const secret of [...secrets, '4000000000009995'])
    expect(seen.filter((text) => text.includes(secret))).toEqual([])
})

test('a buyer confirms at the bank by keyboard: refused first, then approved', async () => {
  const { page, pageErrors } = await atCheckout()
  const card = page.getByLabel('Card number', { exact: true })
  await card.fill('4000 0000 0000 3220')
  await placeOrder(page).press('Enter')
  await page.waitForURL('**/sandbox/step/*')
  await page.getByRole('heading', { level: 1, name: 'Confirm your payment' }).waitFor()
  expect(await violationsOf(page, 'every')).toEqual([])
  await page.getByRole('button', { name: 'Refuse' }).press('Enter')
  await page.waitForURL('**/checkout')
  await page
    .getByText(/^Your payment was declined/)
    .first()
    .waitFor()
  await card.fill('4000 0000 0000 3220')
  await placeOrder(page).press('Enter')
  await page.waitForURL('**/sandbox/step/*')
  await page.getByRole('button', { name: 'Approve' }).press('Enter')
  await confirmed(page)
  expect(pageErrors.filter((text) => !text.includes('status of 402'))).toEqual([])
})

test('a buyer who leaves the bank’s step open gets the order once it is approved in another tab', async () => {
  const { page } = await atCheckout()
  await page.getByRole('radio', { name: 'PayPal' }).check()
  await page.getByLabel('PayPal email').fill('approve@example.com')
  await placeOrder(page).click()
  await page.waitForURL('**/sandbox/step/*')
  const step = page.url()
  await page.getByRole('button', { name: 'Close without an answer' }).click()
  await page.waitForURL('**/checkout/return?**')
  await page.getByText('Waiting for your bank…').waitFor()
  expect(await violationsOf(page, 'every')).toEqual([])
  const other = await page.context().newPage()
  await other.goto(step)
  await other.getByRole('button', { name: 'Pay', exact: true }).click()
  await confirmed(page)
})

test('a buyer reads where to send a bank transfer, and an admin records its arrival', async () => {
  const { page } = await atCheckout()
  await page.getByRole('radio', { name: 'Bank transfer' }).check()
  await placeOrder(page).click()
  await confirmed(page)
  const transfer = page.getByRole('region', { name: 'Please pay by bank transfer' })
  await transfer.getByText(/^Please pay by .+; after that the order is cancelled\.$/).waitFor()
  await page.getByText('Awaiting payment').waitFor()
  expect(await violationsOf(page, 'every')).toEqual([])
  const orderId = page.url().split('/').at(-1) ?? ''
  await transfer.getByText(orderId).waitFor()

  const { page: admins } = await adminVisitor(market)
  await admins.goto(`/admin/payments?q=${orderId}`)
  await admins.getByRole('button', { name: `Details: ${orderId}` }).press('Enter')
  await admins.getByRole('button', { name: 'Record a bank transfer' }).press('Enter')
  const dialog = admins.getByRole('dialog', { name: `Bank transfer for ${orderId}` })
  await dialog.getByLabel("Bank's reference (optional)").fill('Sample 1')
  await dialog.getByRole('button', { name: 'Record a bank transfer' }).press('Enter')
  await admins.getByText('Bank transfer recorded.').waitFor()
  await admins.getByText('Sample 1').waitFor()
  await page.goto(`/order-tracking?orderId=${orderId}`)
  await page.getByText('Paid', { exact: true }).waitFor()
  expect(await transfer.count()).toBe(0)
})

test('an admin refunds a part of a payment by keyboard, and the buyer sees the refund', async () => {
  const { page, orderId } = await ordered()
  const { page: admins, pageErrors } = await adminVisitor(market)
  await admins.goto(`/admin/orders?track=${orderId}`)
  await admins.getByRole('link', { name: 'Open the payment' }).press('Enter')
  await admins.getByRole('button', { name: `Details: ${orderId}` }).press('Enter')
  await admins.getByRole('button', { name: 'Refund', exact: true }).press('Enter')
  const dialog = admins.getByRole('dialog', { name: `Refund of ${orderId}` })
  await dialog.getByLabel('Amount in dollars').fill('1,50')
  await dialog.getByText('The buyer gets $1.50 back.').waitFor()
  expect(await violationsOf(admins, 'every')).toEqual([])
  await dialog.getByRole('button', { name: 'Refund', exact: true }).press('Enter')
  await admins.getByText('Refund requested.').waitFor()
  await refundsAreMade(orderId)
  await admins.reload()
  await expect.poll(() => admins.getByRole('list', { name: 'Refunds' }).textContent()).toContain('Refunded')
  await admins.setViewportSize({ width: 320, height: 640 })
  await expectAccessible(admins)
  expect(pageErrors).toEqual([])
  await page.goto(`/order-tracking?orderId=${orderId}`)
  await page.getByText('Partly refunded').waitFor()
  await page.getByText('A refund of $1.50 was made.').waitFor()
  await page.getByText('Refunded $1.50', { exact: true }).waitFor()
  await goWithin(page, '/dashboard')
  await page.getByText('Partly refunded').waitFor()
})

test('an admin opens a dispute on the sandbox’s page, and answers it by keyboard with a text prefilled from the order', async () => {
  const { page: admins, pageErrors } = await adminVisitor(market)
  await admins.goto('/admin/sandbox')
  const { orderId } = await ordered()
  await admins.getByText('Credit card', { exact: true }).first().waitFor()
  const menu = admins.getByRole('button', { name: orderId })
  await menu.press('Enter')
  await admins.getByRole('button', { name: 'Open a dispute' }).press('Enter')
  await admins.getByText('Done. The events are on their way.').waitFor()
  await admins.getByRole('row').filter({ has: menu }).getByText('succeeded, disputed').waitFor()
  await admins.setViewportSize({ width: 320, height: 640 })
  await expectAccessible(admins)
  await admins.setViewportSize({ width: 1280, height: 900 })
  // The page is opened once the event was applied.
  const disputed = () =>
    market.db
      .selectFrom('payments')
      .innerJoin('orders', 'orders.order_number', 'payments.order_number')
      .select('disputed')
      .where('order_id', '=', orderId)
      .executeTakeFirst()
  await expect.poll(disputed, { timeout: 60_000 }).not.toEqual({ disputed: '0.00' })
  await goWithin(admins, `/admin/payments?q=${orderId}`)
  await admins.getByRole('button', { name: `Details: ${orderId}` }).press('Enter')
  await admins.getByText('Disputed', { exact: true }).first().waitFor()
  await admins.getByText('Needs your answer').waitFor()
  await admins.getByRole('button', { name: 'Answer', exact: true }).press('Enter')
  const dialog = admins.getByRole('dialog', { name: `Answer the dispute of ${orderId}` })
  const text = dialog.getByLabel('Your answer')
  await expect.poll(() => text.inputValue()).toContain(`Order ${orderId}, placed on`)
  expect(await text.inputValue()).toContain('Not sent yet.')
  expect(await violationsOf(admins, 'every')).toEqual([])
  await text.fill('winning_evidence')
  await dialog.getByRole('button', { name: 'Answer', exact: true }).press('Enter')
  await admins.getByText('Answer sent.').waitFor()
  await admins.getByRole('list', { name: 'Disputes' }).getByText('Won').waitFor()
  expect(pageErrors).toEqual([])
  await admins.getByRole('columnheader', { name: 'Amount' }).getByRole('link').click()
  await admins.waitForURL('**/admin/payments?q=*&sort=amount**')
})

test('an admin who cancels a paid order is offered to cancel and refund unsent units; the buyer reads each state', async () => {
  const { page, orderId: id } = await ordered()
  const { page: admins, pageErrors } = await adminVisitor(market)
  await admins.goto(`/admin/orders?track=${id}`)
  const offer = admins.getByRole('button', { name: /^Cancel the 1 unsent unit and refund \$/ })
  const panel = admins.getByRole('region', { name: `Order #${id}` })
  await panel.getByLabel('Status', { exact: true }).selectOption('Cancelled')
  expect(await offer.count()).toBe(0)
  await admins.getByRole('button', { name: 'Update Status' }).click()
  await offer.waitFor()
  await page.goto(`/order-tracking?orderId=${id}`)
  await page.getByText('Order Cancelled').waitFor()
  await page.getByText(/^\$.+ not refunded yet$/).waitFor()
  await page.getByText("Won't be sent").waitFor()
  expect(await page.getByText('Paid', { exact: true }).count()).toBe(0)
  expect(await page.getByText(/^Ships? by/i).count()).toBe(0)
  expect(await violationsOf(page, 'every')).toEqual([])
  expect(await violationsOf(admins, 'every')).toEqual([])
  await offer.click()
  await admins.getByText('1 unit cancelled.').waitFor()
  await offer.waitFor({ state: 'detached' })
  await refundsAreMade(id)
  await page.reload()
  await page.getByText('Order Cancelled').waitFor()
  // Once as the payment's state, and once as a row of the receipt.
  await expect.poll(() => page.getByText('Refunded', { exact: true }).count()).toBe(2)
  expect(pageErrors).toEqual([])
})

test('a receipt shows the ordered goods, and each refund with its day and amount', async () => {
  const seller = await signUp(market, { role: 'seller' })
  const product = await buildProduct(market, { seller_id: seller.user_id, product_price: 12.5 })
  const buyer = await signedInVisitor(market)
  const { order_id: id } = await orderOf(market, buyer, [[product, 4]])
  await asBuyer(market, buyer, id, 'cancel', { revision: 1, lines: unitsOf([[1, 1]]) })
  const { body: sent } = await asSeller(market, seller, id, 'shipments', sending(2, [[1, 3]]))
  const path = `/api/orders/${id}/shipments/${sent.shipments[0]?.shipment_number}/received`
  await call(market, 'POST', path, { as: buyer, body: { revision: 3 } })
  await takenBack(market, { buyer, seller }, id, [[1, 2, 0]])
  await refundsAreMade(id, 2)
  await buyer.page.goto(`/order-receipt/${id}/1`)
  await buyer.page.getByText(/^Total ?\$50\.00$/).waitFor()
  await buyer.page.getByText(/^Remaining ?\$12\.50$/).waitFor()
  const refunded = buyer.page.getByText(/^Refunded on \w+ \d+, \d{4} ?−\$(25\.00|12\.50)$/)
  await expect.poll(() => refunded.count()).toBe(2)
  const sheets = (await buyer.page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g)
  expect(sheets?.length).toBe(1)
  expect(await violationsInBothSchemes(buyer.page)).toEqual([])
})

test('by keyboard a buyer cancels all of an order, and a seller records a return, with the delivery that goes back', async () => {
  const seller = await signedInVisitor(market, { role: 'seller' })
  const lamp = await buildProduct(market, { seller_id: seller.user_id, product_name: 'Lamp', product_price: 20 })
  await addMethod(market, seller, { name: 'Post', price: 4.9 })
  const express = await addMethod(market, seller, { name: 'Express', price: 9 })
  const buyer = await signedInVisitor(market)
  const delivery = [{ seller: seller.user_id, method: express }]
  const order = async () => (await orderOf(market, buyer, [[lamp, 2]], { ...checkout, delivery })).order_id
  const [cancelled, returned] = [await order(), await order()]
  const press = async (at: Page, name: string) => {
    await at.getByRole('button', { name, exact: true }).focus()
    await at.keyboard.press('Enter')
  }
  const { page } = buyer
  await page.goto(`/order-tracking?orderId=${cancelled}`)
  await page.getByText('Arrives', { exact: false }).first().waitFor()
  await press(page, 'Cancel')
  await press(page, 'All')
  await page.getByText('Refund: $49.00. $9.00 of it is for delivery.').waitFor()
  await expectAccessible(page)
  await press(page, 'Cancel this part')
  await page.getByText('This part of your order was cancelled.').waitFor()
  // Sooner than the page's own refresh.
  await page.getByText(/^Refunded \$/).waitFor({ timeout: 60_000 })

  await sendUnits(market, seller, returned, [[1, 2]])
  await receiveFirst(market, { buyer, seller }, returned)
  await accepted(market, seller, returned, await askedFor(market, { buyer, seller }, returned, [[1, 2]]))
  const desk = seller.page
  await desk.setViewportSize({ width: 320, height: 640 })
  await desk.goto('/seller/orders?view=returns')
  await desk.getByRole('region', { name: returned }).locator('summary').focus()
  await desk.keyboard.press('Enter')
  await press(desk, 'Record what came back')
  // All units are back: the cheapest delivery goes with them, and the seller adds the rest.
  await desk.getByText('$44.90 back for 2 units. The buyer gets an email. $4.90 of it is for delivery.').waitFor()
  await desk.getByLabel('Delivery to refund, in dollars').focus()
  await desk.keyboard.type('9')
  await desk.getByText('$9.00 of it is for delivery.').waitFor()
  await expectAccessible(desk)
  await press(desk, 'Record')
  await desk.getByText('2 units recorded as returned.').waitFor()
  for (const id of [cancelled, returned]) {
    await refundsAreMade(id)
    expect((await readAsBuyer(market, buyer, id)).payment).toMatchObject({ amount: 49, refunded: 49 })
  }
})
