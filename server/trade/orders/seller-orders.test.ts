import { beforeAll, describe, expect, test } from 'vitest'
import type { FullSellerOrder, FullSellerOrderPage } from '../../../shared/fulfilment/schema.ts'
import type { Order } from '../../../shared/orders/schema.ts'
import { makeAdmin, signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { call, checkout } from '../../../tests/support/api.ts'
import { asSeller, orderOf, sending } from '../../../tests/support/fulfilment.ts'
import { openForTests, signUpAll } from '../../../tests/support/open-for-tests.ts'
import { buildProduct, setPrice, type TestProduct } from '../../../tests/support/products.ts'
import { setRows } from '../../../tests/support/set-rows.ts'

const market = await openForTests()
const [seller, rival, big] = await signUpAll(market, 'seller', 'seller', 'seller')
const lamp = await buildProduct(market, { seller_id: seller.user_id, product_name: 'lamp', product_price: 19.99 })
const cup = await buildProduct(market, { seller_id: seller.user_id, product_name: 'cup', product_price: 0.1 })
const theirs = await buildProduct(market, { seller_id: rival.user_id, product_name: 'theirs', product_price: 500 })

async function order(...lines: [TestProduct, number][]): Promise<Order> {
  return orderOf(market, await signUp(market), lines)
}

const list = (as: TestAccount, query = '') =>
  call<FullSellerOrderPage>(market, 'GET', `/api/seller/orders${query}`, { as })
const read = (as: TestAccount, id: string) =>
  call<FullSellerOrder & { code?: string }>(market, 'GET', `/api/seller/orders/${id}`, { as })
const ids = ({ body }: { body: FullSellerOrderPage }) => body.orders.map(({ order_id }) => order_id)

test('orders are listed newest first, each with its address, state and the seller’s lines at the prices paid', async () => {
  const first = await order([lamp, 2], [theirs, 1])
  const second = await order([theirs, 1])
  const third = await order([cup, 3], [lamp, 1])
  await setPrice(market, lamp.product_id, 1)
  const { order_id } = first
  await setRows(market, 'orders', { order_state: 'confirmed' }, { order_id })

  const { status, body, headers } = await list(seller)
  expect([status, body.total, body.page, body.page_size]).toEqual([200, 2, 1, 20])
  expect(headers['cache-control']).toBe('no-store')
  expect(ids({ body })).toEqual([third.order_id, first.order_id])
  expect(body.orders[1]).toMatchObject({
    order_id: first.order_id,
    created_at: first.created_at,
    order_state: 'confirmed',
    shipping_address: checkout.shipping_address,
    lines: [
      {
        product_id: lamp.product_id,
        product_name: 'lamp',
        unit_price: 19.99,
        quantity: 2,
        featured_image: expect.any(String),
      },
    ],
    lines_total: 39.98,
  })
  expect(body.orders[0]?.lines_total).toBe(20.29)
  expect(ids(await list(rival))).toEqual([second.order_id, first.order_id])

  expect((await read(seller, first.order_id)).body).toEqual(body.orders[1])
  expect((await read(rival, first.order_id)).body).toMatchObject({
    lines_total: 500,
    lines: [{ product_name: 'theirs' }],
  })
})

describe('pages and search', () => {
  let placed: Order[]
  beforeAll(async () => {
    const product = await buildProduct(market, { seller_id: big.user_id })
    placed = []
    for (let index = 0; index < 23; index++) placed.push(await order([product, 1]))
  })

  test('pages of twenty, with the total', async () => {
    const newest = placed.map(({ order_id }) => order_id).toReversed()
    const pages = await Promise.all([1, 2, 3].map((page) => list(big, `?page=${page}`)))
    expect(pages.map(ids)).toEqual([newest.slice(0, 20), newest.slice(20), []])
    expect(pages.map(({ body }) => body.total)).toEqual([23, 23, 23])
  })

  test('an order is found by its id, by its number, and by the start of its id', async () => {
    const { order_id } = placed[5] as Order
    const number = Number(order_id.slice(3))
    for (const text of [order_id, order_id.toLowerCase(), String(number), order_id.slice(3), ` ${order_id} `])
      expect(await list(big, `?q=${encodeURIComponent(text)}`)).toMatchObject({
        status: 200,
        body: { total: 1, orders: [{ order_id }] },
      })
    expect((await list(big, '?q=ORD000')).body.total).toBe(23)
    for (const nothing of ['ORD9', '99999', '1e3', '-1', '9'.repeat(13)])
      expect((await list(big, `?q=${nothing}`)).body).toMatchObject({ total: 0, orders: [] })
  })

  test("by the buyer's name while the seller sees it, and by the name or id of the seller's products", async () => {
    const one = await signUp(market, { role: 'seller' })
    const bag = await buildProduct(market, { seller_id: one.user_id, product_name: 'Torch' })
    const own = (await order([bag, 1], [theirs, 1])).order_id
    const buyer = await signUp(market)
    const shipping_address = { ...checkout.shipping_address, fullName: 'Lucja Zolc' }
    const other = await orderOf(market, buyer, [[bag, 1]], { ...checkout, shipping_address })
    await asSeller(market, one, own, 'confirm', { revision: 1 })
    const found = async (query: string) => ids(await list(one, `?${query}`))
    for (const [q, expected] of [
      ['torch', [other.order_id, own]],
      [bag.product_id.toLowerCase(), [other.order_id, own]],
      ['lucja zolc', [other.order_id]],
      // Products of other sellers find nothing.
      ['theirs', []],
      [theirs.product_id, []],
    ] as const) {
      expect(await found(`q=${q}`), q).toEqual(expected)
      expect(await found(`q=${q}&view=accept`), q).toEqual(expected.filter((id) => id !== own))
    }
    // The name is found as long as the seller sees it.
    await setRows(market, 'seller_orders', { ended_at: new Date('2020-01-01') }, { seller_id: one.user_id })
    expect(await found('q=lucja')).toEqual([])
  })

  test('a state filters; date, state and the total of the seller’s lines sort', async () => {
    const one = await signUp(market, { role: 'seller' })
    const [cheap, dear] = [
      await buildProduct(market, { seller_id: one.user_id, product_price: 5 }),
      await buildProduct(market, { seller_id: one.user_id, product_price: 100 }),
    ]
    const first = (await order([dear, 1])).order_id
    const second = (await order([cheap, 1], [theirs, 3])).order_id
    const third = (await order([cheap, 2])).order_id
    const admin = await makeAdmin(market)
    await asSeller(market, one, first, 'shipments', sending(1, [[1, 1]]))
    await asSeller(market, one, third, 'confirm', { revision: 1 })
    const sorted = async (query: string) => ids(await list(one, `?${query}`))
    expect(await sorted('direction=asc')).toEqual([first, second, third])
    expect(await sorted('sort=total')).toEqual([first, third, second])
    expect(await sorted('sort=total&direction=asc&page_size=2')).toEqual([second, third])
    expect(await sorted('sort=total&direction=asc&page_size=2&page=2')).toEqual([first])
    expect(await sorted('sort=state&direction=asc')).toEqual([second, third, first])
    expect(await sorted('state=confirmed')).toEqual([third])
    expect(await sorted(`state=confirmed&q=${first}`)).toEqual([])
    expect((await list(one, '?state=shipped')).body).toMatchObject({ total: 1, total_is_exact: true })
    // A state set by an admin is shown if it stops the seller; totals exclude cancelled units.
    for (const [order_id, order_state] of [
      [second, 'delivered'],
      [third, 'cancelled'],
    ])
      await call(market, 'PATCH', `/api/admin/orders/${order_id}`, { as: admin, body: { order_state } })
    expect(await sorted('state=pending')).toEqual([second])
    expect(await sorted('state=cancelled')).toEqual([third])
    expect(await sorted('sort=total')).toEqual([first, second, third])
    // Orders of other sellers are not included.
    expect((await list(one, '?sort=total')).body.total).toBe(3)
  })
})
