import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { signUp } from '../../../../tests/support/accounts.ts'
import { openForTests } from '../../../../tests/support/open-for-tests.ts'
import { drawPng, wellFilled, wire } from '../../../../tests/support/product-form.ts'

const market = await openForTests()
const seller = await signUp(market, { role: 'seller' })
await market.app.listen({ port: 0, host: '127.0.0.1' })
const port: number = (market.app.server.address() as AddressInfo).port
const picture = await drawPng('#c84')

const { part, file, end, type: MULTIPART } = wire
const product = (text = JSON.stringify(wellFilled)) => part('name="product"', text)
const notText = () =>
  part('name="product"', Buffer.from(JSON.stringify({ ...wellFilled, product_name: 'Café' }), 'latin1'))

const send = async (parts: Buffer[], contentType = MULTIPART) => {
  const response = await market.app.inject({
    method: 'POST',
    url: '/api/seller/products',
    headers: { ...seller.headers, 'content-type': contentType },
    payload: Buffer.concat(parts),
  })
  return { status: response.statusCode, body: response.json<{ code?: string }>() }
}

const storedState = async () => ({
  products: await market.db.selectFrom('products').select('product_id').execute(),
  objects: await market.db.selectFrom('storage_objects').select('name').execute(),
  discards: await market.db.selectFrom('storage_discards').select('blob').execute(),
})
const nothing = { products: [], objects: [], discards: [] }

test.each<[string, () => Promise<{ status: number; body: { code?: string } }>, number]>([
  ['that ends within a file', () => send([product(), file('featured', picture).subarray(0, 150)]), 400],
  ['that is empty', () => send([]), 400],
  ['with bytes that are not text', () => send([notText(), file('featured', picture), end]), 400],
  ['with the product as a file', () => send([file('product', Buffer.from('{}')), end]), 415],
  ['with a product beyond 256 kB', () => send([product(`"${'x'.repeat(300_000)}"`), end]), 400],
  ['with deep JSON', () => send([product('['.repeat(100_000)), end]), 400],
])('a form %s is refused, and leaves nothing behind', async (_, sending, status) => {
  const response = await sending()
  expect([response.status, response.body.code]).toEqual([status, expect.any(String)])
  expect(await storedState()).toEqual(nothing)
})

test('a client that is refused in the middle of a large form gets the reason and can reuse the connection', async () => {
  const large = Buffer.concat([picture, Buffer.alloc(4_000_000)])
  const bad = file('a', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  const body = Buffer.concat([product(), bad, file('b', large), file('c', large), end])
  for (let round = 0; round < 3; round++) {
    const response = await fetch(`http://127.0.0.1:${port}/api/seller/products`, {
      method: 'POST',
      headers: { ...seller.headers, 'content-type': MULTIPART },
      body,
    })
    expect([response.status, (await response.json()).code]).toEqual([415, 'not_a_picture'])
  }
  expect(await storedState()).toEqual(nothing)
})

test('a client that disconnects in the middle of a form leaves nothing behind', async () => {
  const half = Buffer.concat([
    product(),
    file('featured', picture),
    file('b', Buffer.alloc(100_000)).subarray(0, 50_000),
  ])
  const call = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/seller/products',
    headers: { ...seller.headers, 'content-type': MULTIPART, 'content-length': half.length * 2 },
  })
  const closed = new Promise((resolve) => call.on('close', resolve))
  call.on('error', () => {})
  call.write(half)
  // The first picture waits in the store.
  await expect.poll(async () => (await storedState()).discards.length).toBe(1)
  call.destroy()
  await closed
  await expect.poll(storedState).toEqual(nothing)
})
