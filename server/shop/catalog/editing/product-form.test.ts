import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { productFormErrors } from '../../../../shared/catalog/errors.ts'
import { signUp } from '../../../../tests/support/accounts.ts'
import { openForTests } from '../../../../tests/support/open-for-tests.ts'
import { drawPng, sendProduct, wellFilled, wire } from '../../../../tests/support/product-form.ts'
import { filesOf } from '../../../../tests/support/storage.ts'
import type { TestApp } from '../../../../tests/support/test-app.ts'

const PRODUCTS = '/api/seller/products'

/** A marketplace that listens, with a seller. */
async function openShop() {
  const market = await openForTests({ listens: true })
  return { market, seller: await signUp(market, { role: 'seller' }) }
}
type Shop = Awaited<ReturnType<typeof openShop>>

const shop = await openShop()
const picture = await drawPng('#c84')

const { part, file, end, type: MULTIPART } = wire
const product = (content = JSON.stringify(wellFilled)) => part('name="product"', content)
const notText = () =>
  part('name="product"', Buffer.from(JSON.stringify({ ...wellFilled, product_name: 'Café' }), 'latin1'))

const send = async (...parts: Buffer[]) => {
  const response = await shop.market.app.inject({
    method: 'POST',
    url: PRODUCTS,
    headers: { ...shop.seller.headers, 'content-type': MULTIPART },
    payload: Buffer.concat(parts),
  })
  return { status: response.statusCode, code: response.json<{ code?: string }>().code }
}

const portOf = ({ app }: TestApp) => (app.server.address() as AddressInfo).port

/** Begins to send a form piece by piece. */
const openForm = ({ market, seller }: Shop, headers: object = {}) =>
  request({
    port: portOf(market),
    method: 'POST',
    path: PRODUCTS,
    headers: { ...seller.headers, 'content-type': MULTIPART, ...headers },
  })

const storedIn = async ({ db }: TestApp) => ({
  products: await db.selectFrom('products').select('product_id').execute(),
  objects: await db.selectFrom('storage_objects').select('name').execute(),
})
const discards = () => shop.market.db.selectFrom('storage_discards').select('blob').execute()
const stored = async () => ({ ...(await storedIn(shop.market)), discards: await discards() })
const nothing = { products: [], objects: [] }
const nothingAtAll = { ...nothing, discards: [] }

test.each<[string, () => ReturnType<typeof send>, number]>([
  ['that ends within a file', () => send(product(), file('featured', picture).subarray(0, 150)), 400],
  ['that is empty', () => send(), 400],
  ['with bytes that are not text', () => send(notText(), file('featured', picture), end), 400],
  ['with the product as a file', () => send(file('product', Buffer.from('{}')), end), 415],
  ['with a product beyond 256 kB', () => send(product(`"${'x'.repeat(300_000)}"`), end), 400],
  ['with deep JSON', () => send(product('['.repeat(100_000)), end), 400],
])('a form %s is refused, and leaves nothing behind', async (_, sending, status) => {
  expect(await sending()).toEqual({ status, code: expect.any(String) })
  expect(await stored()).toEqual(nothingAtAll)
})

test('a client that is refused in the middle of a large form gets the reason and can reuse the connection', async () => {
  const large = Buffer.concat([picture, Buffer.alloc(4_000_000)])
  const bad = file('a', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  const body = Buffer.concat([product(), bad, file('b', large), file('c', large), end])
  for (let round = 0; round < 3; round++) {
    const response = await fetch(`http://127.0.0.1:${portOf(shop.market)}${PRODUCTS}`, {
      method: 'POST',
      headers: { ...shop.seller.headers, 'content-type': MULTIPART },
      body,
    })
    expect([response.status, (await response.json()).code]).toEqual([415, 'not_a_picture'])
  }
  expect(await stored()).toEqual(nothingAtAll)
})

test('a client that disconnects in the middle of a form leaves nothing behind', async () => {
  const begun = file('b', Buffer.alloc(100_000)).subarray(0, 50_000)
  const half = Buffer.concat([product(), file('featured', picture), begun])
  const form = openForm(shop, { 'content-length': half.length * 2 })
  const closed = new Promise((resolve) => form.on('close', resolve))
  form.on('error', () => {})
  form.write(half)
  // The first picture waits in the store.
  await expect.poll(async () => (await discards()).length).toBe(1)
  form.destroy()
  await closed
  await expect.poll(stored).toEqual(nothingAtAll)
})

/** Breaks the store: a file replaces the folder of the blobs. */
async function breakStore({ config }: TestApp): Promise<void> {
  const blobs = join(config.dataDir, 'files', 'blobs')
  await rm(blobs, { recursive: true, force: true })
  await mkdir(dirname(blobs), { recursive: true })
  await writeFile(blobs, '')
}

/** Breaks a step in the database. */
async function breakTable({ db }: TestApp, table: string): Promise<void> {
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'out of order'; end $$`.execute(
    db,
  )
  await sql`create trigger refuse before insert on ${sql.table(table)} execute function refuse()`.execute(db)
}

const { featured_image_failed, product_number_failed, insert_failed, other_images_failed } = productFormErrors
test.each<[what: string, message: string, breakStep: (market: TestApp) => Promise<unknown>]>([
  ['store the featured picture', featured_image_failed.text, breakStore],
  [
    'take a number',
    product_number_failed.text,
    ({ db }) => sql`select setval('product_numbers', 9223372036854775807)`.execute(db),
  ],
  ['insert the row', insert_failed.text, (market) => breakTable(market, 'products')],
  ['save the pictures of the product', featured_image_failed.text, (market) => breakTable(market, 'storage_objects')],
])('a failure to %s is named, and nothing is saved', async (_what, message, breakStep) => {
  const { market, seller } = await openShop()
  await breakStep(market)
  const form = { as: seller, product: wellFilled, files: { featured: picture } }
  const { status, body } = await sendProduct(market, 'POST', PRODUCTS, form)
  expect([status, body.message]).toEqual([500, message])
  expect(await storedIn(market)).toEqual(nothing)
})

test('so is a failure to store another picture after the featured one was stored', async () => {
  const broken = await openShop()
  const { market } = broken
  const form = openForm(broken)
  form.write(product(JSON.stringify({ ...wellFilled, images: ['featured', 'second'] })))
  form.write(file('featured', picture))
  const rest = Buffer.concat([file('second', await drawPng('#48c')), end])
  // A part ends where the next one starts.
  form.write(rest.subarray(0, wire.boundary.length + 4))
  await expect.poll(async () => (await filesOf(market)).filter((name) => name.startsWith('blobs/')).length).toBe(1)
  await breakStore(market)
  const received = once(form, 'response')
  form.end(rest.subarray(wire.boundary.length + 4))
  const [response] = (await received) as [IncomingMessage]
  expect(response.statusCode).toBe(500)
  expect(JSON.parse(await text(response))).toMatchObject({ message: other_images_failed.text })
  expect(await storedIn(market)).toEqual(nothing)
})
