import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createRandom } from '../demo/random.ts'
import { CANCEL_REASONS } from '../shared/fulfilment/constants.ts'
import type { FullSellerOrder } from '../shared/fulfilment/schema.ts'
import { ORDER_STATES } from '../shared/orders/constants.ts'
import type { TestAccount } from './support/accounts.ts'
import { call } from './support/api.ts'
import { type Answered, orderOf, readAsSeller, sending, unitsOf } from './support/fulfilment.ts'
import { pauseCommits, underContention } from './support/lock-contention.ts'
import { openBeside, openForTests, signUpAll } from './support/open-for-tests.ts'
import { buildProduct, type TestProduct } from './support/products.ts'
import { brokenRules, buildStocked } from './support/stock.ts'

// For more actions, or others: ACTS=10000 ORDERS=50 ACTS_SEED=7 npx vitest run tests/fulfilment-acts.test.ts
const ACTS = Number(process.env.ACTS ?? 100)
const ORDERS = Number(process.env.ORDERS ?? 8)
const RULES_EVERY = 100
/** The number of requests sent concurrently. */
const AT_ONCE = 10
const random = createRandom(Number(process.env.ACTS_SEED ?? 16))

// Two servers on one database.
const market = await openForTests()
const beside = await openBeside(market)
const [admin, ...sellers] = await signUpAll(market, 'admin', 'seller', 'seller', 'seller')
const buyers = await signUpAll(market, 'buyer', 'buyer', 'buyer')
const products: TestProduct[] = []
for (const seller of sellers) {
  products.push(await buildStocked(market, seller, { set: 900 }))
  products.push(await buildProduct(market, { seller_id: seller.user_id }))
}

/** Returns a new order of some products, with up to two lines per seller. */
async function place(buyer: TestAccount): Promise<string> {
  const chosen = products.filter(() => random.next() < 0.5)
  const lines = (chosen.length ? chosen : products).map((product) => [product, random.whole(1, 4)] as const)
  return (await orderOf(market, buyer, lines)).order_id
}

interface Subject {
  order_id: string
  /** A seller of the order, or another one. */
  seller: TestAccount
  sellerOrder: FullSellerOrder | undefined
  /** Usually the current one of the seller order. */
  revision: number
}

interface Request {
  method: 'POST' | 'PATCH'
  path: string
  as: TestAccount
  body?: object
}

const someUnits = ({ sellerOrder }: Subject) =>
  unitsOf(
    (sellerOrder?.lines ?? [])
      .filter(() => random.next() < 0.7)
      .map((line) => [line.line_number, random.whole(1, line.quantity)]),
  )
const aShipment = ({ sellerOrder }: Subject) =>
  sellerOrder?.shipments.length ? random.pick(sellerOrder.shipments).shipment_number : 1
const aReturn = ({ sellerOrder }: Subject) =>
  sellerOrder?.returns.length ? random.pick(sellerOrder.returns).return_number : 1
const SHIPMENT_STATES = ['delivered', 'delivered', 'lost', 'resent', 'refunded', 'voided'] as const
const partOf = ({ sellerOrder }: Subject) => `seller-orders/${sellerOrder?.number ?? 1}`
const byAdmin = ({ order_id }: Subject, method: Request['method'], path: string, body?: object): Request => ({
  method,
  path: `/api/admin/orders/${order_id}${path}`,
  as: admin,
  ...(body && { body }),
})
/** A seller's action, which sometimes an admin takes. */
const bySeller = (subject: Subject, path: string, act: object, method: Request['method'] = 'POST'): Request => {
  const body = { revision: subject.revision, ...act }
  if (random.next() < 0.2) return byAdmin(subject, method, `/${partOf(subject)}/${path}`, body)
  return { method, path: `/api/seller/orders/${subject.order_id}/${path}`, as: subject.seller, body }
}
const byBuyer = ({ order_id, revision }: Subject, path: string, act: object = {}): Request => ({
  method: 'POST',
  path: `/api/orders/${order_id}/${path}`,
  as: random.pick(buyers),
  body: { revision, ...act },
})

/** The actions, weighted by frequency. */
const acts: [weight: number, make: (subject: Subject) => Request][] = [
  [14, (s) => bySeller(s, 'confirm', {})],
  [26, (s) => bySeller(s, 'shipments', { ...sending(s.revision, []), lines: someUnits(s) })],
  [10, (s) => bySeller(s, 'cancel', { lines: someUnits(s), reason: random.pick(CANCEL_REASONS) })],
  [8, (s) => bySeller(s, 'cancel-answer', { accept: random.next() < 0.5, note: 'A word' })],
  [18, (s) => bySeller(s, `shipments/${aShipment(s)}`, { state: random.pick(SHIPMENT_STATES) }, 'PATCH')],
  [10, (s) => byBuyer(s, `${partOf(s)}/cancel`, random.next() < 0.5 ? { lines: someUnits(s) } : {})],
  [8, (s) => byBuyer(s, `shipments/${aShipment(s)}/received`)],
  [4, (s) => byBuyer(s, `shipments/${aShipment(s)}/missing`)],
  [10, (s) => byBuyer(s, `${partOf(s)}/returns`, { lines: someUnits(s), reason: 'other' })],
  [3, (s) => byBuyer(s, `${partOf(s)}/returns/${aReturn(s)}/withdraw`)],
  [3, (s) => byBuyer(s, `${partOf(s)}/returns/${aReturn(s)}/sent`, { carrier: 'UPS' })],
  [
    8,
    (s) => {
      const answer = { accept: random.next() < 0.8, instructions: 'To the shop', note: 'A word' }
      return bySeller(s, `returns/${aReturn(s)}/answer`, answer)
    },
  ],
  [
    8,
    (s) => {
      const lines = someUnits(s).map(({ line_number, quantity }) => {
        return { line_number, received: quantity, resalable: random.whole(0, quantity) }
      })
      return bySeller(s, `returns/${aReturn(s)}/received`, { lines })
    },
  ],
  [6, (s) => byAdmin(s, 'PATCH', '', { order_state: random.pick(ORDER_STATES) })],
  [6, (s) => byAdmin(s, 'POST', '/follow-seller-orders')],
]

async function subjectOf(order_id: string): Promise<Subject> {
  const seller = random.pick(sellers)
  const found = await readAsSeller(market, seller, order_id)
  const sellerOrder = found.revision === undefined ? undefined : found
  return { order_id, seller, sellerOrder, revision: (sellerOrder?.revision ?? 1) - (random.next() < 0.05 ? 1 : 0) }
}

test(`${ACTS} random actions of random users on ${ORDERS} orders, by two servers, break no rule`, async () => {
  const orders: string[] = []
  while (orders.length < ORDERS) orders.push(await place(random.pick(buyers)))
  const outcomes = new Map<string, number>()
  for (let done = 0; done < ACTS; done += AT_ONCE) {
    // Some of them act on the same seller order.
    const some = Array.from({ length: 4 }, () => random.whole(0, orders.length - 1))
    const subjects = await Promise.all(some.map((at) => subjectOf(orders[at] ?? '')))
    const requests = Array.from({ length: AT_ONCE }, () => {
      const weights = acts.map(([weight]) => weight)
      const [, make] = random.pickWeighted(acts, weights)
      return make(random.pick(subjects))
    })
    const responses = await Promise.all(
      requests.map(({ method, path, ...request }, index) =>
        call<{ code?: string }>(index % 2 ? beside : market, method, path, request),
      ),
    )
    for (const [index, { status, body }] of responses.entries()) {
      const isAnswer = [200, 400, 404, 409].includes(status)
      const fault = isAnswer ? undefined : { status, ...body }
      expect([requests[index]?.path, fault]).toEqual([expect.anything(), undefined])
      const outcome = body.code ?? String(status)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
    // New orders are placed now and then.
    for (const at of orders.keys()) if (random.next() < 0.01) orders[at] = await place(random.pick(buyers))
    if ((done + AT_ONCE) % RULES_EVERY === 0) expect(await brokenRules(market)).toEqual([])
  }
  // Enough of the actions succeed.
  expect(outcomes.get('200') ?? 0).toBeGreaterThan(ACTS / 10)
  if (process.env.ACTS) console.log(Object.fromEntries(outcomes))
}, 3_600_000)

type Changed = Answered<object> & { details?: { seller_order?: { revision?: number; state?: string } } }

test('of 50 concurrent requests to ship or cancel the same last unit exactly one succeeds', async () => {
  const [seller, buyer, product] = [sellers[0], buyers[0], products[0]] as [TestAccount, TestAccount, TestProduct]
  for (const state of ['pending', 'confirmed'] as const) {
    const { order_id } = await orderOf(market, buyer, [[product, 1]])
    if (state === 'confirmed')
      await call(market, 'POST', `/api/seller/orders/${order_id}/confirm`, { as: seller, body: { revision: 1 } })
    const revision = state === 'pending' ? 1 : 2
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const path =
          index % 4 < 2 ? `/api/seller/orders/${order_id}/shipments` : `/api/orders/${order_id}/seller-orders/1/cancel`
        const as = index % 4 < 2 ? seller : buyer
        const body = index % 4 < 2 ? sending(revision, [[1, 1]], { request_id: randomUUID() }) : { revision }
        return call<Changed>(index % 2 ? beside : market, 'POST', path, { as, body })
      }),
    )
    const won = responses.filter(({ status }) => status === 200)
    const refused = responses.filter(({ status }) => status === 409)
    expect([won.length, refused.length]).toEqual([1, 49])
    const present = await readAsSeller(market, seller, order_id)
    for (const { body } of refused) {
      expect(body.code).toBe('seller_order_changed')
      expect(body.details?.seller_order).toMatchObject({ revision: present.revision, state: present.state })
    }
  }
  expect(await brokenRules(market)).toEqual([])
})

// catches: acted-order-unlocked
test('an order is delivered when the packages of its two sellers arrive at the same time', async () => {
  const buyer = buyers[0] as TestAccount
  const bought = [products[0], products[2]].map((product) => [product as TestProduct, 1] as const)
  const { order_id } = await orderOf(market, buyer, bought)
  const sent: FullSellerOrder[] = []
  for (const [index, as] of sellers.slice(0, 2).entries()) {
    const path = `/api/seller/orders/${order_id}/shipments`
    sent.push((await call<FullSellerOrder>(market, 'POST', path, { as, body: sending(1, [[index + 1, 1]]) })).body)
  }
  // Neither commits before both have read the order, or wait for it.
  const commits = await pauseCommits(market.db, 'seller_orders')
  const arrived = await underContention(market.db, commits.hold, () =>
    Promise.all(
      sent.map(({ shipments, revision }, index) => {
        const path = `/api/orders/${order_id}/shipments/${shipments[0]?.shipment_number}/received`
        return call(index % 2 ? beside : market, 'POST', path, { as: buyer, body: { revision } })
      }),
    ),
  ).finally(commits.end)
  expect(arrived.map(({ status }) => status)).toEqual([200, 200])
  const { body } = await call(market, 'GET', `/api/orders/${order_id}`, { as: buyer })
  expect(body).toMatchObject({ order_id, order_state: 'delivered' })
})
