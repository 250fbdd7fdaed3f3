import { expect, test } from 'vitest'
import type { AdminProductPage } from '../../../shared/catalog/schema.ts'
import type { AdminOrder, AdminOrderPage } from '../../../shared/orders/schema.ts'
import { makeAdmin, signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { call } from '../../../tests/support/api.ts'
import { orderOf } from '../../../tests/support/fulfilment.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { buildProduct } from '../../../tests/support/products.ts'
import { setRows } from '../../../tests/support/set-rows.ts'

const DAY_MS = 86_400_000
const START = Date.parse('2026-03-10T23:59:59.999Z')

const market = await openForTests({ deps: { clock: () => new Date(START) } })
const admin = await makeAdmin(market)
const seller = await named('Sam Seller', { role: 'seller', email: 'sam@shop.example' })
const lea = await named('Lea Müller', { email: 'lea.mueller@example.com' })
const max = await named('Max', { email: 'max@example.org' })
const lamp = await buildProduct(market, { seller_id: seller.user_id, product_name: 'Lamp', product_price: 10 })
// Five orders on five days: Lea's of $10, $20 and $30, Max's of $40 and $50.
for (const [index, buyer] of [lea, lea, lea, max, max].entries()) {
  await orderOf(market, buyer, [[lamp, index + 1]])
  await setTime(index + 1, index)
}
await call(market, 'PATCH', '/api/admin/orders/ORD00002', { as: admin, body: { order_state: 'returned' } })

async function named(display_name: string, options: Parameters<typeof signUp>[1]): Promise<TestAccount> {
  const account = await signUp(market, options)
  const user_metadata = JSON.stringify({ display_name })
  await setRows(market, 'users', { user_metadata }, { id: account.user_id })
  return account
}

/** Sets the time of an order, in days after the first. */
async function setTime(order_number: number, days: number): Promise<void> {
  const created_at = new Date(START + days * DAY_MS) as never
  await setRows(market, 'orders', { created_at }, { order_number })
}

const search = (filters: Record<string, string>) =>
  call<AdminOrderPage>(market, 'GET', `/api/admin/orders?${new URLSearchParams(filters)}`, { as: admin })
const numbersOf = ({ body }: { body: AdminOrderPage }) => body.orders.map(({ order_id }) => Number(order_id.slice(3)))

test.each<[Record<string, string>, number[]]>([
  [{ buyer: 'lea.mueller@example.com' }, [3, 2, 1]],
  [{ buyer: ' LEA MÜ ' }, [3, 2, 1]],
  [{ buyer: 'example' }, [5, 4, 3, 2, 1]],
  [{ buyer: 'no such buyer' }, []],
  [{ state: 'returned' }, [2]],
  [{ state: 'pending' }, [5, 4, 3, 1]],
  [{ from: '2026-03-12' }, [5, 4, 3]],
  [{ to: '2026-03-11' }, [2, 1]],
  [{ from: '2026-03-11', to: '2026-03-11' }, [2]],
  [{ min: '30' }, [5, 4, 3]],
  [{ max: '29.99' }, [2, 1]],
  [{ min: '20', max: '20.00' }, [2]],
  [{ buyer: 'lea', state: 'pending', min: '15', from: '2026-03-10', to: '2026-03-31' }, [3]],
  [{ q: 'ord00003', buyer: 'lea' }, [3]],
  [{ q: '4', buyer: 'lea' }, []],
  [{ q: 'nothing', buyer: 'lea' }, []],
])('%j finds the orders %j', async (filters, expected) => {
  const found = await search(filters)
  expect([found.status, numbersOf(found), found.body.total]).toEqual([200, expected, expected.length])
  const url = `/api/admin/orders.csv?${new URLSearchParams(filters)}`
  const { body } = await market.app.inject({ url, headers: admin.headers })
  const exported = body.trimEnd().split('\r\n').slice(1)
  expect(exported.map((line) => Number(line.slice(3, 8)))).toEqual(expected)
})

test("a buyer's id, in full or as the list shows it, finds the orders", async () => {
  for (const buyer of [max.user_id, max.user_id.toUpperCase(), max.user_id.slice(0, 8), max.user_id.slice(0, 13)])
    expect(numbersOf(await search({ buyer }))).toEqual([5, 4])
  expect(numbersOf(await search({ buyer: max.user_id, page: '2' }))).toEqual([])
})

test('an order names its buyer, and the seller of each line', async () => {
  const { body } = await call<AdminOrder>(market, 'GET', '/api/admin/orders/ORD00001', { as: admin })
  expect(body.buyer).toEqual({ name: 'Lea Müller', email: 'lea.mueller@example.com' })
  expect(body.lines).toMatchObject([{ seller_id: seller.user_id, seller_name: 'Sam Seller' }])
  // Buyers see no ids, and no names of accounts.
  const own = await call<AdminOrder>(market, 'GET', '/api/orders/ORD00001', { as: lea })
  expect(JSON.stringify(own.body)).not.toMatch(/seller_id|seller_name|Lea/)
})

test('a product is found by its id, and by the id, name or address of its seller', async () => {
  const rival = await signUp(market, { role: 'seller' })
  const other = await buildProduct(market, { product_name: 'Sofa', seller_id: rival.user_id })
  const found = async (filters: Record<string, string>) => {
    const path = `/api/admin/products?${new URLSearchParams(filters)}`
    const { body } = await call<AdminProductPage>(market, 'GET', path, { as: admin })
    return body.products.map(({ product_id }) => product_id)
  }
  expect(await found({ q: lamp.product_id.toLowerCase() })).toEqual([lamp.product_id])
  expect(await found({ q: other.product_id })).toEqual([other.product_id])
  expect(await found({ q: 'PRD99999' })).toEqual([])
  expect(await found({ q: seller.user_id })).toEqual([lamp.product_id])
  for (const text of [seller.user_id, seller.user_id.slice(0, 8), 'sam sell', 'SAM@shop'])
    expect(await found({ seller: text })).toEqual([lamp.product_id])
  expect(await found({ seller: 'sam', q: 'sofa' })).toEqual([])
})

test('a user is found by id, in full or as lists show it', async () => {
  for (const q of [lea.user_id, lea.user_id.toUpperCase(), lea.user_id.slice(0, 8)]) {
    const { body } = await call<{ users: object[]; total: number }>(market, 'GET', `/api/admin/users?q=${q}`, {
      as: admin,
    })
    expect(body).toMatchObject({ users: [{ user_id: lea.user_id }], total: 1, total_is_exact: true })
  }
})

test('the list is sorted by each column in either direction, with filters and without', async () => {
  const byBuyer = (ascending: boolean) => {
    const leaFirst = lea.user_id < max.user_id === ascending
    const order = (numbers: number[]) => (ascending ? numbers : numbers.toReversed())
    const [hers, his] = [order([3, 2, 1]), order([5, 4])]
    return leaFirst ? [...hers, ...his] : [...his, ...hers]
  }
  const filters: Record<string, string>[] = [{}, { from: '2026-03-01' }, { q: 'ORD' }]
  for (const filter of filters) {
    const sorted = async (sort: string, direction: string) => numbersOf(await search({ ...filter, sort, direction }))
    for (const sort of ['date', 'id', 'total']) {
      expect([sort, filter, await sorted(sort, 'asc')]).toEqual([sort, filter, [1, 2, 3, 4, 5]])
      expect([sort, filter, await sorted(sort, 'desc')]).toEqual([sort, filter, [5, 4, 3, 2, 1]])
    }
    expect(await sorted('buyer', 'asc')).toEqual(byBuyer(true))
    expect(await sorted('buyer', 'desc')).toEqual(byBuyer(false))
    const second = await search({ ...filter, sort: 'date', direction: 'asc', page: '2', page_size: '2' })
    expect([numbersOf(second), second.body.total]).toEqual([[3, 4], 5])
    const last = await search({ ...filter, sort: 'total', direction: 'asc', page: '3', page_size: '2' })
    expect([numbersOf(last), last.body.total]).toEqual([[5], 5])
    expect(numbersOf(await search({ ...filter, sort: 'id', direction: 'asc', page: '4', page_size: '2' }))).toEqual([])
  }
  expect(numbersOf(await search({ state: 'pending', sort: 'total', direction: 'asc' }))).toEqual([1, 3, 4, 5])
})

test('orders are listed by date, and by number within the same time', async () => {
  await setTime(1, 7)
  await setTime(4, 2)
  try {
    for (const q of ['', '0000']) {
      expect(numbersOf(await search({ q }))).toEqual([1, 5, 4, 3, 2])
      expect(numbersOf(await search({ q, direction: 'asc' }))).toEqual([2, 3, 4, 5, 1])
      const pages = [1, 2, 3].map((page) => search({ q, page: String(page), page_size: '2' }))
      expect((await Promise.all(pages)).map(numbersOf)).toEqual([[1, 5], [4, 3], [2]])
      expect(numbersOf(await search({ q, sort: 'id' }))).toEqual([5, 4, 3, 2, 1])
    }
  } finally {
    await setTime(1, 0)
    await setTime(4, 3)
  }
})
