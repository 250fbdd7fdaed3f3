import { describe, expect, test } from 'vitest'
import type { TestAccount } from '../../../tests/support/accounts.ts'
import { call } from '../../../tests/support/api.ts'
import { asSeller, orderOf, readAsSeller, sending, unitsOf } from '../../../tests/support/fulfilment.ts'
import { openForTests, signUpAll } from '../../../tests/support/open-for-tests.ts'
import { buildProduct, buildProducts } from '../../../tests/support/products.ts'

const market = await openForTests()
const [seller, beside, stranger, buyer, rival, admin] = await signUpAll(
  market,
  ...(['seller', 'seller', 'seller', 'buyer', 'buyer', 'admin'] as const),
)
const accounts = { seller, beside, stranger, buyer, rival, admin }
type Name = keyof typeof accounts
const [cup, jar, hat] = await buildProducts(
  market,
  [seller, beside, stranger].map(({ user_id: seller_id }) => ({ seller_id })),
)
if (!cup || !jar || !hat) throw new Error('no products')
/** The lines of an order of two sellers with a shipment of each; another buyer orders from another seller. */
const lines = [cup, jar].map((product) => [product, 3] as const)
const { order_id: order } = await orderOf(market, buyer, lines)
const { order_id: foreign } = await orderOf(market, rival, [[hat, 3]])
async function ship(as: TestAccount, id: string, line: number): Promise<string> {
  const { body } = await asSeller(market, as, id, 'shipments', sending(1, [[line, 1]]))
  return String(body.shipments[0]?.shipment_number)
}
/** The values of `{name}` in addresses. */
const names: Record<string, string> = {
  order,
  foreign,
  own: await ship(seller, order, 1),
  beside: await ship(beside, order, 2),
  other: await ship(stranger, foreign, 1),
}

/** A stale revision: 409 shows that the caller may act. */
const OLD = { revision: 1 }
/** Caller, method, path, body and expected status. Other roles are in tests/permissions.test.ts. */
const ROWS: [Name, 'POST' | 'PATCH', string, object, number][] = [
  // The id of the order.
  ...(['confirm', 'shipments', 'cancel', 'cancel-answer'] as const).flatMap((action): typeof ROWS => {
    const lines = unitsOf([[1, 1]])
    const bodies = {
      confirm: OLD,
      shipments: sending(1, [[1, 1]]),
      cancel: { ...OLD, lines, reason: 'other' },
      'cancel-answer': { ...OLD, accept: true },
    }
    const body = bodies[action]
    const own = `/api/seller/orders/{order}/${action}`
    const admins = (number: string) => `/api/admin/orders/{order}/seller-orders/${number}/${action}`
    return [
      ['seller', 'POST', own, body, 409],
      ['beside', 'POST', own, body, 409],
      ['stranger', 'POST', own, body, 404],
      ['seller', 'POST', `/api/seller/orders/{foreign}/${action}`, body, 404],
      ['seller', 'POST', `/api/seller/orders/ORD99999/${action}`, body, 404],
      ['seller', 'POST', `/api/seller/orders/ORD1/${action}`, body, 404],
      ['admin', 'POST', admins('1'), body, 409],
      ['admin', 'POST', admins('2'), body, 409],
      ['admin', 'POST', admins('3'), body, 404],
      ['admin', 'POST', admins('x'), body, 404],
    ]
  }),
  // The number of a shipment.
  ['seller', 'PATCH', '/api/seller/orders/{order}/shipments/{own}', OLD, 409],
  ['seller', 'PATCH', '/api/seller/orders/{order}/shipments/{beside}', OLD, 404],
  ['seller', 'PATCH', '/api/seller/orders/{order}/shipments/{other}', OLD, 404],
  ['stranger', 'PATCH', '/api/seller/orders/{foreign}/shipments/{own}', OLD, 404],
  ['admin', 'PATCH', '/api/admin/orders/{order}/seller-orders/2/shipments/{beside}', OLD, 409],
  ['admin', 'PATCH', '/api/admin/orders/{order}/seller-orders/1/shipments/{beside}', OLD, 404],
  ['admin', 'PATCH', '/api/admin/orders/{foreign}/seller-orders/1/shipments/{own}', OLD, 404],
  ...(['received', 'missing'] as const).flatMap((word): typeof ROWS => [
    ['buyer', 'POST', `/api/orders/{order}/shipments/{own}/${word}`, OLD, 409],
    ['buyer', 'POST', `/api/orders/{order}/shipments/{beside}/${word}`, OLD, 409],
    ['buyer', 'POST', `/api/orders/{order}/shipments/{other}/${word}`, OLD, 404],
    ['buyer', 'POST', `/api/orders/{foreign}/shipments/{other}/${word}`, OLD, 404],
    ['rival', 'POST', `/api/orders/{order}/shipments/{own}/${word}`, OLD, 404],
  ]),
  // The number of a seller order.
  ['buyer', 'POST', '/api/orders/{order}/seller-orders/2/cancel', OLD, 409],
  ['buyer', 'POST', '/api/orders/{order}/seller-orders/3/cancel', OLD, 404],
  ['rival', 'POST', '/api/orders/{order}/seller-orders/1/cancel', OLD, 404],
  ['buyer', 'PATCH', '/api/orders/{order}/seller-orders/2/address', { ...OLD, city: 'x' }, 409],
  ['buyer', 'PATCH', '/api/orders/{order}/seller-orders/3/address', { ...OLD, city: 'x' }, 404],
  ['rival', 'PATCH', '/api/orders/{order}/seller-orders/1/address', { ...OLD, city: 'x' }, 404],
  // Lines in bodies: another seller's are refused like those that do not exist.
  ...([1, 2, 3] as const).flatMap((line): typeof ROWS => {
    const lines = unitsOf([[line, 3]])
    const status = line === 1 ? 409 : 404
    return [
      ['seller', 'POST', '/api/seller/orders/{order}/shipments', sending(2, [[line, 3]]), status],
      ['seller', 'POST', '/api/seller/orders/{order}/cancel', { revision: 2, lines, reason: 'other' }, status],
      ['admin', 'POST', '/api/admin/orders/{order}/seller-orders/1/shipments', sending(2, [[line, 3]]), status],
    ]
  }),
]

describe('A7: foreign ids are refused like those that do not exist', () => {
  test.each(ROWS)('%s %s %s %j: %d', async (who, method, path, body, status) => {
    const url = path.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '')
    const response = await call(market, method, url, { as: accounts[who], body })
    expect(response.status).toBe(status)
    // A refusal reveals nothing about another's order.
    if (status === 404) expect(response.body.details).toBeUndefined()
  })
})

test('ids of requests belong to a seller: another seller may use the same', async () => {
  const mine = sending(2, [[1, 1]])
  expect((await asSeller(market, seller, order, 'shipments', mine)).status).toBe(200)
  const theirs = { ...mine, lines: unitsOf([[2, 1]]) }
  expect((await asSeller(market, beside, order, 'shipments', theirs)).status).toBe(200)
  // The same seller cannot use it for another order.
  const hers = await buildProduct(market, { seller_id: seller.user_id })
  const next = (await orderOf(market, buyer, [[hers, 1]])).order_id
  const reused = await asSeller(market, seller, next, 'shipments', { ...mine, revision: 1 })
  expect([reused.status, reused.body.code]).toEqual([422, 'request_reused'])
  expect((await readAsSeller(market, seller, next)).shipments).toEqual([])
  // Nor for two at once.
  const last = (await orderOf(market, buyer, [[hers, 1]])).order_id
  const again = sending(1, [[1, 1]])
  const both = await Promise.all([next, last].map((id) => asSeller(market, seller, id, 'shipments', again)))
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
})
