import { describe, expect, test } from 'vitest'
import type { Product, SellerProduct } from '../../../../shared/catalog/schema.ts'
import { makeAdmin, signUp, type TestAccount } from '../../../../tests/support/accounts.ts'
import { call } from '../../../../tests/support/api.ts'
import { openForTests } from '../../../../tests/support/open-for-tests.ts'
import { createProduct, drawPng, sendProduct, wellFilled } from '../../../../tests/support/product-form.ts'
import { filesOf } from '../../../../tests/support/storage.ts'
import { createStorage } from '../../../programs/storage/storage.ts'
import { removeDeletedPictures } from './remove-deleted-pictures.ts'

const PRODUCTS = '/api/seller/products'

const market = await openForTests()
const seller = await signUp(market, { role: 'seller' })
const rival = await signUp(market, { role: 'seller' })
const featured = await drawPng('#c84')

const create = (product: unknown, files: Record<string, Uint8Array> = { featured }) =>
  sendProduct(market, 'POST', PRODUCTS, { as: seller, product, files })
const edit = (id: string, product: unknown, files: Record<string, Uint8Array> = {}, as = seller) =>
  sendProduct(market, 'PUT', `${PRODUCTS}/${id}`, { as, product, files })
const read = (id: string, as = seller) => call<SellerProduct>(market, 'GET', `${PRODUCTS}/${id}`, { as })
const shown = (id: string) => call<Product>(market, 'GET', `/api/products/${id}`)

/** Returns an edit without changes, as a basis. */
function editOf(product: SellerProduct) {
  const { product_name, product_price, product_desc, product_category, revision } = product
  const images = [product.featured_image, ...product.other_images]
  return { product_name, product_price, product_desc, product_category, images, revision }
}

const pictureAt = async (address: string) => {
  const response = await market.app.inject(address)
  return { status: response.statusCode, bytes: response.rawPayload.toString('base64') }
}

/** Returns the files in the store, their rows, and the products. */
async function filesAndRows() {
  const files = (await filesOf(market)).filter((path) => !/\.w\d+$/.test(path))
  const rows = await market.db.selectFrom('storage_objects').select('blob').execute()
  const products = await market.db.selectFrom('products').select('product_id').orderBy('product_id').execute()
  return { files: files.sort(), rows: rows.map(({ blob }) => blob).sort(), products }
}

test('alternative texts stay with their pictures, even in edits of clients that do not send them', async () => {
  const files = { featured, a: await drawPng('#2a2'), b: await drawPng('#22a') }
  const texts = ['Lit on a porch', '', ' The handle ']
  const { body } = await create({ ...wellFilled, images: ['featured', 'a', 'b'], picture_texts: texts }, files)
  expect(body.picture_texts).toEqual(['Lit on a porch', '', 'The handle'])
  expect((await shown(body.product_id)).body.picture_texts).toEqual(body.picture_texts)
  const card = async () => {
    const path = `/api/products?ids=${body.product_id}`
    return (await call<{ products: { picture_text?: string }[] }>(market, 'GET', path)).body.products[0]?.picture_text
  }
  expect(await card()).toBe('Lit on a porch')
  const [a, b] = body.other_images as [string, string]
  const old = await edit(body.product_id, { ...editOf(body), images: [b, body.featured_image] })
  expect(old.body.picture_texts).toEqual(['The handle', 'Lit on a porch'])
  expect(await card()).toBe('The handle')
  const cleared = await edit(body.product_id, { ...editOf(old.body), picture_texts: [] })
  expect('picture_texts' in cleared.body).toBe(false)
  expect(await card()).toBeUndefined()
  for (const wrong of [['x'.repeat(201)], ['two\nlines'], ['1', '2', '3', '4', '5'], 'text']) {
    expect((await edit(body.product_id, { ...editOf(cleared.body), picture_texts: wrong })).status).toBe(400)
  }
  expect(a).not.toBe(b)
})

test('a weight and a kind of goods are stored, and stay in edits of clients that do not send them', async () => {
  const { body } = await create({ ...wellFilled, weight_grams: 1500, delivery_kind: 'none' })
  expect(body).toMatchObject({ weight_grams: 1500, delivery_kind: 'none' })
  expect((await shown(body.product_id)).body).toMatchObject({ delivery_kind: 'none' })
  const edited = (await edit(body.product_id, { ...editOf(body), product_price: 9 })).body
  expect(edited).toMatchObject({ product_price: 9, weight_grams: 1500, delivery_kind: 'none' })
  const plain = { ...editOf(edited), weight_grams: null, delivery_kind: 'parcel' }
  const { body: cleared } = await edit(body.product_id, plain)
  for (const shape of [cleared, (await read(body.product_id)).body, (await shown(body.product_id)).body])
    for (const field of ['weight_grams', 'delivery_kind']) expect(shape).not.toHaveProperty(field)
  for (const wrong of [
    { weight_grams: 0 },
    { weight_grams: 1.5 },
    { weight_grams: 1_000_001 },
    { delivery_kind: 'pickup' },
  ]) {
    const refused = await create({ ...wellFilled, ...wrong })
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining(Object.keys(wrong)[0] ?? '')])
  }
})

describe('creating a product', () => {
  test('puts it into the shop with its pictures and the next number, without sales and not on flash sale', async () => {
    const files = { featured, a: await drawPng('#111'), b: await drawPng('#222'), c: await drawPng('#333') }
    const { status, body } = await create({ ...wellFilled, images: ['featured', 'c', 'a', 'b'] }, files)
    expect(status).toBe(201)
    const id = body.product_id
    expect(id).toMatch(/^PRD\d{5}$/)
    const address = (name: string) =>
      expect.stringMatching(new RegExp(`^/storage/v1/object/public/products/${id}/${name}`))
    expect(body).toEqual({
      product_id: id,
      product_name: 'Brass Lantern',
      product_price: 24.5,
      product_desc: '<p>Burns all night.</p>',
      product_category: ['Home & Lighting'],
      featured_image: address('featured_image'),
      other_images: [address('other_image_1'), address('other_image_2'), address('other_image_3')],
      total_sales: 0,
      flash_sale: false,
      revision: 1,
    })
    expect((await shown(id)).body).toMatchObject({ seller_id: seller.user_id, other_images: body.other_images })
    const pictures = await Promise.all([body.featured_image, ...body.other_images].map(pictureAt))
    expect(pictures.map((picture) => picture.status)).toEqual([200, 200, 200, 200])
    expect(new Set(pictures.map(({ bytes }) => bytes)).size).toBe(4)
  })

  test('C1: fields that sellers may not write are ignored', async () => {
    const more = { seller_id: rival.user_id, total_sales: 1000, flash_sale: true, product_id: 'PRD99999', revision: 9 }
    const { status, body } = await create({ ...wellFilled, ...more })
    expect([status, body.total_sales, body.flash_sale, body.revision]).toEqual([201, 0, false, 1])
    expect((await shown(body.product_id)).body.seller_id).toBe(seller.user_id)
  })

  test('E6: the description is cleaned when it is saved', async () => {
    const { body } = await create({ ...wellFilled, product_desc: '<p onclick="x()">Hi</p><script>x()</script>' })
    const { product_desc } = await market.db
      .selectFrom('products')
      .select('product_desc')
      .where('product_id', '=', body.product_id)
      .executeTakeFirstOrThrow()
    expect(product_desc).toBe('<p>Hi</p>')
  })

  test('F11: a description with too many or too deeply nested tags is refused', async () => {
    const most = `${'<b>a</b>'.repeat(1500)}`
    expect((await create({ ...wellFilled, product_desc: most })).status).toBe(201)
    for (const product_desc of [`${most}<b>`, '<'.repeat(50_000), '&not'.repeat(10_000), `${'<i>'.repeat(251)}text`])
      expect(await create({ ...wellFilled, product_desc })).toMatchObject({
        status: 400,
        body: { code: 'details_too_complex', message: 'The details have too much formatting. Please simplify them.' },
      })
    // Unclosed paragraphs and items do not nest.
    const list = `<ul>${'<li>one'.repeat(300)}</ul>${'<p>line'.repeat(300)}`
    expect((await create({ ...wellFilled, product_desc: list })).status).toBe(201)
  })

  test.each([0, 0.29, 9_999_999.99])('D1: the price %d is stored to the cent', async (price) => {
    const { body } = await create({ ...wellFilled, product_price: price })
    expect([body.product_price, (await shown(body.product_id)).body.product_price]).toEqual([price, price])
  })

  test.each<[string, unknown]>([
    ['details that are too long once cleaned', { product_desc: '<x>'.repeat(16_000) }],
    ['a picture of another product', { images: ['/storage/v1/object/public/products/PRD00001/featured_image'] }],
  ])('refuses %s, and leaves nothing behind', async (_, wrong) => {
    const before = await filesAndRows()
    const { status, body } = await create({ ...wellFilled, ...(wrong as object) })
    expect([status, body.code]).toEqual([400, expect.any(String)])
    expect(await filesAndRows()).toEqual(before)
  })

  test('E1: a refused HEIC is named, and a bad picture is refused with the good one before it', async () => {
    const before = await filesAndRows()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
    expect(await create(wellFilled, { featured: heic })).toMatchObject({ status: 415, body: { code: 'heic_picture' } })
    // The good picture before the bad one is not stored, either.
    expect((await create({ ...wellFilled, images: ['featured', 'b'] }, { featured, b: svg })).status).toBe(415)
    expect(await filesAndRows()).toEqual(before)
  })

  test('a file that the product does not name is not stored', async () => {
    const { body } = await create(wellFilled, { featured, extra: await drawPng('#abc') })
    expect(body.other_images).toEqual([])
    const { files, rows } = await filesAndRows()
    expect(files).toEqual(rows)
  })
})

describe('editing a product', () => {
  test('changes the given fields and raises the revision', async () => {
    const product = await createProduct(market, seller)
    const changes = { product_name: 'Iron Lantern', product_price: 0.99, product_category: ['Toys', 'Audio'] }
    const { status, body } = await edit(product.product_id, { ...editOf(product), ...changes })
    expect([status, body]).toEqual([200, { ...product, ...changes, revision: 2 }])
    expect((await read(product.product_id)).body).toEqual(body)
    expect((await shown(product.product_id)).body).toMatchObject(changes)
  })

  test('C1: sales, flash sale and seller do not change', async () => {
    const product = await createProduct(market, seller)
    await market.db
      .updateTable('products')
      .set({ total_sales: 5, flash_sale: true })
      .where('product_id', '=', product.product_id)
      .execute()
    const wrong = { total_sales: 0, flash_sale: false, seller_id: rival.user_id }
    const { body } = await edit(product.product_id, { ...editOf(product), ...wrong })
    expect([body.total_sales, body.flash_sale]).toEqual([5, true])
    expect((await shown(product.product_id)).body.seller_id).toBe(seller.user_id)
  })

  test('pictures are replaced, reordered and removed; unused files are deleted', async () => {
    const files = { featured, a: await drawPng('#111'), b: await drawPng('#222') }
    const product = (await create({ ...wellFilled, images: ['featured', 'a', 'b'] }, files)).body
    const bytesOf = async (address: string) => (await pictureAt(address)).bytes
    const [first, second, third] = await Promise.all([product.featured_image, ...product.other_images].map(bytesOf))

    const [a, b] = product.other_images as [string, string]
    const turned = await edit(product.product_id, { ...editOf(product), images: [b, product.featured_image, a] })
    expect(turned.status).toBe(200)
    expect(turned.body.featured_image).toContain(`${product.product_id}/featured_image`)
    const now = [turned.body.featured_image, ...turned.body.other_images]
    expect(await Promise.all(now.map(bytesOf))).toEqual([third, first, second])

    const kept = turned.body.other_images[1] as string
    const replaced = await edit(
      product.product_id,
      { ...editOf(turned.body), images: ['new', kept] },
      { new: await drawPng('#999') },
    )
    expect(replaced.body.other_images).toHaveLength(1)
    expect(await bytesOf(replaced.body.other_images[0] as string)).toEqual(second)
    expect([first, second, third]).not.toContain(await bytesOf(replaced.body.featured_image))
    expect((await pictureAt(`/storage/v1/object/public/products/${product.product_id}/other_image_2`)).status).toBe(400)
    const { files: stored, rows } = await filesAndRows()
    expect(stored).toEqual(rows)
  })
})

describe('deleting a product', () => {
  test('removes it from the shop and the seller’s list; undoing restores it unchanged', async () => {
    const product = await createProduct(market, seller)
    const path = `${PRODUCTS}/${product.product_id}`
    const restore = (as: TestAccount) => call(market, 'POST', `${path}/restore`, { as })
    expect((await restore(seller)).status).toBe(404)
    expect((await call(market, 'DELETE', path, { as: seller })).status).toBe(204)
    expect((await shown(product.product_id)).status).toBe(404)
    expect((await read(product.product_id)).status).toBe(404)
    expect((await edit(product.product_id, editOf(product))).status).toBe(404)
    expect((await call(market, 'DELETE', path, { as: seller })).status).toBe(404)
    expect((await restore(rival)).status).toBe(404)
    expect(await restore(seller)).toMatchObject({ status: 200, body: product })
    expect((await shown(product.product_id)).status).toBe(200)
    expect((await pictureAt(product.featured_image)).status).toBe(200)
    expect((await restore(seller)).status).toBe(404)
  })

  test('an admin’s deletion, and one of more than a minute ago, cannot be undone by the seller', async () => {
    const [removed, late] = [await createProduct(market, seller), await createProduct(market, seller)]
    const admin = await makeAdmin(market)
    await call(market, 'DELETE', `/api/admin/products/${removed.product_id}`, { as: admin })
    await call(market, 'DELETE', `${PRODUCTS}/${late.product_id}`, { as: seller })
    await market.db
      .updateTable('products')
      .set({ deleted_at: new Date(Date.now() - 61_000) })
      .where('product_id', '=', late.product_id)
      .execute()
    for (const { product_id } of [removed, late]) {
      expect((await call(market, 'POST', `${PRODUCTS}/${product_id}/restore`, { as: seller })).status).toBe(404)
      expect((await shown(product_id)).status).toBe(404)
    }
  })
})

test.each(['an admin', 'its seller'])(
  'the pictures of a product deleted by %s are removed once the deletion can no longer be undone',
  async (who) => {
    const as = who === 'an admin' ? await makeAdmin(market) : seller
    const product = await createProduct(market, seller)
    const path = who === 'an admin' ? `/api/admin/products/${product.product_id}` : `${PRODUCTS}/${product.product_id}`
    expect((await call(market, 'DELETE', path, { as })).status).toBeLessThan(300)
    const storage = createStorage({ ...market.deps, log: market.app.log })
    const dropAfter = (seconds: number) =>
      removeDeletedPictures({ db: market.db, storage, clock: () => new Date(Date.now() + seconds * 1000) })
    await dropAfter(60)
    expect((await pictureAt(product.featured_image)).status).toBe(200)
    await dropAfter(180)
    expect((await pictureAt(product.featured_image)).status).toBe(400)
    const { files, rows } = await filesAndRows()
    expect(files).toEqual(rows)
    await storage.close()
  },
)
