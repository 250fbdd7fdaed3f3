import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rawInputs } from './bad-inputs/raw-http.ts'
import { signUp, type TestAccount } from './support/accounts.ts'
import { call } from './support/api.ts'
import { buildProduct } from './support/products.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

let market: TestApp
let port: number
let buyer: TestAccount

beforeAll(async () => {
  market = await createTestApp()
  buyer = await signUp(market)
  await buildProduct(market)
  port = Number(new URL(await market.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => market.close())

const ANSWER = /HTTP\/1\.1 (\d{3}) [^\r]*\r\n/g

/** Sends bytes; returns what came back once `isEnough`, or once the server has closed the connection. */
function exchange(bytes: string, isEnough: (text: string) => boolean): Promise<{ text: string; ended: boolean }> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    const finish = (ended: boolean) => {
      socket.destroy()
      resolve({ text, ended })
    }
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => {
      text += chunk
      if (isEnough(text)) finish(false)
    })
    socket.on('end', () => finish(true))
    socket.on('error', () => finish(true))
    socket.setTimeout(5_000, () => finish(false))
    socket.write(bytes.replaceAll('{host}', `127.0.0.1:${port}`).replaceAll('{buyer}', buyer.token), 'latin1')
  })
}
const statusesIn = (text: string) => [...text.matchAll(ANSWER)].map(([, status]) => Number(status))

test.each(rawInputs)('$rule: $title: $statuses', async ({ bytes, statuses, closes }) => {
  const isWhole = (text: string) => statusesIn(text).length >= statuses.length && text.includes('\r\n\r\n')
  const { text, ended } = await exchange(bytes, (received) => !closes && isWhole(received))
  expect(statusesIn(text)).toEqual(statuses)
  expect(text.match(/x-content-type-options: nosniff/gi)).toHaveLength(statuses.length)
  if (closes) {
    expect(ended).toBe(true)
    expect(text).toMatch(/\r\nconnection: close\r\n/i)
  }
  const { body } = await call<{ cart: object }>(market, 'GET', '/api/cart', { as: buyer })
  expect(body.cart).toEqual({})
})

test('F1: a client that reads only after sending a body that is far too large still gets the refusal', async () => {
  const body = Buffer.alloc(12_000_000, ' ')
  const socket = connect(port, '127.0.0.1').setEncoding('latin1').pause()
  const head = `POST /api/cart/items HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${buyer.token}\r\n`
  socket.write(`${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`)
  await new Promise((resolve) => socket.once('error', resolve).write(body, resolve))
  let text = ''
  for await (const chunk of socket) text += chunk
  expect(statusesIn(text)).toEqual([413])
  expect(text).toMatch(/\r\nconnection: close\r\n/i)
})
