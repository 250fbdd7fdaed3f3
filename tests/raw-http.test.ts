import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { signUp } from './support/accounts.ts'
import { call } from './support/api.ts'
import { openForTests } from './support/open-for-tests.ts'
import { buildProduct } from './support/products.ts'
import { picture } from './support/storage.ts'

/**
 * Bytes to send, and the statuses of the responses, one for each request in them. `{host}` is the server's, `{buyer}` a buyer's
 * token. After each input the connection must be usable or closed.
 */
interface RawInput {
  rule: string
  title: string
  bytes: string
  statuses: number[]
  /** True when the server must end the connection. */
  closes: boolean
}

const HOST = 'Host: {host}\r\n'
const AS_BUYER = `${HOST}Authorization: Bearer {buyer}\r\n`
const END = '\r\n'
const ITEM = '{"product_id":"PRD00001","quantity":1}'
/** A request that would change the cart if it were parsed as one. */
const SMUGGLED = `POST /api/cart/items HTTP/1.1\r\n${AS_BUYER}Content-Type: application/json\r\nContent-Length: ${ITEM.length}\r\n\r\n${ITEM}`
const post = (headers: string, body = '') =>
  `POST /api/cart/items HTTP/1.1\r\n${AS_BUYER}Content-Type: application/json\r\n${headers}${END}${body}`
const get = (path: string, headers = HOST) => `GET ${path} HTTP/1.1\r\n${headers}${END}`

const refusedAndClosed = (rule: string, status: number, rows: [title: string, bytes: string][]): RawInput[] =>
  rows.map(([title, bytes]) => ({ rule, title, bytes, statuses: [status], closes: true }))
const answered = (rule: string, rows: [title: string, bytes: string, ...statuses: number[]][]): RawInput[] =>
  rows.map(([title, bytes, ...statuses]) => ({ rule, title, bytes, statuses, closes: false }))

const rawInputs: RawInput[] = [
  ...refusedAndClosed('F1', 431, [
    ['one header of 17 kB', get('/healthz', `${HOST}X: ${'x'.repeat(17_000)}\r\n`)],
    ['20 kB of small headers', get('/healthz', HOST + 'X: y\r\n'.repeat(4000))],
    ['an address of 17 kB', get(`/${'x'.repeat(17_000)}`)],
  ]),
  ...refusedAndClosed('C1', 400, [
    ['not HTTP', 'hello\r\n\r\n'],
    ['TLS to a server without', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['an unknown method', `BREW /coffee HTTP/1.1\r\n${HOST}\r\n`],
    ['a NUL in the address', get('/health\0z')],
    ['a space in the address', get('/api/products PRD00001')],
    ['a NUL in a header', get('/healthz', `${HOST}X: a\0b\r\n`)],
    ['a header without a colon', get('/healthz', `${HOST}X\r\n`)],
    ['a space before the colon', get('/healthz', `${HOST}X : y\r\n`)],
    ['two different lengths', post('Content-Length: 5\r\nContent-Length: 6\r\n', '{"a":1')],
    ['the same length twice', post('Content-Length: 2\r\nContent-Length: 2\r\n', '{}')],
    ['a negative length', post('Content-Length: -1\r\n')],
    ['a length and chunks', post('Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${SMUGGLED}`)],
    ['chunks that are not chunked last', post('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${SMUGGLED}`)],
    ['an unknown encoding', post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${SMUGGLED}`)],
    ['a chunk without a size', post('Transfer-Encoding: chunked\r\n', 'zz\r\n{}\r\n0\r\n\r\n')],
    ['a chunk longer than its size', post('Transfer-Encoding: chunked\r\n', '1\r\n{}\r\n0\r\n\r\n')],
    ['a tunnel to another host', `CONNECT evil.example:443 HTTP/1.1\r\n${HOST}${END}`],
  ]),
  ...refusedAndClosed('F1', 413, [
    ['a body declared as 300 kB', post('Content-Length: 300000\r\n')],
    ['a body declared as 10²⁰ bytes', post('Content-Length: 9007199254740991\r\n')],
  ]),
  {
    rule: 'C1',
    title: 'a bad one among good ones',
    bytes: `${get('/api/nothing')}${post('Content-Length: 1\r\n', '{')}${get('/api/nothing')}`,
    statuses: [404, 400],
    closes: true,
  },
  ...answered('F1', [
    ['300 kB in chunks', post('Transfer-Encoding: chunked\r\n', `493e0\r\n${' '.repeat(300_000)}\r\n0\r\n\r\n`), 413],
    ['a path of 4 kB', get(`/api/products/${'x'.repeat(4000)}`), 414],
  ]),
  ...answered('C1', [
    ['no Host', get('/healthz', ''), 400],
    ['two Hosts', get('/healthz', `${HOST}${HOST}`), 400],
    ['the address of another site', get('http://evil.example/api/nothing'), 404],
    ['every address', `OPTIONS * HTTP/1.1\r\n${HOST}${END}`, 404],
    ['HTTP/1.0 without a Host', 'GET /api/nothing HTTP/1.0\r\n\r\n', 404],
    ['a method that the address does not allow', `TRACE /api/cart HTTP/1.1\r\n${HOST}${END}`, 405],
    ['a change of protocol', get('/api/nothing', `${HOST}Connection: Upgrade\r\nUpgrade: h2c\r\n`), 404],
    ['an unknown expectation', get('/api/nothing', `${HOST}Expect: the unexpected\r\n`), 404],
    ['an empty chunked body', post('Transfer-Encoding: chunked\r\n', '0\r\n\r\n'), 400],
    ['a compressed body', post('Content-Encoding: gzip\r\nContent-Length: 2\r\n', '\x1f\x8b'), 400],
    ['only a byte order mark', post('Content-Length: 3\r\n', '\xef\xbb\xbf'), 400],
    ['bytes that are not text', post('Content-Length: 23\r\n', '{"product_id":"\xff\xfe\xfd\xfc12"}'), 400],
    ['a body with GET', `GET /api/nothing HTTP/1.1\r\n${HOST}Content-Length: 5\r\n\r\nhello`, 404],
    ['path out of the folder', get('/assets/../../package.json'), 404],
    ['a path out of the pages', get('/assets/%2e%2e/server/entry-server.js'), 404],
    ['a path out of the pictures', get('/storage/v1/object/public/products/../../secrets.json'), 400],
    ['a path out of the folder, escaped twice', get('/assets/%252e%252e%252fpackage.json'), 404],
    ['a backslash', get('/assets/..\\..\\package.json'), 404],
    ['half an escape', get('/api/products/%2'), 400],
    ['an overlong encoding of a dot', get('/api/products/%c0%ae'), 400],
    ['three requests at once', get('/api/nothing').repeat(3), 404, 404, 404],
    [
      'a body that looks like a request',
      `POST /api/nothing HTTP/1.1\r\n${HOST}Content-Length: ${SMUGGLED.length}\r\n\r\n`,
      404,
    ],
  ]),
]

const market = await openForTests()
const buyer = await signUp(market)
await buildProduct(market)
const port = Number(new URL(await market.app.listen({ port: 0, host: '127.0.0.1' })).port)

const ANSWER = /HTTP\/1\.1 (\d{3}) [^\r]*\r\n/g

/** Sends bytes; returns the received text once `isEnough`, or once the server has closed the connection. */
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

test('F1: a client that starts to read only after sending an oversized body still gets the refusal', async () => {
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

test('F1: a client that sends its headers slowly is disconnected after 10 s', async () => {
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
  // Without our own check, Node finds it at the next half minute.
  expect(performance.now() - startedAt).toBeLessThan(20_000)
})

test('F1: a body that arrives slowly is refused, but not that of an upload that may be stored', async () => {
  const { server } = market.app
  const { headersTimeout, requestTimeout } = server
  onTestFinished(() => void Object.assign(server, { headersTimeout, requestTimeout }))
  // A busy machine may take a second to read the head of an upload.
  Object.assign(server, { headersTimeout: 1_500, requestTimeout: 1_500 })
  async function sendSlowly(path: string, type: string, body: Buffer): Promise<number[]> {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1')
    let text = ''
    socket.on('data', (chunk) => (text += chunk)).on('error', () => {})
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${buyer.token}\r\n`
    socket.write(`${head}Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`)
    socket.write(body.subarray(0, 10))
    // Node looks for late requests once a second.
    setTimeout(() => socket.writable && socket.write(body.subarray(10)), 4_000)
    await once(socket, 'close')
    return statusesIn(text)
  }
  const address = `/storage/v1/object/users/${buyer.user_id}-1.webp`
  expect(await sendSlowly('/api/cart/items', 'application/json', Buffer.from(ITEM))).toEqual([408])
  expect(await sendSlowly(address, 'image/webp', await picture('webp'))).toEqual([200])

  const refused = connect(port, '127.0.0.1').on('error', () => {})
  refused.write('POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Type: image/webp\r\nContent-Length: 999\r\n\r\n')
  refused.resume()
  const sending = setInterval(() => refused.writable && refused.write('x'), 100)
  await once(refused, 'close')
  clearInterval(sending)
})

test('F1: an address has at most 2,000 connections, unless it is a trusted proxy', async () => {
  const behindProxy = await openForTests({ config: { trustedProxies: ['127.0.0.1'] } })
  const proxied = Number(new URL(await behindProxy.app.listen({ port: 0, host: '127.0.0.1' })).port)
  const sockets: Socket[] = []
  onTestFinished(() => void sockets.map((socket) => socket.destroy()))
  // A few at a time: the system drops connections that exceed its backlog.
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
