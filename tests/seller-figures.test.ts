import { afterAll, expect, test } from 'vitest'
import { goodsLeft, shownState } from '../shared/fulfilment/rules.ts'
import type { FullSellerOrder, FullSellerOrderPage } from '../shared/fulfilment/schema.ts'
import { progressMessages } from '../shared/fulfilment/screen-messages.ts'
import { decimalToCents, toCents, toDollars } from '../shared/kernel/money.ts'
import type { AdminStats, SellerStats } from '../shared/stats/schema.ts'
import { call, checkout } from './support/api.ts'
import { cancelUnits, orderOf, readAsSeller, receiveFirst, sendUnits } from './support/fulfilment.ts'
import { openForTests, PAID, signUpAll } from './support/open-for-tests.ts'
import { actOnPayment, refund } from './support/payments.ts'
import { buildProduct } from './support/products.ts'
import { delivered, paymentOf, takenBack } from './support/returns.ts'
import { brokenRules } from './support/stock.ts'

const market = await openForTests({ config: PAID, listens: true })
afterAll(async () => expect(await brokenRules(market)).toEqual([]))
const [admin, seller, rival, buyer] = await signUpAll(market, 'admin', 'seller', 'seller', 'buyer')
const lamp = await buildProduct(market, { seller_id: seller.user_id, product_name: 'lamp', product_price: 19.99 })
const cup = await buildProduct(market, { seller_id: seller.user_id, product_name: 'cup', product_price: 0.35 })
const theirs = await buildProduct(market, { seller_id: rival.user_id, product_name: 'theirs', product_price: 500 })

async function place(payment_method = 'credit_card'): Promise<string> {
  const lines = [lamp, cup, theirs].map((product, index) => [product, 3 - index] as const)
  return (await orderOf(market, buyer, lines, { ...checkout, payment_method })).order_id
}

const cancel = (id: string, lines: [number, number][], as = seller) => cancelUnits(market, as, id, lines)

async function setState(id: string, order_state: string) {
  const path = `/api/admin/orders/${id}`
  expect((await call(market, 'PATCH', path, { as: admin, body: { order_state } })).status).toBe(200)
}

/** Returns the dashboard's figures of a seller in cents, after comparing them with the list and the CSV file of orders. */
async function figures(as = seller) {
  const { body: stats } = await call<SellerStats>(market, 'GET', '/api/seller/stats', { as })
  const { body: page } = await call<FullSellerOrderPage>(market, 'GET', '/api/seller/orders?page_size=100', { as })
  const file = await market.app.inject({ url: '/api/seller/orders.csv', headers: as.headers })
  // No cell contains a comma.
  const [heads = [], ...cells] = file.body
    .trim()
    .split('\r\n')
    .map((row) => row.split(','))
  const rows = cells.map((row) => Object.fromEntries(heads.map((head, index) => [head, row[index]])))
  const column = (name: string) => rows.reduce((cents, row) => cents + decimalToCents(row[name] ?? ''), 0)
  const { amount, reversed_amount, awaited_amount } = stats.sold
  const shown = { net: toCents(amount), reversed: toCents(reversed_amount), awaited: toCents(awaited_amount) }
  expect({ sold: column('Sold'), reversed: column('Cancelled and returned'), net: column('Net') }).toEqual({
    sold: shown.net + shown.reversed,
    reversed: shown.reversed,
    net: shown.net,
  })
  const worth = (some: FullSellerOrder[]) => some.reduce((cents, order) => cents + toCents(goodsLeft(order)), 0)
  const awaited = page.orders.filter(({ payment }) => payment?.payment_state === 'awaiting_transfer')
  expect({ all: worth(page.orders), awaited: worth(awaited) }).toEqual({
    all: shown.net + shown.awaited,
    awaited: shown.awaited,
  })
  for (const order of page.orders) {
    const states = rows.filter((row) => row.Order === order.seller_order_id).map(({ Status }) => Status)
    expect(new Set(states)).toEqual(new Set([progressMessages.states[shownState(order)]]))
  }
  return shown
}

const LAMP = 1999
const CUP = 35
const ALL = 3 * LAMP + 2 * CUP

/** Scenarios of an order of three lamps, two cups and another seller's product, and the cents that each reverses. */
const COURSES: [name: string, course: () => Promise<unknown>, reversed: number, awaited?: number][] = [
  [
    "all of the seller's units are cancelled, and the order goes on",
    async () => {
      const id = await place()
      await cancel(id, unitsLeft)
      expect(await readAsSeller(market, seller, id)).toMatchObject({ state: 'cancelled', order_state: 'pending' })
    },
    ALL,
  ],
  [
    'an admin cancels the order after a seller has cancelled a part',
    async () => {
      const id = await place()
      await cancel(id, [[2, 1]])
      await setState(id, 'cancelled')
    },
    ALL,
  ],
  [
    'an admin takes that back',
    async () => {
      const id = await place()
      await cancel(id, [[2, 1]])
      for (const state of ['returned', 'cancelled', 'pending']) await setState(id, state)
    },
    CUP,
  ],
  [
    'a unit comes back',
    async () => {
      const id = await delivered(market, { buyer, seller }, [
        [lamp, 3],
        [cup, 2],
      ])
      await takenBack(market, { buyer, seller }, id, [[1, 1, 0]])
    },
    LAMP,
  ],
  [
    'some units are cancelled, and the others come back',
    async () => {
      const id = await place()
      await cancel(id, [
        [1, 2],
        [2, 2],
      ])
      await sendUnits(market, seller, id, [[1, 1]])
      await receiveFirst(market, { buyer, seller }, id)
      await takenBack(market, { buyer, seller }, id, [[1, 1, 1]])
    },
    ALL,
  ],
  [
    'an admin refunds out of goodwill',
    async () => {
      const { payment_id } = await paymentOf(market, admin, await place())
      await refund(market, admin, payment_id, { amount: 5, seller_id: seller.user_id })
    },
    0,
  ],
  [
    'a bank transfer is awaited after a part was cancelled',
    async () => cancel(await place('bank_transfer'), [[1, 1]]),
    0,
    ALL - LAMP,
  ],
  [
    'a bank transfer came',
    async () => {
      const id = await place('bank_transfer')
      await cancel(id, [[1, 1]])
      const { payment_id } = await paymentOf(market, admin, id)
      const body = { amount: toDollars(ALL) + 500, at: new Date().toISOString().slice(0, 10) }
      expect((await actOnPayment(market, admin, payment_id, 'received', body)).status).toBe(200)
    },
    LAMP,
  ],
  [
    'the order is cancelled while its bank transfer is awaited',
    async () => {
      const id = await place('bank_transfer')
      await cancel(id, unitsLeft)
      await cancel(id, [[3, 1]], rival)
    },
    ALL,
  ],
]
const unitsLeft: [number, number][] = [
  [1, 3],
  [2, 2],
]

test.each(COURSES)(
  "a seller's dashboard, list and CSV file agree when %s",
  async (_name, course, reversed, awaited = 0) => {
    const before = await figures()
    await course()
    const after = await figures()
    const isCounted = awaited === 0
    expect({
      net: after.net - before.net,
      reversed: after.reversed - before.reversed,
      awaited: after.awaited - before.awaited,
    }).toEqual({ net: isCounted ? ALL - reversed : 0, reversed: isCounted ? reversed : 0, awaited })
    await figures(rival)
  },
)

test("the admin's figures add up those of all sellers, and a product's sales exclude cancelled and returned units", async () => {
  const own = await figures()
  const others = await figures(rival)
  const { body: stats } = await call<AdminStats>(market, 'GET', '/api/admin/stats', { as: admin })
  expect([toCents(stats.soldSales), toCents(stats.reversedSales), toCents(stats.awaitedSales)]).toEqual([
    own.net + own.reversed + others.net + others.reversed,
    own.reversed + others.reversed,
    own.awaited + others.awaited,
  ])
  const { body } = await call<{ products: Record<string, number>[] }>(market, 'GET', '/api/seller/products', {
    as: seller,
  })
  const cents = body.products.reduce((sum, product) => sum + toCents(product.sales_amount ?? 0), 0)
  expect(cents).toBe(own.net + own.awaited)
  const { body: seen } = await call<SellerStats>(market, 'GET', '/api/seller/stats', { as: seller })
  expect(seen.best_sellers.reduce((sum, product) => sum + toCents(product.sales_amount), 0)).toBe(cents)
})
