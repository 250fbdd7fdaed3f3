import { expect, test } from 'vitest'
import type { Product } from '../../../shared/catalog/schema.ts'
import { makeAdmin } from '../../../tests/support/accounts.ts'
import { call } from '../../../tests/support/api.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { buildProduct, changeCatalog, setPrice } from '../../../tests/support/products.ts'

const market = await openForTests()
const admin = await makeAdmin(market)

const setFlashSale = (id: string, flash_sale: boolean) =>
  call(market, 'PATCH', `/api/admin/products/${id}`, { as: admin, body: { flash_sale } })
const lowest = async (id: string) =>
  (await call<Product>(market, 'GET', `/api/products/${id}`)).body.lowest_price_30_days
const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
/** Builds a product with these former prices, each valid until some days ago, and its current price since then. */
async function priced(prices: readonly (readonly [price: number, days: number])[], present: number) {
  const [[first]] = prices as [[number, number]]
  const { product_id, product_number } = await buildProduct(market, { product_price: first })
  for (const price of [...prices.slice(1).map(([next]) => next), present]) await setPrice(market, product_id, price)
  const changes = await market.db
    .selectFrom('price_changes')
    .select('change_number')
    .where('product_number', '=', product_number)
    .orderBy('change_number')
    .execute()
  await changeCatalog(market, async (tx) => {
    for (const [index, { change_number }] of changes.entries())
      await tx
        .updateTable('price_changes')
        .set({ changed_at: ago(prices[index]?.[1] ?? 0) })
        .where('change_number', '=', change_number)
        .execute()
  })
  return product_id
}

test.each([
  ['of one that was lowered is the price before', [[20, 1]], 15, 20],
  ['is never the present one, however long ago that began', [[20, 20]], 15, 20],
  [
    'is the lowest price of the 30 days before the present one',
    [
      [12, 56],
      [30, 40],
      [18, 35],
      [40, 25],
    ],
    15,
    18,
  ],
  [
    'is above the current price, or below it after a short rise',
    [
      [20, 10],
      [30, 5],
    ],
    25,
    20,
  ],
  ['of one that was raised is none', [[15, 1]], 20, undefined],
  [
    'is absent after a price was lowered and then raised',
    [
      [20, 5],
      [15, 2],
    ],
    18,
    undefined,
  ],
  ['of one that was lowered long ago is none', [[20, 31]], 15, undefined],
] as const)('the lowest former price %s', async (_name, prices, present, expected) => {
  expect(await lowest(await priced(prices, present))).toBe(expected)
})

test('a flash sale shows the lowest former price throughout, if the price was lowered; so do rows of /rest/v1', async () => {
  const same = (await buildProduct(market, { product_price: 20 })).product_id
  const lowered = await priced([[20, 90]], 15)
  for (const id of [same, lowered]) await setFlashSale(id, true)
  expect([await lowest(same), await lowest(lowered)]).toEqual([undefined, 20])
  const rows = await market.app.inject({
    url: `/rest/v1/products?product_id=in.(${same},${lowered})`,
    headers: admin.headers,
  })
  expect(rows.json<Product[]>().map((row) => row.lowest_price_30_days)).toEqual([undefined, 20])
  await setFlashSale(lowered, false)
  expect(await lowest(lowered)).toBeUndefined()
})
