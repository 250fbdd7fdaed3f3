import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { currentLanguage } from '../../../shared/kernel/language.ts'
import { openLanguages } from '../config/languages.ts'
import { type Admission, createAdmission } from './admission.ts'
import { createLoadShedding } from './shed-load.ts'

await openLanguages(['en', 'de'])

let app: FastifyInstance
let admission: Admission
let isSaturated: boolean
let reached: string[]
beforeEach(async () => {
  isSaturated = true
  reached = []
  admission = { ...createAdmission(), isSaturated: () => isSaturated }
  const shedding = createLoadShedding(
    admission,
    { languages: ['en', 'de'], page: () => `<!doctype html lang="${currentLanguage()}"><h1>Try again</h1>` },
    (serve) => (request, response) => {
      if (request.url === '/ready') response.end('ready')
      else serve(request, response)
    },
  )
  app = Fastify({ serverFactory: shedding.serverFactory, requestTimeout: 30_000, keepAliveTimeout: 5_000 })
  shedding.watchRoutes(app)
  for (const path of ['/healthz', '/assets/*', '/api/cart', '/'])
    app.all(path, { config: { alwaysServed: /health|assets/.test(path) } }, async ({ url }) => {
      reached.push(url)
      return 'served'
    })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => app.close())

const ask = (path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}${path}`, init)

test('F1: a request beyond the capacity is refused before it reaches a route, with Retry-After', async () => {
  const response = await ask('/api/cart', { method: 'POST', body: '{}' })
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('1')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await response.json()).toMatchObject({ code: 'busy', message: 'The service is busy. Please try again.' })
  expect(reached).toEqual([])
})

test('F1: browsers get a page, which is not cached', async () => {
  const response = await ask('/', { headers: { accept: 'text/html,*/*' } })
  expect([response.status, response.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.text()).toContain('Try again')
})

test('a refusal is in the language of the reader, and has the right content length', async () => {
  const german = 'Der Dienst ist ausgelastet. Bitte versuchen Sie es erneut.'
  const english = 'The service is busy. Please try again.'
  for (const [accepted, message] of [
    ['de-AT,en;q=0.9', german],
    ['fr', english],
    ['', english],
  ] as const) {
    const response = await ask('/api/cart', { headers: { 'accept-language': accepted } })
    const text = await response.text()
    expect([response.status, Number(response.headers.get('content-length'))]).toEqual([503, Buffer.byteLength(text)])
    expect(JSON.parse(text)).toMatchObject({ code: 'busy', message, msg: message })
  }
  const page = async (path: string) => (await ask(path, { headers: { accept: 'text/html' } })).text()
  expect(await page('/de/cart')).toContain('lang="de"')
  expect(await page('/cart')).toContain('lang="en"')
})

test('F1: health checks and built files are always served, and everything again after the overload', async () => {
  expect((await ask('/healthz?x=1')).status).toBe(200)
  expect((await ask('/assets/entry.js')).status).toBe(200)
  expect((await ask('/assetsish')).status).toBe(503)
  isSaturated = false
  expect((await ask('/')).status).toBe(200)
  expect(reached).toEqual(['/healthz?x=1', '/assets/entry.js', '/'])
})

test('F1: cached responses are sent even while other requests are refused', async () => {
  const response = await ask('/ready')
  expect([response.status, await response.text()]).toEqual([200, 'ready'])
  expect((await ask('/api/cart')).status).toBe(503)
  expect(reached).toEqual([])
})

test('keeps the timeouts that the application sets', () => {
  expect([app.server.requestTimeout, app.server.keepAliveTimeout]).toEqual([30_000, 5_000])
})
