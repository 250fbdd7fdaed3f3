import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Suggestions } from '../../../shared/catalog/search-schema.ts'
import { call } from '../../../tests/support/api.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { buildProducts, deleteProduct } from '../../../tests/support/products.ts'
import { countWords } from './index-queries.ts'

const market = await openForTests()
const made = await buildProducts(market, [
  { product_name: 'Wireless headphones', product_category: ['Audio'] },
  { product_name: 'Wired headset', product_category: ['Audio'] },
  { product_name: 'Table lamp', product_category: ['Home & Lighting'] },
  ...Array.from({ length: 9 }, (_, at) => ({
    product_name: `Lampshade ${at}`,
    product_category: ['Home & Lighting'],
  })),
])
await countWords(market.db)
await sql`update products set total_sales = 40 where product_id = ${made[7]?.product_id}`.execute(market.db)

async function suggest(q: string) {
  const { status, body } = await call<Suggestions>(market, 'GET', `/api/suggestions?q=${encodeURIComponent(q)}`)
  expect(status).toBe(200)
  const { texts, categories, products } = body
  return { texts, categories, products: products.map(({ product_name }) => product_name) }
}

describe('suggestions', () => {
  test('complete the last word: best-selling first, at most eight', async () => {
    const { texts, products } = await suggest('lamp')
    expect(texts).toEqual(['lampshade'])
    expect(products).toHaveLength(7)
    expect(products[0]).toBe('Lampshade 4')
  })

  test('contain the earlier words, and match products together with them', async () => {
    expect(await suggest('Wireless he')).toEqual({
      texts: ['wireless headphones'],
      categories: [],
      products: ['Wireless headphones'],
    })
    expect((await suggest('wired he')).texts).toEqual(['wired headset'])
  })

  test('are categories in the shop', async () => {
    expect((await suggest('light')).categories).toEqual(['Home & Lighting'])
    expect((await suggest('toys')).categories).toEqual([])
  })

  test('correct a typing error', async () => {
    expect(await suggest('headphnes')).toMatchObject({ texts: ['headphones'], products: ['Wireless headphones'] })
  })

  test('are of products in the shop', async () => {
    const [gone] = await buildProducts(market, [{ product_name: 'Quillon stand' }])
    expect((await suggest('quil')).products).toEqual(['Quillon stand'])
    await deleteProduct(market, gone?.product_id as string)
    await expect.poll(() => suggest('quil')).toEqual({ texts: [], categories: [], products: [] })
  })

  test.each(['%%', "''", '\\\\', '()', '—…', '😀😀', 'x'.repeat(100), 'a b c d e f g h i j k'])(
    'may be none: %s',
    async (q) => {
      expect(await suggest(q)).toEqual({ texts: [], categories: [], products: [] })
    },
  )
})
