import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { signUp } from '../../../tests/support/accounts.ts'
import { closeServer, listen } from '../../../tests/support/loopback.ts'
import { openWithPages } from '../../../tests/support/open-for-tests.ts'
import { createProduct } from '../../../tests/support/product-form.ts'
import { changeCatalog } from '../../../tests/support/products.ts'
import type { Metrics } from '../observe/metrics.ts'
import { createFastPath } from './fast-path.ts'

// Compares each kind of response from the fast path with that of the application.

const SHOP = 'https://other.example'
/** Called for each request that the fast path answered. */
const answered = vi.fn()
/** The number of requests that have reached the application. */
let reached = 0

const watch: Metrics['watch'] = (app) => void app.addHook('onRequest', async () => void reached++)
const metrics = { watch, countRequest: answered, read: async () => '', contentType: '', close() {} }
const market = await openWithPages({ config: { corsOrigins: [SHOP] }, deps: { metrics } })
const { app } = market
await app.listen({ port: 0, host: '127.0.0.1' })
/** Passes every request to the application. */
const slow = createServer({ requireHostHeader: false, keepAliveTimeout: app.server.keepAliveTimeout }, (...pair) =>
  app.routing(...pair),
)
await listen(slow)
afterAll(() => closeServer(slow))
const seller = await signUp(market, { role: 'seller' })
// A letter beyond Latin-1, as bodies are cached as Latin-1 of their bytes.
const product = await createProduct(market, seller, { product_name: 'Лампа' })
const productId = product.product_id
const picture = product.featured_image.replace(/^https?:\/\/[^/]+/, '')
beforeEach(() => answered.mockClear())

type Headers = Record<string, string>

interface Answer {
  status: number | undefined
  headers: Record<string, string>
  body: string
}

/** `headers` may be a list of alternating names and values, in which a name may come twice. */
async function ask(server: Server, path: string, headers: Headers | string[] = {}, method = 'GET'): Promise<Answer> {
  const { port } = server.address() as AddressInfo
  const asking = request({
    port,
    path,
    method,
    headers,
    host: '127.0.0.1',
    agent: false,
    setHost: !Array.isArray(headers) && !('host' in headers),
  })
  const [response] = (await once(asking.end(), 'response')) as [IncomingMessage]
  const chunks = await response.toArray()
  const names = response.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase())
  // No header is repeated.
  expect([...new Set(names)]).toEqual(names)
  const received = response.headers as Record<string, string>
  expect(received['x-request-id']).toMatch(/^[\w-]{36}$/)
  expect(received.date).toBeTruthy()
  const { date: _date, 'x-request-id': _id, ...same } = received
  return { status: response.statusCode, headers: same, body: Buffer.concat(chunks).toString('base64') }
}

/** Returns both responses to a request, and whether the first came from the fast path. */
async function compare(path: string, headers: Headers | string[] = {}, method = 'GET') {
  const before = reached
  const fromFront = await ask(market.app.server, path, headers, method)
  const isFast = reached === before
  const fromApplication = await ask(slow, path, headers, method)
  return { fromFront, fromApplication, isFast }
}

/** Compares both responses after the application has sent one; the first must come from the fast path. */
async function compareFast(path: string, headers: Headers = {}, method = 'GET'): Promise<Answer> {
  return vi.waitFor(
    async () => {
      await ask(market.app.server, path, headers)
      const { fromFront, fromApplication, isFast } = await compare(path, headers, method)
      expect(fromFront).toEqual(fromApplication)
      expect(isFast, path).toBe(true)
      return fromFront
    },
    { timeout: 60_000, interval: 20 },
  )
}

const assets = () => readdirSync(`${market.deps.renderer?.assetsDir}/assets`)
const script = () => `/assets/${assets().find((name) => /^entry-client.*\.js$/.test(name))}`
const image = () => `/assets/${assets().find((name) => name.endsWith('.webp'))}`

/** An address for each kind of response. */
const KINDS: Record<string, () => string> = {
  'the home page': () => '/',
  'a page of a product': () => `/product/${productId}`,
  'a page of search results': () => '/search?q=lamp',
  'a product of the API': () => `/api/products/${productId}`,
  'a list of the API': () => '/api/categories/all/products?page=1',
  'a script': script,
  'a picture of the build': image,
  'a stored picture': () => picture,
  'a smaller one': () => `${picture.split('?')[0]}?width=320`,
  'a drawn picture': () => '/avatars/AAAAAAAAAAAAAAAAAAAAAA.svg',
}
/** One kind for each part of the server that sends responses. */
const SENDERS = ['a page of a product', 'a list of the API', 'a script', 'a stored picture'].map(
  (kind) => [kind, KINDS[kind] ?? (() => '')] as const,
)

describe.each(Object.entries(KINDS))('%s', (_kind, address) => {
  test.each<[string, Headers, string?]>([
    ['plain', {}],
    ['HEAD', {}, 'HEAD'],
    ['brotli', { 'accept-encoding': 'gzip, deflate, br, zstd' }],
    ['gzip', { 'accept-encoding': 'gzip' }],
    ['HEAD of brotli', { 'accept-encoding': 'br' }, 'HEAD'],
    ['an encoding of which there is no copy', { 'accept-encoding': 'deflate' }],
    ['nothing accepted', { 'accept-encoding': '' }],
    ['another host', { host: 'elsewhere.example' }],
    ['cookies and a referrer', { cookie: 'a=b', referer: 'http://x.example/', accept: 'text/html' }],
  ])('%s gets the same response from the fast path', async (_name, headers, method) => {
    await compareFast(address(), headers, method)
  })

  test('a matching ETag, weak, strong or in a list, gets a 304 from the fast path', async () => {
    for (const encoding of ['br', 'gzip', 'identity']) {
      const accept = { 'accept-encoding': encoding }
      const { headers } = await ask(slow, address(), accept)
      if (!headers.etag) return
      const opaque = headers.etag.replace('W/', '')
      for (const tags of [opaque, `W/${opaque}`, `"other", ${headers.etag}`]) {
        for (const method of ['GET', 'HEAD']) {
          const request = { ...accept, 'if-none-match': tags }
          const { status, headers: sent, body } = await compareFast(address(), request, method)
          expect([status, body]).toEqual([304, ''])
          expect(sent).toMatchObject({ 'referrer-policy': expect.any(String), 'x-content-type-options': 'nosniff' })
          // Browsers go on with that of the document.
          expect(sent).not.toHaveProperty('cross-origin-opener-policy')
        }
      }
    }
  })
})

describe.each(SENDERS)('%s', (_kind, address) => {
  test.each<[string, Headers | string[], string?]>([
    ['a session', { authorization: 'Bearer x' }],
    ['a range', { range: 'bytes=2-5' }],
    ['a range that cannot be', { range: 'bytes=99999999-' }],
    ['a configured origin', { origin: SHOP }],
    ['another origin', { origin: 'https://evil.example' }],
    ['a tag of another version', { 'if-none-match': '"other"' }],
    ['a text that is not a tag', { 'if-none-match': 'other' }],
    [
      'a tag of another version with a date',
      { 'if-none-match': '"other"', 'if-modified-since': new Date().toUTCString() },
    ],
    ['an old date', { 'if-modified-since': new Date(0).toUTCString() }],
    ['a condition', { 'if-match': '"other"' }],
    ['an older condition', { 'if-unmodified-since': new Date(0).toUTCString() }],
    ['a tag in a forced reload', { 'if-none-match': '*', 'cache-control': 'no-cache' }],
    ['two hosts', ['host', 'one.example', 'Host', 'two.example']],
    ['a body', { 'content-length': '0' }],
    ['another method', {}, 'OPTIONS'],
    ['a method that changes', {}, 'DELETE'],
  ])('%s goes to the application', async (_name, headers, method) => {
    const { fromFront, fromApplication, isFast } = await compare(address(), headers, method)
    expect(withoutIds(fromFront)).toEqual(withoutIds(fromApplication))
    expect(isFast).toBe(false)
  })

  test.each(['br;q=0', 'br;q=0, gzip;q=0.5', '*', '*;q=0', 'identity;q=0', 'gzip;q=nonsense', 'BR'])(
    'Accept-Encoding: %s gets the same response',
    async (encoding) => {
      const { fromFront, fromApplication } = await compare(address(), { 'accept-encoding': encoding })
      expect(fromFront).toEqual(fromApplication)
    },
  )

  test('another spelling of the address gets the same response', async () => {
    const [path = '', query = ''] = address().split('?')
    const spellings = [
      `${path}?${query}&x=1`,
      `${path}?x=1&${query}`,
      `${path.replace(/(\w)(\.\w+|\w)$/, (_all, letter, end) => `%${letter.charCodeAt(0).toString(16)}${end}`)}?${query}`,
      `/${path}`,
      `${path}/`,
      `${path}#x`,
      path.replace('/', '/./'),
      path.toUpperCase(),
      `${path}%`,
    ]
    for (const spelling of spellings) {
      for (const round of [1, 2]) {
        const { fromFront, fromApplication } = await compare(spelling)
        expect(withoutIds(fromFront), `${spelling} ${round}`).toEqual(withoutIds(fromApplication))
      }
    }
  })
})

/** Errors contain the id of their request. */
function withoutIds({ body, ...answer }: Answer): Answer {
  const text = Buffer.from(body, 'base64').toString('latin1')
  return { ...answer, body: text.replace(/"request_id":"[^"]+"/, '') }
}

describe('unusual requests', () => {
  test.each([
    '/api/products/PRD99999',
    '/api/products/',
    '/api/categories/all/products?page=1&page=2',
    '/api/categories//products',
    '/api/search?q=%6Camp',
    '/api/nothing?constructor=1',
    '/product/PRD99999',
    `/product/${'a'.repeat(400)}`,
    '/category/audio/',
    '/shop/no-such-seller',
    '/cart',
    '/docs',
    '/sitemap.xml',
  ])('%s gets the same response', async (address) => {
    const { fromFront, fromApplication } = await compare(address)
    expect(withoutIds(fromFront)).toEqual(withoutIds(fromApplication))
  })

  test('a read after a change goes to the application', async () => {
    const { isFast } = await compare(`/api/products/${productId}?after_change=1`)
    expect(isFast).toBe(false)
  })
})

test('built files have small headers', async () => {
  const { headers } = await ask(market.app.server, script(), { 'accept-encoding': 'br', host: 'shop.example' })
  const size = Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)
  // Adds the two headers that vary, which are left out above.
  expect(size + 'x-request-id: '.length + 38 + 'date: '.length + 31 + 'HTTP/1.1 200 OK\r\n\r\n'.length).toBeLessThan(
    600,
  )
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
  })
  expect(headers).not.toHaveProperty('content-security-policy')
})

test('a built file of each kind gets the same response from the fast path, compressed and plain', async () => {
  const names = assets().filter((name) => !/\.(br|gz)$/.test(name))
  const kinds = new Map(names.map((name) => [extname(name), name]))
  expect(kinds.size).toBeGreaterThan(2)
  for (const name of kinds.values()) {
    for (const encoding of ['br', 'identity']) await compareFast(`/assets/${name}`, { 'accept-encoding': encoding })
  }
})

test('fast responses are counted and logged like all others', async () => {
  answered.mockClear()
  await compareFast(script(), {}, 'HEAD')
  const counted = { method: 'HEAD', route: '/assets/*', status: 200, ms: expect.any(Number) }
  await vi.waitFor(() => expect(answered).toHaveBeenCalledWith(expect.objectContaining(counted)), 20_000)
})

test('the fast path refuses responses of routes that are not public', async () => {
  const fastPath = createFastPath({ maxBytes: 1_000, requestId: () => '', onAnswered: [] })
  const app = Fastify()
  app.get('/cart', { config: { access: 'signed-in' } }, async (request, reply) => {
    fastPath.remember(request, reply, Buffer.from('mine'), () => true)
    return 'mine'
  })
  const { statusCode, body } = await app.inject('/cart')
  expect([statusCode, body]).toEqual([500, expect.stringContaining('/cart is not public')])
})

test('a change is visible at once, to its author and everybody else', async () => {
  const addresses = [`/product/${productId}`, `/api/products/${productId}`]
  for (const address of addresses) await compareFast(address)
  await changeCatalog(market, (tx) =>
    tx.updateTable('products').set({ product_name: 'Renamed' }).where('product_id', '=', productId).execute(),
  )
  for (const address of addresses) {
    const { body } = await ask(market.app.server, address)
    expect(Buffer.from(body, 'base64').toString()).toContain('Renamed')
  }
})
