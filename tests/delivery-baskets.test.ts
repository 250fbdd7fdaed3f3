import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Quote } from '../shared/delivery/schema.ts'
import { formatAmount } from '../shared/kernel/money.ts'
import { signUp, type TestAccount } from './support/accounts.ts'
import { call } from './support/api.ts'
import { openDeliveries, to } from './support/deliveries.ts'
import { cancelUnits, orderOf, readAsBuyer, readAsSeller, receiveFirst, sendUnits } from './support/fulfilment.ts'
import { openForTests, PAID } from './support/open-for-tests.ts'
import { mailsTo, untilMailed } from './support/outbox.ts'
import { refund } from './support/payments.ts'
import type { TestProduct } from './support/products.ts'
import { paymentOf, takenBack } from './support/returns.ts'
import { brokenRules } from './support/stock.ts'

const market = await openForTests({ config: PAID })
afterAll(async () => expect(await brokenRules(market)).toEqual([]))
const { seller, admin, lamp, cup, file, vase, chosen, backFor } = await openDeliveries(market)
let buyer: TestAccount
beforeEach(async () => {
  buyer = await signUp(market)
})
const sides = () => ({ buyer, seller })

interface Basket {
  lines: [TestProduct, number][]
  country: string
  method: string
  /** Cents of the seller's goods, delivery and cheapest delivery, and of the total. */
  cents: [goods: number, delivery: number, cheapest: number, total: number]
  /** Cents of the other seller's delivery. */
  van?: number
}
const basket = (
  lines: [TestProduct, number][],
  [country, method]: [string, string],
  cents: Basket['cents'],
  van?: number,
): Basket => ({ lines, country, method, cents, ...(van !== undefined && { van }) })

// Worked by hand: goods are 10.00 a lamp, 0.50 a cup, 8.00 a file and, of the other seller, 30.00 a vase.
const BASKETS: Record<string, Basket> = {
  'one price': basket([[lamp, 1]], ['DE', 'Post'], [1_000, 490, 490, 1_490]),
  'the dearer one': basket([[lamp, 1]], ['Germany', 'Express'], [1_000, 900, 490, 1_900]),
  'by item': basket([[lamp, 3]], ['Allemagne', 'Express'], [3_000, 1_400, 490, 4_400]),
  'free from 50': basket([[lamp, 5]], ['DE', 'Post'], [5_000, 0, 0, 5_000]),
  'express beside free': basket([[lamp, 5]], ['DE', 'Express'], [5_000, 1_900, 0, 6_900]),
  'free with small things': basket(
    [
      [lamp, 4],
      [cup, 20],
    ],
    ['DE', 'Post'],
    [5_000, 0, 0, 5_000],
  ),
  'a cup short of free': basket(
    [
      [lamp, 4],
      [cup, 19],
    ],
    ['DE', 'Post'],
    [4_950, 490, 490, 5_440],
  ),
  'the first weight': basket([[lamp, 1]], ['Österreich', 'Scale'], [1_000, 600, 600, 1_600]),
  'the end of a weight': basket([[lamp, 2]], ['AT', 'Scale'], [2_000, 600, 600, 2_600]),
  'the next weight': basket([[lamp, 3]], ['AT', 'Scale'], [3_000, 1_250, 1_250, 4_250]),
  'the last weight': basket([[lamp, 5]], ['AT', 'Scale'], [5_000, 1_250, 1_250, 6_250]),
  'no weight': basket([[cup, 3]], ['AT', 'Scale'], [150, 600, 600, 750]),
  'everywhere else': basket([[lamp, 1]], ['US', 'World'], [1_000, 1_999, 1_999, 2_999]),
  'a file is no item': basket(
    [
      [lamp, 1],
      [file, 1],
    ],
    ['DE', 'Express'],
    [1_800, 900, 490, 2_700],
  ),
  'a file counts for free': basket(
    [
      [lamp, 1],
      [file, 5],
    ],
    ['DE', 'Post'],
    [5_000, 0, 0, 5_000],
  ),
  'files alone': basket([[file, 2]], ['DE', ''], [1_600, 0, 0, 1_600]),
  'to collect': basket([[lamp, 1]], ['DE', 'Counter'], [1_000, 0, 0, 1_000]),
  'two sellers': basket(
    [
      [lamp, 2],
      [vase, 1],
    ],
    ['DE', 'Post'],
    [2_000, 490, 490, 5_820],
    330,
  ),
  'two sellers far away': basket(
    [
      [lamp, 5],
      [vase, 3],
    ],
    ['US', 'World'],
    [5_000, 1_999, 1_999, 16_549],
    550,
  ),
  'no country': basket(
    [
      [lamp, 2],
      [vase, 2],
    ],
    ['', 'World'],
    [2_000, 1_999, 1_999, 10_439],
    440,
  ),
}

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

test.each(Object.entries(BASKETS))(
  '%s: a seller order cancelled whole gives back all of its delivery',
  async (_, one) => {
    const { order_id, units } = await paidFor(one)
    await cancelUnits(market, seller, order_id, units)
    const [goods, delivery] = one.cents
    expect(await backFor(order_id)).toEqual([goods, delivery])
  },
)

test.each(Object.entries(BASKETS))('%s: all units returned give back the cheapest delivery', async (_, one) => {
  const { order_id, units } = await paidFor(one)
  await sendUnits(market, seller, order_id, units)
  if (one.method) await receiveFirst(market, sides(), order_id)
  const [goods, , cheapest] = one.cents
  const taken = await takenBack(
    market,
    sides(),
    order_id,
    units.map(([line, quantity]) => [line, quantity, 0]),
  )
  expect([taken?.refunded, await backFor(order_id)]).toEqual([(goods + cheapest) / 100, [goods, cheapest]])
})

test.each(Object.entries(BASKETS))(
  '%s: part of the units gives back no delivery, unless it is added',
  async (_, one) => {
    const { order_id, units } = await paidFor(one)
    const [, delivery] = one.cents
    const [[line, quantity] = [0, 0]] = units
    if (quantity > 1) {
      await cancelUnits(market, seller, order_id, [[line, 1]])
      const price = { [lamp.product_id]: 1_000, [cup.product_id]: 50, [file.product_id]: 800 }[
        one.lines[0]?.[0].product_id ?? ''
      ]
      return expect(await backFor(order_id)).toEqual([price, 0])
    }
    const ofDelivery = Math.min(delivery, 100)
    const { payment_id } = await paymentOf(market, admin, order_id)
    await refund(market, admin, payment_id, { seller_id: seller.user_id, amount: 3, delivery: ofDelivery / 100 })
    expect(await backFor(order_id)).toEqual([300 - ofDelivery, ofDelivery])
  },
)
