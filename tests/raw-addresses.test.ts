import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRenderer } from '../server/ssr/open-renderer.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

let market: TestApp
let origin: string
let closeRenderer: () => Promise<void>

beforeAll(async () => {
  const { renderer, close } = await openRenderer({ dev: false })
  closeRenderer = close
  market = await createTestApp({ deps: { renderer } })
  origin = await market.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await market.close()
  await closeRenderer()
})

/** Sends the path as it is: what browsers and most programs would tidy up first. */
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

test.each([
  '/assets/../package.json',
  '/assets/..%2f..%2fpackage.json',
  '/assets/%2e%2e/server/entry-server.js',
  '/storage/v1/object/public/products/../../secrets.json',
  '/api/products/../../etc/passwd',
  '/avatars/../../etc/passwd',
])('%s leads nowhere', async (path) => {
  const { status, body } = await getRaw(path)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(body).not.toContain('openstall"')
})

test.each(['/%c0%af', '/api/products/%', '/product/%E0%A4%A'])(
  '%s cannot be parsed, and is refused in the form of the API',
  async (path) => {
    const { status, body } = await getRaw(path)
    expect(status).toBe(400)
    expect(JSON.parse(body)).toMatchObject({ code: 'invalid_request', request_id: expect.any(String) })
  },
)

test('F6: `*`, which is no address, is refused', async () => {
  expect((await getRaw('*')).status).toBe(400)
  expect((await getRaw('*', { accept: 'text/html' })).status).toBe(400)
})

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  'F6: the page of a category named like a member of every object shows that it is empty: %s',
  async (name) => {
    const { status, body } = await getRaw(`/category/${name}`, { accept: 'text/html' })
    expect([status, body]).toEqual([200, expect.stringContaining('No products found in this category.')])
  },
)

test('a file name with an incomplete escape is refused in the form of the storage protocol', async () => {
  const { status, body } = await getRaw('/storage/v1/object/papers/50%')
  expect([status, JSON.parse(body)]).toEqual([
    400,
    { statusCode: '400', error: 'Error', code: 'InvalidRequest', message: expect.any(String) },
  ])
})

test('a browser that requests a page at such an address gets the page for unknown addresses', async () => {
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
])('F6: a part of a file that cannot be had is refused, not a failure of ours: %i %o', async (status, headers) => {
  expect((await fetch(`${origin}/favicon.svg`, { headers: headers as Record<string, string> })).status).toBe(status)
})

test.each([
  ['/auth/v1/nowhere', { code: 404, error_code: 'not_found', msg: 'There is nothing at this address.' }],
  ['/storage/v1/nowhere', { statusCode: '404', error: 'Not Found', code: 'InvalidRequest' }],
  ['/rest/v1/nowhere', { message: 'There is no such table.' }],
  ['/api/nowhere', { code: 'not_found', request_id: expect.any(String) }],
])('where there are pages too, each service says in its own form that there is nothing: %s', async (path, response) => {
  for (const method of ['GET', 'POST'] as const) {
    const { statusCode, body } = await market.app.inject({ method, url: path })
    expect([statusCode, JSON.parse(body)]).toEqual([404, expect.objectContaining(response)])
  }
  expect(await market.app.inject({ method: 'HEAD', url: path })).toMatchObject({ statusCode: 404 })
})
