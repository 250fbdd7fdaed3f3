import { describe, expect, test } from 'vitest'
import type { Product, ProductCard, ProductList, ProductPage } from '../../../shared/catalog/schema.ts'
import { call } from '../../../tests/support/api.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { buildProduct, buildProducts, changeCatalog, deleteProduct, setPrice } from '../../../tests/support/products.ts'

const market = await openForTests()

type Refusal = { code?: string; message?: string }
const get = <Body>(path: string, headers: Record<string, string> = {}) =>
  call<Body & Refusal>(market, 'GET', path, { headers })
const names = ({ products }: { products: ProductCard[] }) => products.map((card) => card.product_name)

describe('one product', () => {
  test('returns only the public fields', async () => {
    const { product_id } = await buildProduct(market, {
      product_name: 'Aurora Headphones',
      product_price: 129.5,
      product_category: ['Audio', 'Wearables'],
      product_desc: '<p>Quiet.</p>',
    })
    const { status, body } = await get<Product>(`/api/products/${product_id}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      product_id,
      product_name: 'Aurora Headphones',
      product_price: 129.5,
      featured_image: `/storage/v1/object/public/products/${product_id}/featured_image`,
      other_images: [],
      product_desc: '<p>Quiet.</p>',
      product_category: ['Audio', 'Wearables'],
      total_sales: 0,
      seller: { handle: 'seller', name: 'Seller', awning: expect.any(Number), since: expect.any(String) },
      flash_sale: false,
      seller_id: expect.any(String),
    })
  })
})

test('E6: a description that was stored without cleaning is cleaned when it is shown', async () => {
  const { product_id } = await buildProduct(market, { product_desc: '<p onclick="x()">Hi</p><script>x()</script>' })
  expect((await get<Product>(`/api/products/${product_id}`)).body.product_desc).toBe('<p>Hi</p>')
})

describe('lists', () => {
  test('flash sale: products on sale, by number, until they are deleted', async () => {
    const [first, , second] = await buildProducts(market, [
      { product_name: 'Sale one', flash_sale: true },
      { product_name: 'No sale' },
      { product_name: 'Sale two', flash_sale: true },
    ])
    expect(names((await get<ProductList>('/api/products/flash-sale')).body)).toEqual(['Sale one', 'Sale two'])
    await deleteProduct(market, first?.product_id as string)
    const { body } = await get<ProductList>('/api/products/flash-sale')
    expect(body.products.map((card) => card.product_id)).toEqual([second?.product_id])
  })

  test('just for you: the first ten by number', async () => {
    await buildProducts(market, Array(12).fill({}))
    const { body } = await get<ProductList>('/api/products/just-for-you')
    const ids = body.products.map((card) => card.product_id)
    const rows = await market.db
      .selectFrom('products')
      .select('product_id')
      .where('visibility', '=', 'visible')
      .orderBy('product_number')
      .limit(10)
      .execute()
    expect(ids).toEqual(rows.map((row) => row.product_id))
  })

  test('by ids: in the order requested, each once, without unknown ones', async () => {
    const [a, b, deleted] = (await buildProducts(market, [{}, {}, {}])).map((product) => product.product_id) as string[]
    await deleteProduct(market, deleted as string)
    const { body } = await get<ProductList>(`/api/products?ids=${b},${deleted},${a},PRD99999,${b}`)
    expect(body.products.map((card) => card.product_id)).toEqual([b, a])
  })

  test('related: at most six others, by the number of shared categories, then the nearest price', async () => {
    const [tv] = await buildProducts(market, [
      { product_name: 'TV', product_category: ['TVs', 'Speakers'], product_price: 500 },
      { product_name: 'both', product_category: ['Speakers', 'TVs'], product_price: 900 },
      ...[100, 300, 450, 510, 580, 700, 2000].map((product_price) => ({
        product_name: `TV for ${product_price}`,
        product_category: ['TVs'],
        product_price,
      })),
      { product_name: 'a sofa', product_category: ['Home & Furniture'], product_price: 500 },
    ])
    const { body } = await get<ProductList>(`/api/products/${tv?.product_id}/related`)
    expect(names(body)).toEqual(['both', 'TV for 510', 'TV for 450', 'TV for 580', 'TV for 300', 'TV for 700'])
  })

  test('related: nothing for a product without a category', async () => {
    const { product_id } = await buildProduct(market, { product_category: [] })
    expect((await get<ProductList>(`/api/products/${product_id}/related`)).body).toEqual({ products: [] })
  })
})

describe('a category', () => {
  const list = (category: string, page?: number) =>
    get<ProductPage>(`/api/categories/${encodeURIComponent(category)}/products${page ? `?page=${page}` : ''}`)

  test('by name without regard to letter case, in pages of five, with the exact count, up to the last page', async () => {
    const letters = 'alpha Bravo charlie Delta echo Foxtrot golf Hotel india Juliett kilo'.split(' ')
    await buildProducts(
      market,
      [...letters].reverse().map((product_name) => ({ product_name, product_category: ['Gaming'] })),
    )
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list('gaming', page)))
    expect(pages.map(({ body }) => names(body))).toEqual([
      letters.slice(0, 5),
      letters.slice(5, 10),
      letters.slice(10),
      [],
    ])
    expect(pages.map(({ body }) => [body.total, body.page, body.page_size])).toEqual(
      [1, 2, 3, 4].map((page) => [11, page, 5]),
    )
  })

  test('a part of a name lists the products of every matching category, each once', async () => {
    await buildProducts(market, [
      { product_name: 'b lamp', product_category: ['Home & Lighting'] },
      { product_name: 'a sofa', product_category: ['Home & Furniture'] },
      { product_name: 'c lit sofa', product_category: ['Home & Lighting', 'Home & Furniture'] },
    ])
    const { body } = await list('HOME')
    expect(names(body)).toEqual(['a sofa', 'a sofa', 'b lamp', 'c lit sofa'])
    expect(body.total).toBe(4)
    expect(names((await list('home & lighting')).body)).toEqual(['b lamp', 'c lit sofa'])
  })

  test('"all" lists every product, even one without a category, and reflects each change', async () => {
    const count = async () => (await list('all')).body.total
    const before = await count()
    const { product_id } = await buildProduct(market, { product_category: [], product_name: '!first' })
    expect(await count()).toBe(before + 1)
    expect(names((await list('all')).body)[0]).toBe('!first')
    await changeCatalog(market, (tx) =>
      tx
        .updateTable('products')
        .set({ product_name: '~last', product_category: ['toys'] })
        .where('product_id', '=', product_id)
        .execute(),
    )
    expect(names((await list('all')).body)[0]).not.toBe('!first')
    expect((await list('toys')).body).toMatchObject({ total: 1, products: [{ product_name: '~last' }] })
    await deleteProduct(market, product_id)
    expect(await count()).toBe(before)
    expect((await list('toys')).body).toMatchObject({ total: 0, products: [] })
  })

  test.each(['nothing-like-this', '%', '_', ' ', "'; drop table products; --"])(
    '%j has no products',
    async (category) => {
      expect(await list(category)).toMatchObject({ status: 200, body: { products: [], total: 0, page: 1 } })
    },
  )
})

describe('caching', () => {
  test('the same content has the same ETag, and a client that has it gets no body', async () => {
    const { product_id } = await buildProduct(market)
    const first = await get(`/api/products/${product_id}`)
    const etag = first.headers.etag as string
    expect(first.headers['cache-control']).toContain('public')
    for (const tag of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const again = await get(`/api/products/${product_id}`, { 'if-none-match': tag })
      expect([again.status, again.body, again.headers.etag]).toEqual([304, {}, etag])
      // A content-length of 0 would make a cache store an empty product.
      expect(again.headers).not.toHaveProperty('content-length')
    }
    await setPrice(market, product_id, 1)
    const head = { method: 'HEAD', url: `/api/products/${product_id}` } as const
    expect((await market.app.inject({ ...head, headers: { 'if-none-match': '*' } })).statusCode).toBe(304)
    const changed = await get<Product>(`/api/products/${product_id}`, { 'if-none-match': etag })
    expect([changed.status, changed.body.product_price]).toEqual([200, 1])
  })

  test('refusals are not cached', async () => {
    const { headers } = await get('/api/products/PRD99999')
    expect(headers.etag).toBeUndefined()
    expect(headers['cache-control']).toBe('no-store')
  })
})
