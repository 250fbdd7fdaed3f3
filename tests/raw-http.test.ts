import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { rawInputs } from './bad-inputs/raw-http.ts'
import { signUp } from './support/accounts.ts'
import { call } from './support/api.ts'
import { openForTests } from './support/open-for-tests.ts'
import { buildProduct } from './support/products.ts'

const market = await openForTests()
const buyer = await signUp(market)
await buildProduct(market)
const port = Number(new URL(await market.app.listen({ port: 0, host: '127.0.0.1' })).port)

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
    socket.setTimeout(20_000, () => finish(false))
    socket.write(bytes.replaceAll('{host}', `127.0.0.1:${port}`).replaceAll('{buyer}', buyer.token), 'latin1')
  })
}
const statusesIn = (text: string) => [...text.matchAll(ANSWER)].map(([, status]) => Number(status))

test.each(rawInputs)('$rule: $title: $statuses', async ({ bytes, statuses, closes }) => {
  const isWhole = (text: string) => statusesIn(text).length >= statuses.length && text.includes('\r\n\r\n')
  const { text, ended } = await exchange(bytes, (received) => !closes && isWhole(received))
  expect(statusesIn(text)).toEqual(statuses)
  for (const header of [/^x-content-type-options: nosniff/gim, /^referrer-policy: /gim])
    expect(text.match(header)).toHaveLength(statuses.length)
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

test('F1: a client that sends its headers slowly is cut off after 10 s', async () => {
  const socket = connect(port, '127.0.0.1', () => socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n')).setEncoding(
    'latin1',
  )
  const startedAt = performance.now()
  const trickle = setInterval(() => socket.write('X: y\r\n'), 500)
  socket.on('error', () => {})
  const closed = once(socket, 'close')
  const [text] = await once(socket, 'data')
  clearInterval(trickle)
  await closed
  expect(statusesIn(text)).toEqual([408])
  // Unless it is looked for, Node finds it at the next half minute.
  expect(performance.now() - startedAt).toBeLessThan(20_000)
})

test('F1: an address has at most 2,000 connections, unless it is a trusted proxy', async () => {
  const behindProxy = await openForTests({ config: { trustedProxies: ['127.0.0.1'] } })
  const proxied = Number(new URL(await behindProxy.app.listen({ port: 0, host: '127.0.0.1' })).port)
  const sockets: Socket[] = []
  onTestFinished(() => void sockets.map((socket) => socket.destroy()))
  // A few at a time: the system drops what does not fit into the queue of new connections.
  const open = async (to: number, count: number) => {
    for (let left = count; left > 0; left -= 100) {
      const opened = Array.from({ length: Math.min(left, 100) }, () => connect(to, '127.0.0.1').on('error', () => {}))
      sockets.push(...opened)
      await Promise.all(opened.map((socket) => once(socket, 'connect')))
    }
    return sockets.slice(-count)
  }
  const isServed = async (socket: Socket) => {
    if (!socket.destroyed) socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    return Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)])
  }
  const first = await open(port, 2_000)
  const accepted = () => new Promise((resolve) => market.app.server.getConnections((_error, count) => resolve(count)))
  await expect.poll(accepted).toBeGreaterThanOrEqual(2_000)
  const [beyond] = await open(port, 1)
  expect(await isServed(beyond as Socket)).toBe(false)
  expect(await isServed(first[0] as Socket)).toBe(true)
  first[1]?.destroy()
  await expect.poll(async () => isServed((await open(port, 1))[0] as Socket)).toBe(true)
  const all = await open(proxied, 2_001)
  expect(await isServed(all[2_000] as Socket)).toBe(true)
})
