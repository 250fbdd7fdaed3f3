import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { TestAccount } from '../../../tests/support/accounts.ts'
import { openForTests, signUpAll } from '../../../tests/support/open-for-tests.ts'

const market = await openForTests({ config: { languages: ['en', 'de'] }, listens: true })
const [admin, seller] = await signUpAll(market, 'admin', 'seller')
const alone = await openForTests()
const [adminAlone, sellerAlone] = await signUpAll(alone, 'admin', 'seller')

async function headings(path: string, as: TestAccount, accepted?: string, of = market): Promise<string> {
  const headers = { ...as.headers, ...(accepted && { 'accept-language': accepted }) }
  const { statusCode, body } = await of.app.inject({ url: path, headers })
  expect(statusCode).toBe(200)
  return body.slice(1).split('\r\n', 1)[0] ?? ''
}

/** All of the API. */
const files = Object.keys(market.app.swagger().paths ?? {}).filter((path) => path.endsWith('.csv'))
test.each(files)('the headings of %s are in the language of the reader', async (path) => {
  const [as, asAlone] = path.startsWith('/api/admin') ? [admin, adminAlone] : [seller, sellerAlone]
  const english = await headings(path, as)
  const german = await headings(path, as, 'de-DE,de;q=0.9')
  expect(german).not.toBe(english)
  expect(german.split(',')).toHaveLength(english.split(',').length)
  for (const accepted of ['en', 'fr']) expect(await headings(path, as, accepted)).toBe(english)
  expect(await headings(path, asAlone, 'de', alone)).toBe(english)
})

test('the headings of a file are the texts of its language', async () => {
  expect(files.length).toBeGreaterThan(5)
  expect(await headings('/api/admin/products.csv', admin, 'de')).toBe(
    'ID,Name,Preis,Verkäufer-ID,Blitzangebot,Gewicht (g),Lieferung',
  )
})

test.each([
  ['admin/products', 'ID,Name,Price,Seller ID,Flash Sale,Weight (g),Delivery'],
  ['admin/orders', 'Order ID,Buyer ID,Total Amount,Order Date (UTC),Status,Payment Method'],
  [
    'admin/reviews',
    'Review,Product ID,Product,Rating,Text,Answer from the seller,Buyer,Status,Open reports,Date (UTC)',
  ],
  [
    'seller/products',
    'ID,Name,Price,Total Orders,Total Sales,On hand,Reserved,Cancelled and returned,Weight (g),Delivery',
  ],
])('the headings of %s.csv', async (path, english) => {
  expect(await headings(`/api/${path}.csv`, path.startsWith('admin') ? admin : seller)).toBe(english)
})

test('a long file is in one language to its end', async () => {
  await sql`
    insert into orders (order_number, buyer_id, order_state, total_count, products_id, shipping_address, payment_method)
    select number, ${admin.user_id}, 'delivered', 1, '["PRD00001"]', '{}', 'paypal'
    from generate_series(1, 2500) number`.execute(market.db)
  const { port } = market.app.server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}/api/admin/orders.csv`, {
    headers: { ...admin.headers, 'accept-language': 'de' },
  })
  const [, ...rows] = (await response.text()).trimEnd().split('\r\n')
  expect(rows).toHaveLength(2500)
  expect(new Set(rows.map((row) => row.split(',').at(-2)))).toEqual(new Set(['Zugestellt']))
})
