import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { productFormErrors } from '../../../../shared/catalog/errors.ts'
import { signUp, type TestAccount } from '../../../../tests/support/accounts.ts'
import { drawPng, sendProduct, wellFilled, wire } from '../../../../tests/support/product-form.ts'
import { filesOf } from '../../../../tests/support/storage.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

let market: TestApp
let seller: TestAccount
beforeEach(async () => {
  market = await createTestApp()
  seller = await signUp(market, { role: 'seller' })
})
afterEach(() => market.close())

/** Breaks the store: a file replaces the folder of the blobs. */
async function breakStore(): Promise<void> {
  const blobs = join(market.config.dataDir, 'files', 'blobs')
  await rm(blobs, { recursive: true, force: true })
  await mkdir(dirname(blobs), { recursive: true })
  await writeFile(blobs, '')
}

/** Breaks a step in the database. */
async function breakTable(table: string): Promise<void> {
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'out of order'; end $$`.execute(
    market.db,
  )
  await sql`create trigger refuse before insert on ${sql.table(table)} execute function refuse()`.execute(market.db)
}

const storedState = async () => ({
  products: await market.db.selectFrom('products').select('product_id').execute(),
  objects: await market.db.selectFrom('storage_objects').select('name').execute(),
})
const nothing = { products: [], objects: [] }

test.each<[what: string, message: string, breakStep: () => Promise<unknown>]>([
  ['store the featured picture', productFormErrors.featured_image_failed.text, breakStore],
  [
    'take a number',
    productFormErrors.product_number_failed.text,
    () => sql`select setval('product_numbers', 9223372036854775807)`.execute(market.db),
  ],
  ['insert the row', productFormErrors.insert_failed.text, () => breakTable('products')],
  [
    'save the pictures of the product',
    productFormErrors.featured_image_failed.text,
    () => breakTable('storage_objects'),
  ],
])('a failure to %s is named, and nothing is saved', async (_what, message, breakStep) => {
  await breakStep()
  const form = { as: seller, product: wellFilled, files: { featured: await drawPng('#c84') } }
  const { status, body } = await sendProduct(market, 'POST', '/api/seller/products', form)
  expect([status, body.message]).toEqual([500, message])
  expect(await storedState()).toEqual(nothing)
})

test('so is a failure to store another picture after the featured one was stored', async () => {
  await market.app.listen({ port: 0, host: '127.0.0.1' })
  const form = openForm()
  form.write(wire.part('name="product"', JSON.stringify({ ...wellFilled, images: ['featured', 'second'] })))
  form.write(wire.file('featured', await drawPng('#c84')))
  const rest = Buffer.concat([wire.file('second', await drawPng('#48c')), wire.end])
  // A part ends where the next one starts.
  form.write(rest.subarray(0, wire.boundary.length + 4))
  await expect.poll(storedBlobs).toBe(1)
  await breakStore()
  const received = once(form, 'response')
  form.end(rest.subarray(wire.boundary.length + 4))
  const [response] = (await received) as [IncomingMessage]
  expect(response.statusCode).toBe(500)
  expect(JSON.parse(await text(response))).toMatchObject({ message: productFormErrors.other_images_failed.text })
  expect(await storedState()).toEqual(nothing)
})

function openForm(): ClientRequest {
  const { port } = market.app.server.address() as AddressInfo
  const headers = { ...seller.headers, 'content-type': wire.type }
  return request({ port, host: '127.0.0.1', method: 'POST', path: '/api/seller/products', headers })
}

async function storedBlobs(): Promise<number> {
  return (await filesOf(market)).filter((name) => name.startsWith('blobs/')).length
}
