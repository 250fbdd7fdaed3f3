import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAdmin, signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { call } from '../../../tests/support/api.ts'
import { asSeller, orderOf, readAsSeller, sending, unitsOf } from '../../../tests/support/fulfilment.ts'
import { buildProduct } from '../../../tests/support/products.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'

type Name = 'seller' | 'beside' | 'stranger' | 'buyer' | 'rival' | 'admin'

let market: TestApp
let accounts: Record<Name, TestAccount>
/** An order of two sellers with a shipment of each, and one of another buyer with another seller. */
let order: string
let foreign: string
let shipments: { seller: number; beside: number; stranger: number }

beforeAll(async () => {
  market = await createTestApp()
  const [seller, beside, stranger, buyer, rival, admin] = await Promise.all([
    signUp(market, { role: 'seller' }),
    signUp(market, { role: 'seller' }),
    signUp(market, { role: 'seller' }),
    signUp(market),
    signUp(market),
    makeAdmin(market),
  ])
  accounts = { seller, beside, stranger, buyer, rival, admin }
  const [cup, jar, hat] = [
    await buildProduct(market, { seller_id: seller.user_id }),
    await buildProduct(market, { seller_id: beside.user_id }),
    await buildProduct(market, { seller_id: stranger.user_id }),
  ]
  order = (
    await orderOf(market, buyer, [
      [cup, 3],
      [jar, 3],
    ])
  ).order_id
  foreign = (await orderOf(market, rival, [[hat, 3]])).order_id
  const ship = async (as: TestAccount, id: string, line: number) => {
    const { body } = await asSeller(market, as, id, 'shipments', sending(1, [[line, 1]]))
    return body.shipments[0]?.shipment_number ?? 0
  }
  shipments = {
    seller: await ship(seller, order, 1),
    beside: await ship(beside, order, 2),
    stranger: await ship(stranger, foreign, 1),
  }
})
afterAll(() => market.close())

/** 409: the caller may act, on another revision than this. */
const OLD = { revision: 1 }
/** Each row: who, how, where, with what; and the status. `{own}`, `{beside}` and `{other}` are shipments. */
const ROWS: [Name, 'POST' | 'PATCH', string, object, number][] = [
  // The id of the order.
  ...(['confirm', 'shipments', 'cancel', 'cancel-answer'] as const).flatMap((act): typeof ROWS => {
    const lines = unitsOf([[1, 1]])
    const bodies = {
      confirm: OLD,
      shipments: sending(1, [[1, 1]]),
      cancel: { ...OLD, lines, reason: 'other' },
      'cancel-answer': { ...OLD, accept: true },
    }
    const body = bodies[act]
    const own = `/api/seller/orders/{order}/${act}`
    const admins = (number: string) => `/api/admin/orders/{order}/seller-orders/${number}/${act}`
    return [
      ['seller', 'POST', own, body, 409],
      ['beside', 'POST', own, body, 409],
      ['stranger', 'POST', own, body, 404],
      ['buyer', 'POST', own, body, 403],
      ['admin', 'POST', own, body, 403],
      ['seller', 'POST', `/api/seller/orders/{foreign}/${act}`, body, 404],
      ['seller', 'POST', `/api/seller/orders/ORD99999/${act}`, body, 404],
      ['seller', 'POST', `/api/seller/orders/ORD1/${act}`, body, 404],
      ['admin', 'POST', admins('1'), body, 409],
      ['admin', 'POST', admins('2'), body, 409],
      ['admin', 'POST', admins('3'), body, 404],
      ['admin', 'POST', admins('x'), body, 404],
      ['seller', 'POST', admins('1'), body, 403],
      ['buyer', 'POST', admins('1'), body, 403],
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
    ['seller', 'POST', `/api/orders/{order}/shipments/{own}/${word}`, OLD, 403],
  ]),
  // The number of a seller order.
  ['buyer', 'POST', '/api/orders/{order}/seller-orders/2/cancel', OLD, 409],
  ['buyer', 'POST', '/api/orders/{order}/seller-orders/3/cancel', OLD, 404],
  ['rival', 'POST', '/api/orders/{order}/seller-orders/1/cancel', OLD, 404],
  ['buyer', 'PATCH', '/api/orders/{order}/seller-orders/2/address', { ...OLD, city: 'x' }, 409],
  ['buyer', 'PATCH', '/api/orders/{order}/seller-orders/3/address', { ...OLD, city: 'x' }, 404],
  ['rival', 'PATCH', '/api/orders/{order}/seller-orders/1/address', { ...OLD, city: 'x' }, 404],
  // Lines in bodies: those of another seller are as unknown as those that do not exist.
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

describe('A7: foreign ids are as unknown as those that do not exist', () => {
  test.each(ROWS)('%s %s %s %j: %d', async (who, method, path, body, status) => {
    const url = path
      .replace('{order}', order)
      .replace('{foreign}', foreign)
      .replace('{own}', String(shipments.seller))
      .replace('{beside}', String(shipments.beside))
      .replace('{other}', String(shipments.stranger))
    const response = await call(market, method, url, { as: accounts[who], body })
    expect(response.status).toBe(status)
    // What is refused says nothing of another's order.
    if (status === 404) expect(response.body.details).toBeUndefined()
    expect((await call(market, method, url, { body })).status).toBe(401)
  })
})

test('the ids of requests are those of a seller: another one may have the same', async () => {
  const mine = sending(2, [[1, 1]])
  expect((await asSeller(market, accounts.seller, order, 'shipments', mine)).status).toBe(200)
  const theirs = { ...mine, lines: unitsOf([[2, 1]]) }
  expect((await asSeller(market, accounts.beside, order, 'shipments', theirs)).status).toBe(200)
  // For another order of the same seller it is used up.
  const { product_id, product_number } = await buildProduct(market, { seller_id: accounts.seller.user_id })
  const next = (await orderOf(market, accounts.buyer, [[{ product_id, product_number }, 1]])).order_id
  const reused = await asSeller(market, accounts.seller, next, 'shipments', { ...mine, revision: 1 })
  expect([reused.status, reused.body.code]).toEqual([422, 'request_reused'])
  expect((await readAsSeller(market, accounts.seller, next)).shipments).toEqual([])
})
