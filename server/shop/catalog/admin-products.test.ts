import { describe, expect, test } from 'vitest'
import type { AdminProduct, AdminProductPage, ChangedProducts, Product } from '../../../shared/catalog/schema.ts'
import { makeAdmin } from '../../../tests/support/accounts.ts'
import { call } from '../../../tests/support/api.ts'
import { lockProduct, underContention } from '../../../tests/support/lock-contention.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { buildProduct, buildProducts, deleteProduct, type TestProduct } from '../../../tests/support/products.ts'

let skewMs = 0
const market = await openForTests({ deps: { clock: () => new Date(Date.now() + skewMs) } })
const admin = await makeAdmin(market)

const list = (query = '') => call<AdminProductPage>(market, 'GET', `/api/admin/products${query}`, { as: admin })
const change = <Body = ChangedProducts>(
  method: 'PATCH' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
  as = admin,
) => call<Body & { code?: string }>(market, method, `/api/admin/products${path}`, { as, body })
const inShop = async ({ product_id }: TestProduct) =>
  (await call(market, 'GET', `/api/products/${product_id}`)).status === 200
const actionsOn = ({ product_id }: TestProduct) =>
  market.db
    .selectFrom('admin_actions')
    .select(['action', 'admin_id', 'from_value', 'to_value'])
    .where('target', '=', product_id)
    .orderBy('action_number')
    .execute()
const numbers = (products: TestProduct[]) => products.map(({ product_id }) => product_id)

describe('the list', () => {
  test('shows as many rows as requested, up to 100, sorted by a column in either direction', async () => {
    const prices = [30, 10, 20, 10].map((product_price, index) => ({
      product_price,
      product_name: `Sorted ${'dacb'[index]}`,
    }))
    const all = numbers(await buildProducts(market, prices))
    const listed = async (query: string) => {
      const { body } = await list(`?${query}`)
      expect(body).toMatchObject({ total: 4, total_is_exact: true })
      return body.products.map(({ product_id }) => all.indexOf(product_id))
    }
    for (const search of ['', '&q=sorted', '&seller=']) {
      expect(await listed(`sort=price${search}`)).toEqual([1, 3, 2, 0])
      expect(await listed(`sort=price&direction=desc${search}`)).toEqual([0, 2, 3, 1])
      expect(await listed(`sort=name${search}`)).toEqual([1, 3, 2, 0])
      expect(await listed(`sort=id&direction=desc${search}`)).toEqual([3, 2, 1, 0])
      expect(await listed(`sort=price&page=2&page_size=3${search}`)).toEqual([0])
    }
    expect(await listed('page_size=100')).toEqual([0, 1, 2, 3])
    for (const query of ['page_size=101', 'page_size=0', 'page_size=x', 'sort=color'])
      expect((await call(market, 'GET', `/api/admin/products?${query}`, { as: admin })).status).toBe(400)
  })

  test('shows pages of 20 by product id, with an exact count, up to the last page', async () => {
    const all = (await list()).body.products.map(({ product_id }) => product_id)
    all.push(...numbers(await buildProducts(market, Array(61).fill({}))))
    await deleteProduct(market, all.splice(10, 1)[0] ?? '')
    for (const page of [1, 2, 3, 4]) {
      const { body } = await list(`?page=${page}`)
      expect(body.products.map(({ product_id }) => product_id)).toEqual(all.slice((page - 1) * 20, page * 20))
      expect(body).toMatchObject({ total: 64, page, page_size: 20 })
    }
    const { body: beyond } = await list('?page=1000000')
    expect(beyond).toEqual({ products: [], total: 64, total_is_exact: true, page: 1_000_000, page_size: 20 })
  })

  test('has the columns of the table', async () => {
    const { product_id } = await buildProduct(market, { product_name: 'Unique zither', product_price: 12.5 })
    const { body, headers } = await list('?q=unique+ZITH')
    expect(headers['cache-control']).toBe('no-store')
    expect(body).toEqual({
      products: [
        {
          product_id,
          product_name: 'Unique zither',
          product_price: 12.5,
          seller_id: expect.any(String),
          seller_name: expect.any(String),
          flash_sale: false,
          featured_image: expect.stringContaining(product_id),
        },
      ],
      total: 1,
      total_is_exact: true,
      page: 1,
      page_size: 20,
    })
  })
})

describe('flash sale', () => {
  test('is turned on and off, and each change is recorded with its admin', async () => {
    const product = await buildProduct(market)
    for (const flash_sale of [true, true, false]) {
      const { status, body } = await change<AdminProduct>('PATCH', `/${product.product_id}`, { flash_sale })
      expect([status, body.flash_sale]).toEqual([200, flash_sale])
    }
    const by = { action: 'flash_sale', admin_id: admin.user_id }
    expect(await actionsOn(product)).toEqual([
      { ...by, from_value: 'false', to_value: 'true' },
      { ...by, from_value: 'true', to_value: 'false' },
    ])
  })

  test('A6: an admin changes nothing else of a product', async () => {
    const product = await buildProduct(market, { product_name: 'Mine', product_price: 5 })
    const body = { flash_sale: true, product_price: 1, product_name: 'Yours', seller_id: admin.user_id, total_sales: 9 }
    expect((await change('PATCH', `/${product.product_id}`, body)).status).toBe(200)
    const { body: shown } = await call<Product>(market, 'GET', `/api/products/${product.product_id}`)
    expect(shown).toMatchObject({ product_name: 'Mine', product_price: 5, total_sales: 0, flash_sale: true })
    expect(shown.seller_id).not.toBe(admin.user_id)
  })

  test('is refused for a product that is not in the shop, and nothing is recorded', async () => {
    const deleted = await buildProduct(market)
    await deleteProduct(market, deleted.product_id)
    for (const id of [deleted.product_id, 'PRD99999'])
      expect((await change('PATCH', `/${id}`, { flash_sale: true })).status).toBe(404)
    expect(await actionsOn(deleted)).toEqual([])
    expect((await change('PATCH', '/nonsense', { flash_sale: true })).status).toBe(400)
  })

  test('of several products returns those that changed', async () => {
    const products = await buildProducts(market, [{}, { flash_sale: true }, {}, {}])
    await deleteProduct(market, products[3]?.product_id ?? '')
    const ids = [...numbers(products), 'PRD99998', products[0]?.product_id]
    const { status, body } = await change('PATCH', '', { product_ids: ids, flash_sale: true })
    expect([status, body.product_ids]).toEqual([200, [products[0]?.product_id, products[2]?.product_id]])
  })

  // catches: flash-sale-checked-first
  test('two admins who toggle the same products at once leave a consistent history', async () => {
    const rival = await makeAdmin(market)
    const products = await buildProducts(market, Array(20).fill({}))
    const ids = numbers(products)
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        change(
          'PATCH',
          '',
          { product_ids: index % 3 ? ids : ids.toReversed(), flash_sale: index % 2 === 0 },
          index % 4 < 2 ? admin : rival,
        ).then(({ status }) => expect(status).toBe(200)),
      ),
    )
    for (const product of products) {
      let present = 'false'
      for (const { from_value, to_value } of await actionsOn(product)) {
        expect([from_value, to_value]).toEqual([present, present === 'false' ? 'true' : 'false'])
        present = to_value ?? ''
      }
      const { body } = await call<Product>(market, 'GET', `/api/products/${product.product_id}`)
      expect(String(body.flash_sale)).toBe(present)
    }
  })
})

describe('deleting', () => {
  test('hides the product, and a second time is refused', async () => {
    const product = await buildProduct(market, { product_name: 'Kept' })
    expect((await change('DELETE', `/${product.product_id}`)).status).toBe(204)
    expect(await inShop(product)).toBe(false)
    expect((await list('?q=Kept')).body.total).toBe(0)
    expect((await change('DELETE', `/${product.product_id}`)).status).toBe(404)
    expect(await actionsOn(product)).toMatchObject([{ action: 'delete_product', admin_id: admin.user_id }])
  })

  // catches: admin-delete-checked-first
  test('concurrent requests of ten admins delete it once', async () => {
    const product = await buildProduct(market)
    const { product_id } = product
    const responses = await underContention(market.db, lockProduct(product_id), () =>
      Promise.all(Array.from({ length: 10 }, () => change('DELETE', `/${product_id}`))),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(404)])
    expect(await actionsOn(product)).toHaveLength(1)
  })

  test('several are deleted and restored as they were', async () => {
    const before = (await list()).body.total
    const products = await buildProducts(market, [{ flash_sale: true }, {}, {}])
    const [first, second] = products
    const ids = numbers(products)
    expect((await change('POST', '/delete', { product_ids: ids })).body.product_ids).toEqual(ids)
    expect((await list()).body.total).toBe(before)
    const undo = { product_ids: [first?.product_id, second?.product_id] }
    expect((await change('POST', '/restore', undo)).body).toEqual(undo)
    expect((await list()).body.total).toBe(before + 2)
    expect(await Promise.all(products.map(inShop))).toEqual([true, true, false])
    expect((await change('POST', '/restore', undo)).body.product_ids).toEqual([])
    if (first)
      expect((await actionsOn(first)).map(({ action }) => action)).toEqual(['delete_product', 'restore_product'])
  })

  test('products deleted by the seller, by another admin or too long ago are not restored', async () => {
    const rival = await makeAdmin(market)
    const [own, theirs, late, twice] = await buildProducts(market, [{}, {}, {}, {}])
    if (!own || !theirs || !late || !twice) throw new Error('no products were created')
    await deleteProduct(market, own.product_id)
    await change('POST', '/delete', { product_ids: [theirs.product_id] }, rival)
    skewMs = -61_000
    await change('POST', '/delete', { product_ids: [late.product_id, twice.product_id] })
    await change('POST', '/restore', { product_ids: [twice.product_id] })
    skewMs = 0
    // The seller deleted it after the admin had restored it.
    await deleteProduct(market, twice.product_id)
    const all = numbers([own, theirs, late, twice])
    expect((await change('POST', '/restore', { product_ids: all })).body.product_ids).toEqual([])
    for (const product of [own, theirs, late, twice]) expect(await inShop(product)).toBe(false)
  })

  test('restoring waits for no lock of a suspension', async () => {
    const products = await buildProducts(market, [{}, {}])
    const [deleted, stayed] = numbers(products) as [string, string]
    await change('POST', '/delete', { product_ids: [deleted] })
    const holding = await market.db.startTransaction().execute()
    await lockProduct(stayed)(holding)
    const { body } = await change('POST', '/restore', { product_ids: [deleted, stayed] })
    await holding.rollback().execute()
    expect(body.product_ids).toEqual([deleted])
  })
})

describe('the export', () => {
  test('E8: contains every product of the list once, as a file, with formulas defused', async () => {
    await buildProducts(market, [{ product_name: '=1+1' }, ...Array(2_100).fill({})])
    const { total } = (await list()).body
    const file = { url: '/api/admin/products.csv', headers: admin.headers }
    const { headers, body } = await market.app.inject(file)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename="products.csv"',
    })
    expect(body).toMatch(/^PRD\d+,'=1\+1,9\.99,[\w-]+,Inactive,,Needs delivery\r$/m)
    const lines = body.split('\r\n')
    expect(new Set(lines.slice(1, -1).map((line) => line.slice(0, 8))).size).toBe(total)
    expect([lines.length, lines.at(-1)]).toEqual([total + 2, ''])
    expect((await market.app.inject({ ...file, method: 'HEAD' })).statusCode).toBe(405)
  })
})
