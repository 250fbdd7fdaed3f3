import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Quote } from '../shared/delivery/schema.ts'
import { formatAmount } from '../shared/kernel/money.ts'
import { signUp, type TestAccount } from './support/accounts.ts'
import { call } from './support/api.ts'
import { openDeliveries, to } from './support/deliveries.ts'
import { cancelUnits, orderOf, readAsBuyer, readAsSeller, receiveFirst, sendUnits } from './support/fulfilment.ts'
import { openForTests, PAID } from './support/open-for-tests.ts'
import { mailsTo, untilMailed } from './support/outbox.ts'
import type { TestProduct } from './support/products.ts'
import { paymentOf, takenBack } from './support/returns.ts'
import { brokenRules } from './support/stock.ts'

const market = await openForTests({ config: PAID })
afterAll(async () => expect(await brokenRules(market)).toEqual([]))
const { seller, admin, lamp, file, vase, chosen, backFor } = await openDeliveries(market)
let buyer: TestAccount
beforeEach(async () => {
  buyer = await signUp(market)
})
const sides = () => ({ buyer, seller })

type Line = [TestProduct, number]
interface Basket {
  lines: Line[]
  country: string
  method: string
  /** Cents of the seller's goods, delivery and cheapest delivery, and of the total. */
  cents: [goods: number, delivery: number, cheapest: number, total: number]
  /** Cents of the other seller's delivery. */
  van?: number
}
const lamps = (units: number, ...more: Line[]): Line[] => [[lamp, units], ...more]

// Worked by hand: goods are 10.00 a lamp, 8.00 a file and, of the other seller, 30.00 a vase. More prices: shared/delivery.
const BASKETS = {
  'by item': { lines: lamps(3), country: 'Allemagne', method: 'Express', cents: [3_000, 1_400, 490, 4_400] },
  'free from 50': { lines: lamps(5), country: 'DE', method: 'Post', cents: [5_000, 0, 0, 5_000] },
  'express beside free': { lines: lamps(5), country: 'Germany', method: 'Express', cents: [5_000, 1_900, 0, 6_900] },
  'the next weight': { lines: lamps(3), country: 'Österreich', method: 'Scale', cents: [3_000, 1_250, 1_250, 4_250] },
  'a file is no item': {
    lines: lamps(1, [file, 1]),
    country: 'DE',
    method: 'Express',
    cents: [1_800, 900, 490, 2_700],
  },
  'files alone': { lines: [[file, 2]], country: 'DE', method: '', cents: [1_600, 0, 0, 1_600] },
  'to collect': { lines: lamps(1), country: 'DE', method: 'Counter', cents: [1_000, 0, 0, 1_000] },
  'no country': {
    lines: lamps(2, [vase, 2]),
    country: '',
    method: 'World',
    cents: [2_000, 1_999, 1_999, 10_439],
    van: 440,
  },
} satisfies Record<string, Basket>
type Name = keyof typeof BASKETS

/** Pays for a basket; quote, checkout, order, payment, receipts and mail agree to the cent. */
async function paidFor({ lines, country, method, cents: [goods, delivery, cheapest, total], van }: Basket) {
  const delivered = method ? chosen(method) : []
  const body = {
    lines: lines.map(([{ product_id }, quantity]) => ({ product_id, quantity })),
    country,
    postal_code: '10115',
  }
  const quote = await call<Quote>(market, 'POST', '/api/delivery-quotes', { body: { ...body, chosen: delivered } })
  expect(quote.body.total).toBe(total / 100)
  const order = await orderOf(market, buyer, lines, {
    ...to(country),
    expected_total: total / 100,
    delivery: delivered,
  })
  const charges = [...(method ? [delivery] : []), ...(van === undefined ? [] : [van])]
  expect([order.total_count, order.charges.map(({ amount }) => Math.round(100 * amount))]).toEqual([
    total / 100,
    charges,
  ])
  const { order_id } = order
  const read = await readAsBuyer(market, buyer, order_id)
  expect([read.total_count, read.charges, (await paymentOf(market, admin, order_id)).amount]).toEqual([
    total / 100,
    order.charges,
    total / 100,
  ])
  const [own] = read.seller_orders
  const receipts = read.seller_orders.flatMap((one) => [one.goods, ...one.charges.map(({ amount }) => amount)])
  expect(Math.round(100 * receipts.reduce((sum, amount) => sum + amount, 0))).toBe(total)
  expect([own?.goods, own?.delivery?.name, own?.delivery?.amount, own?.delivery?.cheapest ?? 0]).toEqual([
    goods / 100,
    method,
    delivery / 100,
    cheapest / 100,
  ])
  expect((await readAsSeller(market, seller, order_id)).delivery).toEqual(own?.delivery)
  await untilMailed(market, order_id)
  const [mail] = await mailsTo(market, buyer, order_id)
  const charged = charges.reduce((sum, amount) => sum + amount, 0) / 100
  const price = charges.length ? `Delivery: ${charged ? formatAmount(charged) : 'Free'}\n` : ''
  expect(mail?.text).toContain(`${price}Total: ${formatAmount(total / 100)}`)
  return {
    order_id,
    units: lines.flatMap(([one, quantity], index) => (one === vase ? [] : [[index + 1, quantity] as const])),
  }
}

test.each<Name>(['by item', 'free from 50', 'files alone', 'no country'])(
  '%s: a seller order cancelled whole gives back all of its delivery',
  async (name) => {
    const { order_id, units } = await paidFor(BASKETS[name])
    await cancelUnits(market, seller, order_id, units)
    const [goods, delivery] = BASKETS[name].cents
    expect(await backFor(order_id)).toEqual([goods, delivery])
  },
)

test.each<Name>([
  'by item',
  'express beside free',
  'the next weight',
  'a file is no item',
  'files alone',
  'to collect',
])('%s: all units returned give back the cheapest delivery', async (name) => {
  const { cents, method } = BASKETS[name]
  const { order_id, units } = await paidFor(BASKETS[name])
  await sendUnits(market, seller, order_id, units)
  if (method) await receiveFirst(market, sides(), order_id)
  const [goods, , cheapest] = cents
  const lines = units.map(([line, quantity]) => [line, quantity, 0] as const)
  const taken = await takenBack(market, sides(), order_id, lines)
  expect([taken?.refunded, await backFor(order_id)]).toEqual([(goods + cheapest) / 100, [goods, cheapest]])
})

test.each<Name>(['by item', 'express beside free'])('%s: a cancelled unit gives back no delivery', async (name) => {
  const { order_id } = await paidFor(BASKETS[name])
  await cancelUnits(market, seller, order_id, [[1, 1]])
  expect(await backFor(order_id)).toEqual([1_000, 0])
})
