import { describe, expect, test } from 'vitest'
import type { Product, SellerProduct } from '../../../shared/catalog/schema.ts'
import { callAuth, makeAdmin, readUser, signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { call } from '../../../tests/support/api.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { drawPng, sendProduct, wellFilled } from '../../../tests/support/product-form.ts'
import { picture, serviceHeaders } from '../../../tests/support/storage.ts'

const market = await openForTests()
const seller = await signUp(market, { role: 'seller' })
const admin = await makeAdmin(market)
const service = { headers: await serviceHeaders(market) }
const files: Record<string, Buffer> = {
  front: await drawPng('#c84'),
  side: await drawPng('#48c'),
  back: await drawPng('#4c8'),
}

type Caller = { headers: Record<string, string> }

/** Creates a product with these pictures, the featured one first. */
async function productWith(...images: string[]): Promise<SellerProduct> {
  const wanted = Object.fromEntries(images.map((name) => [name, files[name] ?? Buffer.alloc(0)]))
  const request = { as: seller, product: { ...wellFilled, images }, files: wanted }
  const { status, body } = await sendProduct(market, 'POST', '/api/seller/products', request)
  expect(status).toBe(201)
  return body
}

/** Saves a product as the seller's form does, with these pictures. */
function saveImages(saved: SellerProduct, images: string[], revision = saved.revision) {
  const { product_id, product_name, product_price, product_desc, product_category } = saved
  const product = { product_name, product_price, product_desc, product_category, images, revision }
  return sendProduct(market, 'PUT', `/api/seller/products/${product_id}`, { as: seller, product })
}

async function store(as: Caller, method: 'POST' | 'DELETE' | 'PUT', path: string, body?: object | Buffer) {
  const type = Buffer.isBuffer(body) ? 'image/webp' : 'application/json'
  const { statusCode } = await market.app.inject({
    method,
    url: `/storage/v1${path}`,
    headers: { ...as.headers, ...(body && { 'content-type': type }) },
    ...(body && { payload: body }),
  })
  return statusCode
}

const remove = (as: Caller, ...names: string[]) => store(as, 'DELETE', '/object/products', { prefixes: names })

/** Returns a product as the shop shows it, after checking that all its pictures exist. */
async function shown({ product_id }: { product_id: string }) {
  const { body } = await call<Product>(market, 'GET', `/api/products/${product_id}`)
  const named = [body.featured_image, ...body.other_images].filter(Boolean)
  const statuses = await Promise.all(named.map(async (address) => (await market.app.inject(address)).statusCode))
  expect(statuses).toEqual(named.map(() => 200))
  return body
}

describe('a picture removed through storage', () => {
  test('by its seller is no longer named by its product: the next one takes its place', async () => {
    const product = await productWith('front', 'side', 'back')
    expect(await shown(product)).toMatchObject({ other_images: [expect.any(String), expect.any(String)] })
    expect(await remove(seller, `${product.product_id}/featured_image`)).toBe(200)
    const left = await shown(product)
    expect(left).toMatchObject({ featured_image: product.other_images[0], other_images: [product.other_images[1]] })
    expect('picture_texts' in left).toBe(false)
    // The seller's open form is stale; after a reload it saves the remaining pictures.
    const images = product.other_images.toReversed()
    const save = (revision: number) => saveImages(product, images, revision)
    expect(await save(product.revision)).toMatchObject({ status: 409, body: { code: 'newer_revision' } })
    expect((await save(product.revision + 1)).status).toBe(200)
    expect((await shown(product)).featured_image).toContain('/featured_image?v=')
  })

  test.each(['the only one', 'all of them'])(
    'by a program of the operator may leave a product without pictures: %s',
    async (which) => {
      const product = await productWith(...(which === 'the only one' ? ['front'] : ['front', 'side']))
      const { product_id } = product
      expect(await remove(service, `${product_id}/featured_image`, `${product_id}/other_image_1`)).toBe(200)
      expect(await shown(product)).toMatchObject({ featured_image: '', other_images: [] })
      const own = await call<SellerProduct>(market, 'GET', `/api/seller/products/${product_id}`, { as: seller })
      const { revision } = own.body
      const edited = await sendProduct(market, 'PUT', `/api/seller/products/${product_id}`, {
        as: seller,
        product: { ...wellFilled, images: ['side'], revision },
        files: { side: files.side ?? Buffer.alloc(0) },
      })
      expect(edited.status).toBe(200)
      expect((await shown(product)).featured_image).not.toBe('')
    },
  )

  test.each([['front'], ['front', 'side']])(
    'by its seller cannot be the last one, in any way: %s %s',
    async (...pictures) => {
      const product = await productWith(...pictures)
      const { product_id } = product
      const names = ['featured_image', 'other_image_1'].map((name) => `${product_id}/${name}`).slice(0, pictures.length)
      expect(await remove(seller, ...names)).toBe(400)
      if (pictures.length === 1) {
        const move = { bucketId: 'products', sourceKey: names[0], destinationKey: `${product_id}/other_image_3` }
        expect(await store(seller, 'DELETE', `/object/products/${names[0]}`)).toBe(400)
        expect(await store(seller, 'POST', '/object/move', move)).toBe(400)
        const destinationKey = `${seller.user_id}-moved`
        expect(
          await store(seller, 'POST', '/object/move', { ...move, destinationKey, destinationBucket: 'users' }),
        ).toBe(400)
        expect((await market.app.inject(`/storage/v1/object/public/users/${destinationKey}`)).statusCode).toBe(400)
      }
      expect(await shown(product)).toMatchObject({
        featured_image: product.featured_image,
        other_images: product.other_images,
      })
      // It may be replaced, though: the product gets its new address, as browsers keep the former one for a year.
      expect(await store(seller, 'PUT', `/object/products/${names[0]}`, await picture('webp'))).toBe(200)
      const { featured_image, other_images } = await shown(product)
      expect(featured_image).not.toBe(product.featured_image)
      expect(other_images).toEqual(product.other_images)
      const cached = (await market.app.inject(featured_image)).headers['cache-control']
      expect(cached).toContain('immutable')
    },
  )

  test('by an admin is refused, one by one and several at once', async () => {
    const product = await productWith('front', 'side')
    const names = ['featured_image', 'other_image_1'].map((name) => `${product.product_id}/${name}`)
    const deleted = () =>
      market.app.inject({ method: 'DELETE', url: `/storage/v1/object/products/${names[1]}`, headers: admin.headers })
    expect((await deleted()).json()).toMatchObject({ statusCode: '403', error: 'Unauthorized' })
    for (const some of [names, names.slice(1)]) expect(await remove(admin, ...some)).toBe(400)
    expect(await shown(product)).toMatchObject({ other_images: product.other_images })
  })

  test('by its seller, by a program, or by emptying the bucket, too', async () => {
    const [own, programs] = [await productWith('front', 'side'), await productWith('front', 'side')]
    const emptied = await productWith('front', 'side')
    expect(await store(seller, 'DELETE', `/object/products/${own.product_id}/other_image_1`)).toBe(200)
    expect(await shown(own)).toMatchObject({ featured_image: own.featured_image, other_images: [] })
    expect(await remove(service, `${programs.product_id}/featured_image`)).toBe(200)
    expect(await shown(programs)).toMatchObject({ featured_image: programs.other_images[0], other_images: [] })
    expect(await store(service, 'POST', '/bucket/products/empty')).toBe(200)
    expect(await shown(emptied)).toMatchObject({ featured_image: '', other_images: [] })
  })

  test('by moving it, within its bucket or to another one', async () => {
    const product = await productWith('front', 'side', 'back')
    const { product_id } = product
    const move = (as: Caller, sourceKey: string, destinationKey: string, destinationBucket?: string) =>
      store(as, 'POST', '/object/move', { bucketId: 'products', sourceKey, destinationKey, destinationBucket })
    expect(await move(seller, `${product_id}/featured_image`, `${product_id}/other_image_3`)).toBe(200)
    expect(await shown(product)).toMatchObject({
      featured_image: product.other_images[0],
      other_images: [product.other_images[1]],
    })
    await store(service, 'POST', '/bucket', { id: 'archive', name: 'archive' })
    expect(await move(service, `${product_id}/other_image_2`, 'old.webp', 'archive')).toBe(200)
    expect(await shown(product)).toMatchObject({ featured_image: product.other_images[0], other_images: [] })
  })

  test('against the rules stays', async () => {
    const product = await productWith('front')
    const buyer = await signUp(market)
    expect(await remove(buyer, `${product.product_id}/featured_image`)).toBe(200)
    expect((await shown(product)).featured_image).toBe(product.featured_image)
  })

  test('of a profile is replaced by the identicon', async () => {
    const buyer = await signUp(market)
    const drawn = await avatarOf(buyer)
    for (const as of [buyer, service]) {
      const name = `${buyer.user_id}-1.webp`
      expect(await store(buyer, 'PUT', `/object/users/${name}`, await picture('webp'))).toBe(200)
      const avatar_url = `/storage/v1/object/public/users/${name}`
      await callAuth(market, 'PUT', '/user', { headers: buyer.headers, body: { data: { avatar_url } } })
      expect(await avatarOf(buyer)).toBe(avatar_url)
      expect(await store(as, 'DELETE', `/object/users/${name}`)).toBe(200)
      expect(await avatarOf(buyer)).toBe(drawn)
      expect((await market.app.inject(drawn)).statusCode).toBe(200)
    }
  })

  test('while its product is saved is not named afterwards', async () => {
    const product = await productWith('front', 'side')
    await Promise.all([
      saveImages(product, [product.other_images[0] ?? '', product.featured_image]),
      remove(admin, `${product.product_id}/featured_image`),
    ])
    await shown(product)
  })
})

async function avatarOf(account: TestAccount): Promise<string> {
  return String((await readUser(market, account.token)).body.user_metadata.avatar_url)
}
