import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { CHARGES, type Charge } from '../shared/pricing/charges.ts'
import { pricingMessages } from '../shared/pricing/messages.ts'
import { cancelUnits, orderOf, readAsBuyer, readAsSeller } from './support/fulfilment.ts'
import { openForTests, PAID, signUpAll } from './support/open-for-tests.ts'
import { mailsTo, untilMailed } from './support/outbox.ts'
import { buildProduct } from './support/products.ts'
import { paymentOf } from './support/returns.ts'
import { brokenRules } from './support/stock.ts'

// A kind of charge that the product does not have, one per seller, is followed through the whole life of an order.
const kinds = CHARGES as ((lines: readonly { seller_id: string }[]) => Charge[])[]
const names = pricingMessages.charges as Record<string, string>
let crude = { kind: 'fee', amount: 500 }
const perSeller = (lines: readonly { seller_id: string }[]) =>
  [...new Set(lines.map(({ seller_id }) => seller_id))].map(
    (seller_id) => ({ seller_id, ...crude }) as unknown as Charge,
  )

kinds.push(perSeller)
Object.assign(names, { fee: 'Carriage', discount: 'Discount' })
const market = await openForTests({ config: PAID })
await sql`alter table order_charges drop constraint order_charges_kind_check`.execute(market.db)
const [seller, rival, admin, buyer] = await signUpAll(market, 'seller', 'seller', 'admin', 'buyer')
const own = await buildProduct(market, { seller_id: seller.user_id, product_price: 10 })
const theirs = await buildProduct(market, { seller_id: rival.user_id, product_price: 30 })
afterAll(() => {
  kinds.splice(kinds.indexOf(perSeller), 1)
  delete names.fee
  delete names.discount
})

const ordered = () =>
  orderOf(
    market,
    buyer,
    [own, own, theirs].map((product) => [product, 1] as const),
  )

/** Cancels units of the seller, and waits until exactly these amounts have been returned to the buyer. */
async function cancel(orderId: string, units: number, back: number[]): Promise<void> {
  await cancelUnits(market, seller, orderId, [[1, units]])
  await vi.waitFor(async () => {
    const { refunds, releases } = await paymentOf(market, admin, orderId)
    expect([...refunds, ...releases].map(({ seller_id, amount }) => [seller_id, amount])).toEqual(
      back.map((amount) => [seller.user_id, amount]),
    )
  }, 60_000)
  expect(await brokenRules(market)).toEqual([])
}

test('a charge is paid, shown, mailed and refunded with the goods that it was charged for', async () => {
  const order = await ordered()
  const { order_id } = order
  const charges = [seller, rival].map(({ user_id }) => ({ seller_id: user_id, kind: 'fee', amount: 5 }))
  expect([order.total_count, order.charges]).toEqual([60, charges])
  const body = await readAsBuyer(market, buyer, order_id)
  expect([body.total_count, body.charges, body.seller_orders.map((one) => one.charges)]).toEqual([
    60,
    charges,
    charges.map((charge) => [charge]),
  ])
  expect((await readAsSeller(market, seller, order_id)).charges).toEqual(charges.slice(0, 1))
  await untilMailed(market, order_id)
  const [mail] = await mailsTo(market, buyer)
  expect(mail?.text).toContain('Carriage: $10.00\nTotal: $60.00')

  await cancel(order_id, 2, [25])
})

test('a refund of discounted goods never exceeds what was paid for them', async () => {
  crude = { kind: 'discount', amount: -300 }
  const { order_id, total_count } = await ordered()
  expect(total_count).toBe(44)
  await cancel(order_id, 1, [10])
  await cancel(order_id, 1, [10, 7])
})
