import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { announce } from '../db/channels.ts'
import { connectDatabase, inTransaction } from '../db/connect.ts'
import { EVERYTHING } from '../server/platform/data/cache.ts'
import { createChannels } from '../server/platform/data/channels.ts'
import { tagsOfMessage } from '../server/shop/catalog/products/catalog-changes.ts'
import { call } from './support/api.ts'
import { orderOf } from './support/fulfilment.ts'
import { openForTests, signUpAll } from './support/open-for-tests.ts'
import { createProduct, sendProduct, wellFilled } from './support/product-form.ts'
import { buildProduct, type TestProduct } from './support/products.ts'

// The notifications that another process receives about changes by this one.
const market = await openForTests()
const db = connectDatabase(market.connection)
const listener = createChannels({ connection: market.connection, db })
let messages: string[] = []
const MARKS = 'marks_of_the_test'
const marks: string[] = []
listener.subscribe('catalog_changes', { onMessage: (text) => messages.push(text), onConnect: () => {} })
listener.subscribe(MARKS, { onMessage: (mark) => marks.push(mark), onConnect: () => {} })
listener.start()
await vi.waitFor(() => expect(listener.connected).toBe(true), { timeout: 60_000, interval: 5 })
const [seller, buyer, admin] = await signUpAll(market, 'seller', 'buyer', 'admin')
afterAll(async () => {
  await listener.close()
  await db.destroy()
})

/** A product of the seller, whose own notification has already arrived. */
let product: TestProduct
let product_id: string
beforeEach(async () => {
  product = await buildProduct(market, { seller_id: seller.user_id })
  product_id = product.product_id
  await untilNotified()
  messages = []
})

/** Resolves once the notifications of all earlier commits have arrived: they come in the order of commits. */
async function untilNotified(): Promise<void> {
  const mark = randomUUID()
  await inTransaction(market.db, (tx) => announce(tx, MARKS, mark))
  await vi.waitFor(() => expect(marks).toContain(mark), { timeout: 60_000, interval: 5 })
}

const asAdmin = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  call(market, method, `/api/admin/${path}`, { as: admin, ...(body && { body }) })

test.each<[string, () => Promise<{ status: number }>]>([
  ['a seller creates a product', async () => ({ status: (await createProduct(market, seller)) && 200 })],
  [
    'a seller edits a product',
    async () => {
      const created = await createProduct(market, seller)
      await untilNotified()
      messages = []
      const form = { ...wellFilled, images: [created.featured_image], revision: created.revision }
      return sendProduct(market, 'PUT', `/api/seller/products/${created.product_id}`, { as: seller, product: form })
    },
  ],
  ['a seller deletes a product', () => call(market, 'DELETE', `/api/seller/products/${product_id}`, { as: seller })],
  ['an admin starts a flash sale', () => asAdmin('PATCH', `products/${product_id}`, { flash_sale: true })],
  ['an admin starts flash sales', () => asAdmin('PATCH', 'products', { product_ids: [product_id], flash_sale: true })],
  ['an admin deletes a product', () => asAdmin('DELETE', `products/${product_id}`)],
  [
    'an admin deletes products and restores them',
    async () => {
      await asAdmin('POST', 'products/delete', { product_ids: [product_id] })
      await untilNotified()
      messages = []
      return asAdmin('POST', 'products/restore', { product_ids: [product_id] })
    },
  ],
  [
    'a seller changes their name',
    () => call(market, 'PUT', '/auth/v1/user', { as: seller, body: { data: { display_name: 'Renamed' } } }),
  ],
  [
    'a seller changes their page',
    () => {
      const body = { handle: 'another', about: '', banner: '', revision: 1 }
      return call(market, 'PUT', '/api/seller/page', { as: seller, body })
    },
  ],
  ['a seller is suspended', () => asAdmin('POST', `users/${seller.user_id}/suspend`)],
  ['a seller is reinstated', () => asAdmin('POST', `users/${seller.user_id}/reinstate`)],
])('when %s, every process is notified of the catalog change', async (_what, act) => {
  expect((await act()).status).toBeLessThan(300)
  await untilNotified()
  expect(messages.length).toBeGreaterThan(0)
  // The message names the affected cache tags.
  for (const text of messages) expect(tagsOfMessage(text)).not.toContain(EVERYTHING)
})

test.each<[string, () => Promise<{ status: number }>]>([
  [
    'an order is placed and delivered',
    async () => {
      const { order_id } = await orderOf(market, buyer, [[product, 1]])
      return asAdmin('PATCH', `orders/${order_id}`, { order_state: 'delivered' })
    },
  ],
  ['a flash sale is set to its current value', () => asAdmin('PATCH', `products/${product_id}`, { flash_sale: false })],
  ['a picture that is gone is removed again', () => asAdmin('DELETE', 'categories/toys/picture?from=')],
  ['a user without products is suspended', () => asAdmin('POST', `users/${buyer.user_id}/suspend`)],
])('when %s, no catalog change is announced', async (_what, act) => {
  expect((await act()).status).toBeLessThan(300)
  await untilNotified()
  expect(messages).toEqual([])
})
