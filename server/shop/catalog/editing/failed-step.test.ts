import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { productFormMessages } from '../../../../shared/catalog/product-form-messages.ts'
import { signUp, type TestAccount } from '../../../../tests/support/accounts.ts'
import { drawPng, sendProduct, wellFilled } from '../../../../tests/support/product-form.ts'
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

const add = async () =>
  sendProduct(market, 'POST', '/api/seller/products', {
    as: seller,
    product: wellFilled,
    files: { featured: await drawPng('#c84') },
  })

const storedState = async () => ({
  products: await market.db.selectFrom('products').select('product_id').execute(),
  objects: await market.db.selectFrom('storage_objects').select('name').execute(),
})
const nothing = { products: [], objects: [] }

test('a failure to store the featured picture is named, and nothing is saved', async () => {
  await breakStore()
  expect(await add()).toMatchObject({ status: 500, body: { message: productFormMessages.featuredImageFailed } })
  expect(await storedState()).toEqual(nothing)
})

test('so is a failure to store another picture, after the featured one was stored', async () => {
  await market.app.listen({ port: 0, host: '127.0.0.1' })
  const form = openForm()
  form.write(part('name="product"', JSON.stringify({ ...wellFilled, images: ['featured', 'second'] })))
  form.write(file('featured', await drawPng('#c84')))
  const rest = Buffer.concat([file('second', await drawPng('#48c')), Buffer.from(`--${BOUNDARY}--\r\n`)])
  // A part ends where the next one starts.
  form.write(rest.subarray(0, BOUNDARY.length + 4))
  await expect.poll(storedBlobs).toBe(1)
  await breakStore()
  const received = once(form, 'response')
  form.end(rest.subarray(BOUNDARY.length + 4))
  const [response] = (await received) as [IncomingMessage]
  expect(response.statusCode).toBe(500)
  expect(JSON.parse(await text(response))).toMatchObject({ message: productFormMessages.otherImagesFailed })
  expect(await storedState()).toEqual(nothing)
})

test('a failure to take a number is named', async () => {
  await sql`select setval('product_numbers', 9223372036854775807)`.execute(market.db)
  expect(await add()).toMatchObject({ status: 500, body: { message: productFormMessages.productNumberFailed } })
  expect(await storedState()).toEqual(nothing)
})

test('a failure to insert the row is named', async () => {
  await breakTable('products')
  expect(await add()).toMatchObject({ status: 500, body: { message: productFormMessages.insertFailed } })
  expect(await storedState()).toEqual(nothing)
})

test('a failure to save the pictures of the product is named', async () => {
  await breakTable('storage_objects')
  expect(await add()).toMatchObject({ status: 500, body: { message: productFormMessages.featuredImageFailed } })
  expect(await storedState()).toEqual(nothing)
})

const BOUNDARY = 'steps-of-a-product'

function openForm(): ClientRequest {
  const { port } = market.app.server.address() as AddressInfo
  const headers = { ...seller.headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
  return request({ port, host: '127.0.0.1', method: 'POST', path: '/api/seller/products', headers })
}

/** Returns one part of a form as bytes on the wire. */
function part(headers: string, content: string | Buffer): Buffer {
  const head = Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; ${headers}\r\n\r\n`)
  return Buffer.concat([head, Buffer.from(content), Buffer.from('\r\n')])
}

function file(name: string, content: Buffer): Buffer {
  return part(`name="${name}"; filename="x.png"\r\ncontent-type: image/png`, content)
}

async function storedBlobs(): Promise<number> {
  return (await filesOf(market)).filter((name) => name.startsWith('blobs/')).length
}
