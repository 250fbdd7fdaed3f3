import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Checkout } from '../../../shared/checkouts/schema.ts'
import type { Order } from '../../../shared/orders/schema.ts'
import type { AdminPaymentPage, Paying } from '../../../shared/payments/schema.ts'
import { makeAdmin, type TestAccount } from '../../../tests/support/accounts.ts'
import { addToCart, checkout as buying, call, postOrder, refusedWith } from '../../../tests/support/api.ts'
import { openForTests, PAID, signUpAll, stoppedClock } from '../../../tests/support/open-for-tests.ts'
import { mailsTo } from '../../../tests/support/outbox.ts'
import { answerStep } from '../../../tests/support/payments.ts'
import { buildProduct, deleteProduct } from '../../../tests/support/products.ts'
import { setRows } from '../../../tests/support/set-rows.ts'
import { brokenRules, buildStocked, putStock, readStock } from '../../../tests/support/stock.ts'

const clock = stoppedClock()
const market = await openForTests({ config: PAID, deps: { clock } })
afterAll(async () => expect(await brokenRules(market)).toEqual([]))
let seller: TestAccount
let buyer: TestAccount
beforeEach(async () => {
  ;[seller, buyer] = await signUpAll(market, 'seller', 'buyer')
})

type Refusal = { code?: string; message?: string; details?: object }
const order = (token?: string, key?: string) =>
  postOrder<Order & Paying>(market, buyer, { ...buying, ...(token && { payment_token: token }) }, key)
const stockOf = async (id: string) => {
  const { on_hand, reserved } = await readStock(market, seller, id)
  return [on_hand, reserved]
}
const cart = async (units = 1, product = { set: 5 }) => {
  const { product_id } = await buildStocked(market, seller, product, { product_price: 12.5 })
  await addToCart(market, buyer, product_id, units)
  return product_id
}
const read = (id: string) => call<Checkout>(market, 'GET', `/api/checkouts/${id}`, { as: buyer })
const payments = () =>
  market.db
    .selectFrom('payments')
    .select(['payment_state', 'captured', 'refunded', 'attempts', 'order_number', 'sandbox'])
    .where('buyer_id', '=', buyer.user_id)
    .execute()
const subjectsToBuyer = async () => (await mailsTo(market, buyer)).map(({ subject }) => subject)

test('a blank card field pays: the order is placed, and the payment captured once', async () => {
  const product = await cart(2)
  const placed = await order()
  expect(placed).toMatchObject({ status: 201, body: { total_count: 25, order_state: 'pending' } })
  expect(await stockOf(product)).toEqual([3, 0])
  expect(await payments()).toMatchObject([{ payment_state: 'paid', captured: '25.00', attempts: 1 }])
})

test('a declined card places no order and leaves cart and reservation; the next attempt pays', async () => {
  const product = await cart()
  const declined = await order('pm_card_visa_chargeDeclinedInsufficientFunds', 'decline')
  expect(declined).toMatchObject(
    refusedWith(402, 'payment_declined', {
      message: 'Your payment was declined: not enough funds. Nothing was ordered; your cart is unchanged.',
    }),
  )
  expect(await stockOf(product)).toEqual([5, 1])
  expect((await order('pm_card_visa_chargeDeclined', 'decline')).body.message).toContain('the bank refused it')
  // As if that attempt was made with live keys.
  await setRows(market, 'payments', { sandbox: false }, { buyer_id: buyer.user_id })
  const placed = await order(undefined, 'decline')
  expect(placed.status).toBe(201)
  expect((await order(undefined, 'decline')).body).toEqual(placed.body)
  expect(await stockOf(product)).toEqual([4, 0])
  expect(await payments()).toMatchObject([{ payment_state: 'paid', attempts: 3, sandbox: true }])
})

test("five declined attempts end a checkout's payments", async () => {
  await cart()
  for (let attempt = 0; attempt < 5; attempt++) expect((await order('pm_card_visa_chargeDeclined')).status).toBe(402)
  expect(await order()).toMatchObject(refusedWith(429, 'payment_attempts'))
  expect(await payments()).toMatchObject([{ payment_state: 'declined', attempts: 5, order_number: null }])
})

const answer = (paying: { body: Paying }, choice: string) => answerStep(market, paying, choice)

test('a card that requires a step pays once the buyer approves it; until then the request repeats the step', async () => {
  const product = await cart()
  const paying = await order('pm_card_threeDSecure2Required', 'step')
  expect(paying).toMatchObject({ status: 202, body: { checkout_state: 'paying', next: { kind: 'redirect' } } })
  expect((await order('pm_card_threeDSecure2Required', 'step')).body).toEqual(paying.body)
  expect(await stockOf(product)).toEqual([5, 1])
  const { checkout_id } = paying.body
  expect((await read(checkout_id)).body).toMatchObject({ checkout_state: 'paying', payment_state: 'requires_action' })
  expect(await answer(paying, 'approve')).toMatchObject({ state: 'approved', amount: 12.5 })
  const placed = await order('pm_card_threeDSecure2Required', 'step')
  expect(placed).toMatchObject({ status: 201, body: { total_count: 12.5 } })
  expect((await read(checkout_id)).body).toMatchObject({
    checkout_state: 'placed',
    payment_state: 'paid',
    order_id: placed.body.order_id,
  })
  expect(await stockOf(product)).toEqual([4, 0])
})

test('a step that the buyer refuses declines the payment, and the checkout can be paid again', async () => {
  await cart()
  const paying = await order('pm_card_threeDSecure2Required')
  await answer(paying, 'refuse')
  const { checkout_id } = paying.body
  const pay = () =>
    call<Order & Refusal>(market, 'POST', `/api/checkouts/${checkout_id}/payment`, { as: buyer, body: {} })
  expect(await pay()).toMatchObject(refusedWith(402, 'payment_declined'))
  expect((await read(checkout_id)).body).toMatchObject({ checkout_state: 'open', payment_state: 'declined' })
  expect((await pay()).status).toBe(201)
})

test('an abandoned step ends with the reservation: the stock is released once the provider has cancelled', async () => {
  const product = await cart()
  const paying = await order('pm_card_threeDSecure2Required')
  await answer(paying, 'leave')
  clock.pass(16)
  const state = async () => (await read(paying.body.checkout_id)).body
  await expect.poll(async () => (await state()).checkout_state).toBe('expired')
  expect(await stockOf(product)).toEqual([5, 0])
  expect((await state()).payment_state).toBe('cancelled')
  expect((await answer(paying, 'approve')).state).toBe('ended')
  await expect.poll(subjectsToBuyer).toContain('Your payment could not be completed')
  expect((await order()).status).toBe(201)
})

test('a request that fails at the provider is retried, and pays once', async () => {
  const product = await cart()
  expect((await order('pm_sandbox_card_fails_once')).status).toBe(201)
  expect(await stockOf(product)).toEqual([4, 0])
  expect(await payments()).toMatchObject([{ attempts: 1, captured: '12.50' }])
})

test('an unknown token takes no money and leaves the checkout open', async () => {
  const product = await cart()
  expect(await order('pm_nothing_like_it')).toMatchObject(refusedWith(400, 'payment_token_unknown'))
  expect(await stockOf(product)).toEqual([5, 1])
  expect((await order()).status).toBe(201)
})

test('changing the cart cancels the running payment, which takes no money afterwards', async () => {
  const product = await cart()
  const paying = await order('pm_card_threeDSecure2Required')
  await addToCart(market, buyer, product)
  const placed = await order()
  expect(placed).toMatchObject({ status: 201, body: { total_count: 25 } })
  expect((await answer(paying, 'approve')).state).toBe('ended')
  expect((await read(paying.body.checkout_id)).body).toMatchObject({
    checkout_state: 'abandoned',
    payment_state: 'cancelled',
  })
})

test('abandoning a checkout while it is paid first cancels the payment at the provider', async () => {
  const product = await cart()
  const paying = await order('pm_card_threeDSecure2Required')
  const { checkout_id } = paying.body
  expect((await call(market, 'DELETE', `/api/checkouts/${checkout_id}`, { as: buyer })).status).toBe(204)
  expect(await stockOf(product)).toEqual([5, 0])
  expect((await answer(paying, 'approve')).state).toBe('ended')
})

test('programs are refused a payment that needs a browser; it is cancelled, and another pays the same checkout', async () => {
  const product = await cart()
  const post = (token: string) =>
    call<Order & Refusal>(market, 'POST', '/rest/v1/orders', {
      as: buyer,
      body: { ...buying, payment_method: 'credit_card', payment_token: token },
    })
  expect(await post('pm_card_threeDSecure2Required')).toMatchObject(refusedWith(402, 'payment_step_needed'))
  expect(await stockOf(product)).toEqual([5, 1])
  expect((await post('pm_card_visa')).status).toBe(201)
})

test('an order awaits its bank transfer, which admins see in their totals, and is paid when it arrives', async () => {
  const admin = await makeAdmin(market)
  const awaited = async () => {
    const { body } = await call<AdminPaymentPage>(market, 'GET', '/api/admin/payments', { as: admin })
    return body.sums.find(({ payment_state }) => payment_state === 'awaiting_transfer')?.amount ?? 0
  }
  const before = await awaited()
  const product = await cart()
  const body = { ...buying, payment_method: 'bank_transfer' }
  const placed = await call<Order>(market, 'POST', '/api/orders', { as: buyer, body })
  expect(placed.status).toBe(201)
  expect(await stockOf(product)).toEqual([4, 0])
  const [payment] = await payments()
  expect(payment).toMatchObject({ payment_state: 'awaiting_transfer', captured: '0.00' })
  expect(await awaited()).toBe(before + 12.5)
  clock.pass(2)
  await expect
    .poll(async () => (await payments())[0])
    .toMatchObject({
      payment_state: 'paid',
      captured: '12.50',
    })
})

test('of twenty concurrent requests without a key one gets the order; for the others the cart is empty', async () => {
  const product = await cart()
  const all = await Promise.all(Array.from({ length: 20 }, () => order()))
  expect(all.filter(({ status }) => status === 201)).toHaveLength(1)
  // While the provider takes long, others get a 202, to wait for the running payment.
  const refused = all.filter(({ status, body }) => status === 409 && body.code === 'cart_empty')
  expect(refused.length + all.filter(({ status }) => status === 202).length).toBe(19)
  expect(await stockOf(product)).toEqual([4, 0])
})

test('a product that is deleted after a decline cannot be paid', async () => {
  const product = await cart(2)
  const paying = await order('pm_card_threeDSecure2Required')
  await answer(paying, 'refuse')
  const pay = () =>
    call<Refusal>(market, 'POST', `/api/checkouts/${paying.body.checkout_id}/payment`, { as: buyer, body: {} })
  expect((await pay()).status).toBe(402)
  await deleteProduct(market, product)
  expect(await pay()).toMatchObject(refusedWith(409, 'product_gone'))
  expect(await payments()).toMatchObject([{ attempts: 1, captured: '0.00' }])
})

test('a payment for a product that its seller has limited meanwhile is refunded at once', async () => {
  const { product_id } = await buildProduct(market, { seller_id: seller.user_id, product_price: 12.5 })
  await addToCart(market, buyer, product_id, 2)
  const paying = await order('pm_card_threeDSecure2Required')
  expect((await putStock(market, seller, product_id, { counted: true, set: 1 })).status).toBe(200)
  await answer(paying, 'approve')
  expect((await order('pm_card_threeDSecure2Required')).status).toBe(409)
  expect((await read(paying.body.checkout_id)).body.checkout_state).toBe('abandoned')
  await expect
    .poll(payments)
    .toMatchObject([{ payment_state: 'paid', captured: '25.00', refunded: '25.00', order_number: null }])
})

test('money for an ended checkout is refunded', async () => {
  const product = await cart()
  const paying = await order('pm_card_threeDSecure2Required')
  const { checkout_id } = paying.body
  // As after restoring a backup: the checkout has ended here, but not at the provider.
  await setRows(market, 'checkout_lines', { reserved: 0 }, { checkout_id })
  await setRows(market, 'checkouts', { checkout_state: 'expired', ended_at: clock() }, { checkout_id })
  const number = Number(product.slice(3))
  await setRows(market, 'stock', { reserved: 0 }, { product_number: number })
  await answer(paying, 'approve')
  clock.pass(1)
  await expect.poll(payments).toMatchObject([{ payment_state: 'paid', refunded: '12.50', order_number: null }])
  await expect.poll(subjectsToBuyer).toContain('Refund of $12.50')
})

test('an order that costs nothing is paid without a provider', async () => {
  const { product_id } = await buildStocked(market, seller, { set: 5 }, { product_price: 0 })
  await addToCart(market, buyer, product_id)
  expect(await order()).toMatchObject({ status: 201, body: { total_count: 0 } })
  expect(await payments()).toMatchObject([{ payment_state: 'paid', captured: '0.00', attempts: 0 }])
})

test('admins see, and export, the card of the last attempt and its buyer the one that paid: brand and last digits; sellers see none', async () => {
  const admin = await makeAdmin(market)
  const listed = async () => {
    const list = await call<AdminPaymentPage>(market, 'GET', `/api/admin/payments?q=${buyer.user_id}`, { as: admin })
    return list.body.payments.map(({ card_brand, card_last4 }) => [card_brand, card_last4])
  }
  await cart()
  await order('pm_card_visa_chargeDeclined', 'cards')
  expect(await listed()).toEqual([['visa', '0002']])
  const { order_id } = (await order('pm_card_mastercard', 'cards')).body
  expect(await listed()).toEqual([['mastercard', '4444']])
  const url = `/api/admin/payments.csv?q=${order_id}`
  const lines = (await market.app.inject({ url, headers: admin.headers })).body.trimEnd().split('\r\n')
  expect(lines[0]).toMatch(
    /^\uFEFFPayment,Order,Buyer,Method,Status,Amount,Received,Refunded,Provider's reference,Date /,
  )
  expect(lines[1]).toMatch(new RegExp(`,${order_id},.*,Mastercard •••• 4444,Paid,12.50,12.50,0.00,pi_`))
  expect(lines).toHaveLength(2)
  const { body } = await call<{ payment: object }>(market, 'GET', `/api/orders/${order_id}`, { as: buyer })
  expect(body.payment).toMatchObject({ card_brand: 'mastercard', card_last4: '4444' })
  const sold = await call<object>(market, 'GET', '/api/seller/orders', { as: seller })
  expect(JSON.stringify(sold.body)).toContain(order_id)
  expect(JSON.stringify(sold.body)).not.toMatch(/mastercard|4444/)
  // Also that of a payment that needed a step; PayPal has none.
  await cart()
  await answer(await order('pm_card_threeDSecure2Required', 'with-step'), 'approve')
  await order('pm_card_threeDSecure2Required', 'with-step')
  await cart()
  await order('pm_sandbox_paypal')
  expect(await listed()).toEqual([
    [null, null],
    ['visa', '3220'],
    ['mastercard', '4444'],
  ])
})

test('admins sort payments by date, amount and state, and filter them by state', async () => {
  const admin = await makeAdmin(market)
  for (const price of [20, 5, 10]) {
    const { product_id } = await buildStocked(market, seller, { set: 5 }, { product_price: price })
    await addToCart(market, buyer, product_id)
    await order(price === 20 ? 'pm_card_visa_chargeDeclined' : undefined)
    await call(market, 'DELETE', '/api/cart', { as: buyer })
  }
  const amounts = async (sorting: string) => {
    const url = `/api/admin/payments?q=${buyer.user_id}&${sorting}`
    const { body } = await call<AdminPaymentPage>(market, 'GET', url, { as: admin })
    return body.payments.map(({ amount }) => amount)
  }
  expect(await amounts('')).toEqual([10, 5, 20])
  expect(await amounts('direction=asc')).toEqual([20, 5, 10])
  expect(await amounts('sort=amount')).toEqual([20, 10, 5])
  expect(await amounts('sort=amount&direction=asc')).toEqual([5, 10, 20])
  expect(await amounts('sort=state')).not.toEqual(await amounts('sort=state&direction=asc'))
  expect(await amounts('sort=amount&direction=asc&state=paid')).toEqual([5, 10])
  expect((await call(market, 'GET', '/api/admin/payments?sort=buyer_id', { as: admin })).status).toBe(400)
})

test('an admin makes a test payment, which takes no money', async () => {
  const admin = await makeAdmin(market)
  const tried = await call(market, 'POST', '/api/admin/payments/test', { as: admin })
  expect([tried.status, tried.body]).toEqual([200, { outcome: 'accepted' }])
  const intents = market.db.selectFrom('sandbox.intents').select('status').orderBy('intent_number', 'desc')
  expect((await intents.executeTakeFirst())?.status).toBe('requires_capture')
})
