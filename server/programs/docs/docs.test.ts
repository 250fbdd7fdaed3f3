import { expect, test } from 'vitest'
import { openForTests } from '../../../tests/support/open-for-tests.ts'

interface Operation {
  summary?: string
  description: string
  tags: string[]
  operationId: string
  security?: Record<string, unknown>[]
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: { properties?: object } }> }
  responses: Record<string, { content?: Record<string, { schema: object }> }>
}
interface Document {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  tags: { name: string }[]
  components: { schemas: Record<string, object> }
}

const routes: string[] = []

const market = await openForTests({
  deps: {
    install: async (app) => {
      app.addHook('onRoute', ({ method, url }) => {
        for (const one of [method].flat()) if (one !== 'HEAD') routes.push(`${one} ${url}`)
      })
    },
  },
})
const response = await market.app.inject({ url: '/docs/json' })
expect([response.statusCode, response.headers['content-type']]).toEqual([
  200,
  expect.stringContaining('application/json'),
])
const document: Document = response.json()

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  )

test('the document has every route of /api and /rest/v1, and no other', () => {
  const documented = operations().map(({ name }) => name)
  const existing = routes
    .filter((route) => /^\S+ \/(api|rest\/v1)\//.test(route))
    .map((route) => route.replaceAll(/:(\w+)/g, '{$1}'))
  expect(existing.length).toBeGreaterThan(10)
  expect(documented.sort()).toEqual(existing.sort())
})

test('each operation documents its purpose, audience and responses', () => {
  const silent = operations().filter(
    ({ operation: { summary, description, responses } }) =>
      !summary || !/^For /.test(description) || !Object.keys(responses).some((status) => /^2\d\d$/.test(status)),
  )
  expect(silent.map(({ name }) => name)).toEqual([])
})

test('each operation has a name of its own for generated clients, and a group that is listed', () => {
  const ids = operations().map(({ operation: { operationId } }) => operationId)
  expect(ids).toEqual([...new Set(ids)])
  expect(ids.filter((id) => !/^(get|post|put|patch|delete)[A-Z][A-Za-z0-9]+$/.test(id))).toEqual([])
  expect(document.paths['/api/cart/items/{product_id}']?.put?.operationId).toBe('putCartItemsByProductId')
  const groups = new Set(operations().flatMap(({ operation: { tags } }) => tags))
  expect(document.tags.map(({ name }) => name).sort()).toEqual([...groups].sort())
})

test('C1: parameters and bodies of changes have schemas', () => {
  const bare = operations().filter(({ name, operation: { parameters = [], requestBody } }) => {
    const inPath = [...name.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter)
    const isMissing = inPath.some((wanted) => !parameters.some((has) => has.in === 'path' && has.name === wanted))
    const needsBody = /^(POST|PUT|PATCH) /.test(name) && !WITHOUT_BODY.test(name)
    return isMissing || (needsBody && !Object.values(requestBody?.content ?? {})[0]?.schema)
  })
  expect(bare.map(({ name }) => name)).toEqual([])
})

/** Changes whose parameters are all in the address, or whose body is a file. */
const WITHOUT_BODY =
  /\/((market\/pictures\/\{picture\}|categories\/\{slug\}\/picture|banners\/\{banner_number\}\/picture)(\/preview)?|mail\/test|delivery-methods\/\{method_id\}\/duplicate|opening\/dismiss|suspend|retry|shop\/ask|products\/\{product_id\}\/show|report|reinstate|restore|follow-seller-orders|checkouts\/\{checkout_id\}\/order|(saved|stock-alerts)\/\{product_id\})$/

test('required sign-in and refusals are documented', () => {
  const { get: cart } = document.paths['/api/cart'] as { get: Operation }
  expect(cart).toMatchObject({ security: [{ session: [] }], description: 'For buyers.' })
  expect(Object.keys(cart.responses).sort()).toEqual(['200', '401', '403', 'default'])
  expect(cart.responses['401']?.content?.['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Refusal' })
  expect(document.paths['/api/products/{product_id}']?.get?.security).toEqual([])
  const audienceOf = (table: string, method: string) => document.paths[`/rest/v1/${table}`]?.[method]?.description
  expect(audienceOf('orders', 'post')).toMatch(/^For buyers\./)
  expect(audienceOf('orders', 'patch')).toBe('For admins with the right `orders`.')
  expect(audienceOf('products', 'post')).toBe('For sellers.')
  expect(audienceOf('products', 'delete')).toBe('For sellers and admins with the right `products`.')
  expect(document.paths['/api/admin/staff']?.get?.description).toBe('For admins who are owners.')
  expect(document.paths['/rest/v1/orders']?.get?.security).toEqual([{ session: [], apikey: [] }])
})

test('it is OpenAPI 3.1, and contains every referenced schema', () => {
  expect(document.openapi).toMatch(/^3\.1\./)
  const named = [...JSON.stringify(document.paths).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
    ([, name]) => name,
  )
  expect(named.length).toBeGreaterThan(10)
  expect([...new Set(named)].sort()).toEqual(Object.keys(document.components.schemas).sort())
})

test('the page and its files are served from here, with the policy of all pages', async () => {
  const page = await market.app.inject({ url: '/docs' })
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, expect.stringContaining('text/html')])
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("script-src 'self';")
  const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => String(file))
  expect(files.length).toBeGreaterThan(4)
  for (const file of files) {
    expect(file).toMatch(/^(\/docs|\.)\/static\//)
    expect([file, (await market.app.inject({ url: file.replace(/^\./, '/docs') })).statusCode]).toEqual([file, 200])
  }
  expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)/)
  expect((await market.app.inject({ url: '/docs/static/../../package.json' })).statusCode).toBe(404)
})
