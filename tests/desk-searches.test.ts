import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { makeAdmin, signUp, type TestAccount } from './support/accounts.ts'
import { call, checkout } from './support/api.ts'
import { orderOf } from './support/fulfilment.ts'
import { openForTests } from './support/open-for-tests.ts'
import { buildProduct } from './support/products.ts'
import { writeReview } from './support/reviews.ts'

// Properties that all searches in lists of sellers and admins share.

/** Every list has a row with each of these names; `plain` has no character with a special meaning. */
const NAMES = { accented: 'Łódź Straße', signs: '50% a_b c\\d Ñ', plain: 'Woods' }
type Named = keyof typeof NAMES

/** Search texts, and the row that each finds. */
const FOUND: [string, Named | undefined][] = [
  ...['Łódź', 'lodz', 'LÓDŹ', 'ŁÓDŹ', 'łódz', 'straße', 'STRASSE', 'Strasse', 'dz str'].map((text): [string, Named] => [
    text,
    'accented',
  ]),
  ...['%', '_', '\\', '50%', 'A_B', 'c\\D', 'D N\u0303', 'd ñ'].map((text): [string, Named] => [text, 'signs']),
  ...['l%z', 'l_dz', 'w\\oods', '%%', '__', "'", '" or 1=1'].map((text): [string, undefined] => [text, undefined]),
]

const market = await openForTests()
const admin = await makeAdmin(market)
const seller = await named('Own desk', 'seller')
/** The ids of the rows with these names, in all lists. */
const ids: Record<Named, Set<string>> = { accented: new Set(), signs: new Set(), plain: new Set() }
/** The ids of another seller's rows with the same names. */
const foreign = new Set<string>()

async function named(name: string, role: 'buyer' | 'seller' = 'buyer'): Promise<TestAccount> {
  const account = await signUp(market, { role })
  const payload = { data: { display_name: name } }
  await market.app.inject({ method: 'PUT', url: '/auth/v1/user', headers: account.headers, payload })
  return account
}

const rival = await named('Rival', 'seller')
for (const kind of Object.keys(NAMES) as Named[]) {
  const name = NAMES[kind]
  const [buyer, sellerOfName] = [await named(name), await named(name, 'seller')]
  const shown = { product_name: `Mug ${name} 1` }
  const product = await buildProduct(market, { ...shown, seller_id: seller.user_id })
  const [rivals, byName] = [
    await buildProduct(market, { ...shown, seller_id: rival.user_id }),
    await buildProduct(market, { product_name: 'Kettle', seller_id: sellerOfName.user_id }),
  ]
  const body = { ...checkout, shipping_address: { ...checkout.shipping_address, fullName: name } }
  const [order, others] = [
    await orderOf(market, buyer, [[product, 1]], body),
    await orderOf(market, buyer, [[rivals, 1]], body),
  ]
  for (const [{ order_id }, as] of [
    [order, seller],
    [others, rival],
  ] as const) {
    const path = `/api/seller/orders/${order_id}/messages`
    await call(market, 'POST', path, { as, body: { message_id: randomUUID(), text: 'Hello' } })
  }
  const delivered = { as: admin, body: { order_state: 'delivered' } }
  await call(market, 'PATCH', `/api/admin/orders/${order.order_id}`, delivered)
  const { body: review } = await writeReview(market, buyer, product.product_id, { rating: 5, text: 'Good' })
  await call(market, 'POST', `/api/admin/users/${buyer.user_id}/suspend`, { as: admin, body: { reason: 'Test' } })
  for (const id of [buyer.user_id, sellerOfName.user_id, byName.product_id, product.product_id, order.order_id])
    ids[kind].add(id)
  for (const id of [rivals.product_id, others.order_id, review.review_id]) ids[kind].add(id)
  foreign.add(rivals.product_id).add(others.order_id)
}

interface Desk {
  list: string
  /** The parameter for the text; `q` by default. */
  by?: string
  /** The field with the rows, and the field of a row that identifies it. */
  rows: string
  id: string
  /** The role that searches; an admin by default. */
  as?: 'seller'
  /** The number of rows with each name. */
  each: number
  file?: boolean
}

/** Every list of sellers and admins that can be searched for names. */
const DESKS: Desk[] = [
  { list: '/api/admin/products', rows: 'products', id: 'product_id', each: 2, file: true },
  { list: '/api/admin/products', by: 'seller', rows: 'products', id: 'product_id', each: 1, file: true },
  { list: '/api/admin/users', rows: 'users', id: 'user_id', each: 2, file: true },
  { list: '/api/admin/orders', by: 'buyer', rows: 'orders', id: 'order_id', each: 2, file: true },
  { list: '/api/admin/reviews', rows: 'reviews', id: 'review_id', each: 1, file: true },
  { list: '/api/admin/activity', rows: 'activities', id: 'target', each: 1, file: true },
  { list: '/api/seller/products', rows: 'products', id: 'product_id', as: 'seller', each: 1, file: true },
  { list: '/api/seller/orders', rows: 'orders', id: 'order_id', as: 'seller', each: 1, file: true },
  { list: '/api/seller/conversations', rows: 'conversations', id: 'order_id', as: 'seller', each: 1 },
]

describe.each(DESKS)('the search of $list by $by', ({ list, by = 'q', rows, id, as, each, file }) => {
  const accountOf = () => (as ? seller : admin)

  async function search(text: string): Promise<string[]> {
    const url = `${list}?${new URLSearchParams({ [by]: text, page_size: '100' })}`
    const { status, body } = await call<Record<string, Record<string, string>[]>>(market, 'GET', url, {
      as: accountOf(),
    })
    expect(status, text).toBe(200)
    const found = body[rows]?.map((row) => String(row[id])) ?? []
    expect(body.total, text).toBe(found.length)
    if (as) expect(found.filter((one) => foreign.has(one))).toEqual([])
    return found
  }

  test('C4: folds accents and case, and takes special characters literally', async () => {
    for (const [text, kind] of FOUND) {
      const found = await search(text)
      expect(found, text).toHaveLength(kind ? each : 0)
      for (const one of found) expect(kind && ids[kind].has(one), text).toBe(true)
    }
  })

  test('accepts short and empty texts', async () => {
    const all = await search('')
    expect((await search(' ')).length).toBe(all.length)
    for (const text of ['o', 'oo']) expect((await search(text)).length, text).toBeGreaterThanOrEqual(each)
    for (const text of ['q', 'ж', '¤']) expect(await search(text), text).toEqual([])
  })

  test.runIf(file)('finds the same rows in its CSV file', async () => {
    for (const text of ['LODZ', 'ó', '%', 'l_dz']) {
      const url = `${list}.csv?${new URLSearchParams({ [by]: text })}`
      const { statusCode, body } = await market.app.inject({ url, headers: accountOf().headers })
      expect(statusCode).toBe(200)
      const lines = body.trim().split('\r\n').slice(1)
      const found = await search(text)
      expect(lines.length, text).toBe(found.length)
      for (const one of found) expect(body).toContain(one)
    }
  })
})

test('every CSV export begins with one UTF-8 byte order mark, so that Excel reads its letters', async () => {
  await buildProduct(market, { seller_id: seller.user_id, product_name: 'Łódź' })
  const paths = Object.keys(market.app.swagger().paths ?? {}).filter((path) => path.endsWith('.csv'))
  expect(paths.length).toBeGreaterThan(5)
  for (const url of paths) {
    const { headers } = url.startsWith('/api/seller/') ? seller : admin
    const { statusCode, rawPayload } = await market.app.inject({ url, headers })
    expect([url, statusCode, rawPayload.subarray(0, 3).toString('hex')]).toEqual([url, 200, 'efbbbf'])
    expect(rawPayload.lastIndexOf(Buffer.from('efbbbf', 'hex')), url).toBe(0)
    if (url.includes('products')) expect(rawPayload.toString(), url).toContain('Łódź')
  }
})
