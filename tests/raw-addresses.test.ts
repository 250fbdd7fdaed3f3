import { request } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { openRenderer } from '../server/pages/ssr/open-renderer.ts'
import { openForTests } from './support/open-for-tests.ts'

const { renderer, close } = await openRenderer({ dev: false })
afterAll(close)
const market = await openForTests({ deps: { renderer } })
const origin = await market.app.listen({ port: 0, host: '127.0.0.1' })

/** Sends the path unchanged: browsers and most programs would normalize it. */
function getRaw(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    request(new URL(origin), { path, headers }, async (response) => {
      let body = ''
      for await (const chunk of response.setEncoding('utf8')) body += chunk
      resolve({ status: response.statusCode, body })
    })
      .on('error', reject)
      .end()
  })
}

test('an address that cannot be parsed is refused in the API’s error form', async () => {
  const { status, body } = await getRaw('/product/%E0%A4%A')
  expect([status, JSON.parse(body)]).toMatchObject([400, { code: 'invalid_request', request_id: expect.any(String) }])
})

test('F6: the request target `*` is refused', async () => {
  expect((await getRaw('*')).status).toBe(400)
  expect((await getRaw('*', { accept: 'text/html' })).status).toBe(400)
})

test('an empty shop offers "Browse all products" in its categories, not on the page of all products itself', async () => {
  const pages = await Promise.all(['audio', 'all'].map((name) => getRaw(`/category/${name}`, { accept: 'text/html' })))
  expect(pages.map(({ body }) => body.includes('Browse all products'))).toEqual([true, false])
})

test('a file name with an incomplete escape is refused in the storage protocol’s error form', async () => {
  const { status, body } = await getRaw('/storage/v1/object/papers/50%')
  expect([status, JSON.parse(body)]).toEqual([
    400,
    { statusCode: '400', error: 'Error', code: 'InvalidRequest', message: expect.any(String) },
  ])
})

test('a browser that requests a malformed address gets the page for unknown addresses', async () => {
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  const product = await getRaw('/product/50%?from=mail', browser)
  expect([product.status, product.body]).toEqual([404, expect.stringContaining('Product not found')])
  const none = await getRaw('/%c0%af', browser)
  expect([none.status, none.body]).toEqual([404, expect.stringContaining('Oops! Something went wrong.')])
  const api = await getRaw('/api/products/%', browser)
  expect([api.status, JSON.parse(api.body)]).toMatchObject([400, { code: 'invalid_request' }])
})

test.each([
  [416, { range: 'bytes=999999999-' }],
  [416, { range: 'bytes=5-2' }],
  [412, { 'if-match': '"another"' }],
])(
  'F6: an unsatisfiable range or condition is refused with %i, not answered as a server error: %o',
  async (status, headers) => {
    expect((await fetch(`${origin}/favicon.svg`, { headers: headers as Record<string, string> })).status).toBe(status)
  },
)

test.each([
  ['/auth/v1/nowhere', { code: 404, error_code: 'not_found', msg: 'There is nothing at this address.' }],
  ['/storage/v1/nowhere', { statusCode: '404', error: 'Not Found', code: 'InvalidRequest' }],
  ['/rest/v1/nowhere', { message: 'There is no such table.' }],
  ['/api/nowhere', { code: 'not_found', request_id: expect.any(String) }],
])(
  'on a server with pages each service still answers unknown addresses in its own error form: %s',
  async (path, response) => {
    for (const method of ['GET', 'POST'] as const) {
      const { statusCode, body } = await market.app.inject({ method, url: path })
      expect([statusCode, JSON.parse(body)]).toEqual([404, expect.objectContaining(response)])
    }
    expect(await market.app.inject({ method: 'HEAD', url: path })).toMatchObject({ statusCode: 404 })
  },
)

test('an address lists its methods when it is requested with another', async () => {
  for (const [method, path, allow] of [
    ['POST', '/api/categories/all/products', 'HEAD, GET'],
    ['PATCH', '/api/cart/items/PRD00001', 'PUT, DELETE'],
    ['GET', '/api/cart/merge', 'POST'],
    ['HEAD', '/api/admin/orders.csv', 'GET'],
    ['OPTIONS', '/api/orders/ORD00001', 'HEAD, GET'],
    ['DELETE', '/sitemaps/products-1.xml?x=1', 'HEAD, GET'],
  ] as const) {
    const { statusCode, headers, body } = await market.app.inject({ method, url: path })
    const methods = String(headers.allow).split(', ').sort()
    expect([method, path, statusCode, methods]).toEqual([method, path, 405, expect.arrayContaining(allow.split(', '))])
    expect(methods).not.toContain(method)
    if (method !== 'HEAD') expect(JSON.parse(body)).toMatchObject({ code: 'method_not_allowed' })
  }
  // The route has the method, but no such file.
  expect((await market.app.inject({ url: '/sitemaps/products-999.xml' })).statusCode).toBe(404)
  for (const path of ['/api/cart/items', '/api/cart/items/', '/api/cart/items/PRD00001/x', '/sitemaps/products-.xml'])
    expect([path, (await market.app.inject({ method: 'PATCH', url: path })).statusCode]).toEqual([
      path,
      path === '/api/cart/items' ? 405 : 404,
    ])
})

test('HEAD has the content length of GET, or none', async () => {
  for (const path of ['/docs/json', '/rest/v1/products?limit=5', '/favicon.svg', '/manifest.webmanifest', '/'])
    for (const encoding of ['', 'gzip', 'br']) {
      const headers = { 'accept-encoding': encoding, apikey: market.deps.secrets.apiKey }
      const [get, head] = await Promise.all(
        (['GET', 'HEAD'] as const).map((method) => market.app.inject({ method, url: path, headers })),
      )
      const length = head?.headers['content-length']
      if (length !== undefined)
        expect([path, encoding, length]).toEqual([path, encoding, get?.headers['content-length']])
      expect([path, head?.statusCode, head?.body]).toEqual([path, 200, ''])
    }
})

test('an absolute request target, as clients send it to a proxy, is served by its path', async () => {
  const page = await getRaw('http://elsewhere.example/cart?x=1')
  expect([page.status, page.body]).toEqual([200, expect.stringContaining('Cart')])
  expect((await getRaw('HTTP://elsewhere.example')).status).toBe(200)
  expect((await getRaw('http://elsewhere.example?q=1')).status).toBe(200)
  expect(JSON.parse((await getRaw('http://elsewhere.example/healthz')).body)).toEqual({ status: 'ok' })
  expect((await getRaw('http://elsewhere.example/nowhere')).status).toBe(404)
})
