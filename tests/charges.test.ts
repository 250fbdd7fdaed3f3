import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { OutboxMessage } from '../server/pages/mail/outbox.ts'
import { CHARGES, type Charge } from '../shared/pricing/charges.ts'
import { pricingMessages } from '../shared/pricing/messages.ts'
import { makeAdmin, signUp, type TestAccount } from './support/accounts.ts'
import { checkout } from './support/api.ts'
import { asSeller, orderOf, readAsBuyer, readAsSeller, unitsOf } from './support/fulfilment.ts'
import { untilMailed } from './support/order-mails.ts'
import { buildProduct, type TestProduct } from './support/products.ts'
import { paymentOf } from './support/returns.ts'
import { brokenRules } from './support/stock.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

// No kind of charge exists yet: one of $5 for each seller, from here through all that is done with an order.
const kinds = CHARGES as ((lines: readonly { seller_id: string }[]) => Charge[])[]
const names = pricingMessages.charges as Record<string, string>
const perSeller = (lines: readonly { seller_id: string }[]) =>
  [...new Set(lines.map(({ seller_id }) => seller_id))].map(
    (seller_id) => ({ seller_id, kind: 'delivery', amount: 500 }) as unknown as Charge,
  )

let market: TestApp
let admin: TestAccount
let seller: TestAccount
let rival: TestAccount
let buyer: TestAccount
let own: TestProduct
let theirs: TestProduct

beforeAll(async () => {
  kinds.push(perSeller)
  names.delivery = 'Carriage'
  market = await createTestApp({ config: { payments: 'sandbox', sandbox: 'calm' } })
  await sql`alter table order_charges drop constraint order_charges_kind_check`.execute(market.db)
  ;[seller, rival, admin, buyer] = await Promise.all([
    signUp(market, { role: 'seller' }),
    signUp(market, { role: 'seller' }),
    makeAdmin(market),
    signUp(market),
  ])
  own = await buildProduct(market, { seller_id: seller.user_id, product_price: 10 })
  theirs = await buildProduct(market, { seller_id: rival.user_id, product_price: 30 })
})
afterAll(async () => {
  kinds.splice(kinds.indexOf(perSeller), 1)
  delete names.delivery
  await market.close()
})

test('a charge is paid, shown, mailed and given back with the goods that it was charged for', async () => {
  const order = await orderOf(
    market,
    buyer,
    [
      [own, 2],
      [theirs, 1],
    ],
    { ...checkout, payment_method: 'credit_card' },
  )
  const { order_id } = order
  const charges = [seller, rival].map(({ user_id }) => ({ seller_id: user_id, kind: 'delivery', amount: 5 }))
  expect([order.total_count, order.charges]).toEqual([60, charges])
  const body = await readAsBuyer(market, buyer, order_id)
  expect([body.total_count, body.charges, body.seller_orders.map((one) => one.charges)]).toEqual([
    60,
    charges,
    charges.map((charge) => [charge]),
  ])
  expect((await readAsSeller(market, seller, order_id)).charges).toEqual(charges.slice(0, 1))
  await untilMailed(market, order_id)
  const outbox = await market.app.inject({ url: '/outbox', headers: { accept: 'application/json' } })
  const mails = outbox
    .json<{ messages: OutboxMessage[] }>()
    .messages.flatMap(({ message }) => (message.channel === 'mail' && message.to === buyer.email ? message.text : []))
  expect(mails.join()).toContain('Carriage: $10.00\nTotal: $60.00')

  await asSeller(market, seller, order_id, 'cancel', { revision: 1, lines: unitsOf([[1, 2]]), reason: 'other' })
  await vi.waitFor(async () => {
    const { refunds, releases } = await paymentOf(market, admin, order_id)
    expect([...refunds, ...releases].map(({ seller_id, amount }) => [seller_id, amount])).toEqual([
      [seller.user_id, 25],
    ])
  }, 10_000)
  expect(await brokenRules(market)).toEqual([])
})
