import { expect, test } from 'vitest'
import { createStorage } from '../server/programs/storage/storage.ts'
import { removeDeletedPictures } from '../server/shop/catalog/editing/remove-deleted-pictures.ts'
import type { SellerProduct } from '../shared/catalog/schema.ts'
import { signUp, type TestAccount } from './support/accounts.ts'
import { call } from './support/api.ts'
import { inSequence, lockProduct, underContention } from './support/lock-contention.ts'
import { openForTests } from './support/open-for-tests.ts'
import { createProduct, drawPng, sendProduct, wellFilled } from './support/product-form.ts'

const PRODUCTS = '/api/seller/products'

const market = await openForTests()
const seller = await signUp(market, { role: 'seller' })

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

const editWith = async (product: SellerProduct, color: string) =>
  sendProduct(market, 'PUT', `${PRODUCTS}/${product.product_id}`, {
    as: seller,
    product: { ...wellFilled, product_name: color, images: ['new'], revision: product.revision },
    files: { new: await drawPng(color) },
  })

const blobsOf = (id: string) =>
  market.db.selectFrom('storage_objects').select('blob').where('name', 'like', `${id}/%`).execute()

test('D4: products created concurrently have distinct numbers, even when some are refused', async () => {
  const sellers = await times(4, () => signUp(market, { role: 'seller' }))
  const file = await drawPng('#777')
  const responses = await times(40, (index) =>
    sendProduct(market, 'POST', PRODUCTS, {
      as: sellers[index % 4] as TestAccount,
      product: { ...wellFilled, images: index % 5 ? ['featured'] : ['featured', 'missing'] },
      files: { featured: file },
    }),
  )
  const made = responses.filter(({ status }) => status === 201)
  expect(made).toHaveLength(32)
  expect(new Set(made.map(({ body }) => body.product_id)).size).toBe(32)
})

// catches: product-unlocked
test('of ten edits based on one revision one is saved, with its picture, and the others are refused', async () => {
  const product = await createProduct(market, seller)
  const edits = () => times(10, (index) => editWith(product, `#0${index}0`))
  const responses = await underContention(market.db, lockProduct(product.product_id), edits)
  const taken = responses.filter(({ status }) => status === 200)
  expect(taken).toHaveLength(1)
  expect(responses.filter(({ body }) => body.code === 'newer_revision')).toHaveLength(9)
  const { body } = await call<SellerProduct>(market, 'GET', `${PRODUCTS}/${product.product_id}`, { as: seller })
  expect(body).toEqual(taken[0]?.body)
  expect(await blobsOf(product.product_id)).toHaveLength(1)
})

// catches: product-unlocked
test('a concurrent edit and deletion leave a deleted product, and no picture of it in the end', async () => {
  const storage = createStorage({ ...market.deps, log: market.app.log })
  const later = () => new Date(Date.now() + 180_000)
  const listDiscards = async () =>
    new Set((await market.db.selectFrom('storage_discards').select('blob').execute()).map(({ blob }) => blob))
  // Pictures of earlier requests, refused on a busy machine, are due later.
  const before = await listDiscards()
  for (const isEditFirst of [true, false]) {
    const product = await createProduct(market, seller)
    const { product_id } = product
    const path = `${PRODUCTS}/${product_id}`
    const edit = () => editWith(product, '#abc')
    const remove = () => call(market, 'DELETE', path, { as: seller })
    const hold = lockProduct(product_id)
    const [first, second] = await (isEditFirst
      ? inSequence(market.db, hold, edit, remove)
      : inSequence(market.db, hold, remove, edit))
    expect([first.status, second.status]).toEqual(isEditFirst ? [200, 204] : [204, 404])
    expect((await call(market, 'GET', path, { as: seller })).status).toBe(404)
    await removeDeletedPictures({ db: market.db, storage, clock: later })
    expect(await blobsOf(product.product_id)).toEqual([])
  }
  await storage.close()
  expect((await listDiscards()).difference(before)).toEqual(new Set())
})

// catches: seller-delete-checked-first
test('of ten concurrent deletions one reports that it deleted the product', async () => {
  const product = await createProduct(market, seller)
  const { product_id } = product
  const remove = () => call(market, 'DELETE', `${PRODUCTS}/${product_id}`, { as: seller })
  const responses = await underContention(market.db, lockProduct(product_id), () => times(10, remove))
  expect(responses.map(({ status }) => status).sort()).toEqual([204, ...Array.from({ length: 9 }, () => 404)])
})
