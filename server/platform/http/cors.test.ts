import { expect, test } from 'vitest'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { readConfig } from '../config/config.ts'

const ORIGIN = 'https://shop.example'

const { corsOrigins } = readConfig({ CORS_ORIGINS: `${ORIGIN}/, https://other.example` }, false)
const testApp = await openForTests({ config: { corsOrigins } })

test('E7: a configured origin may send preflights, and read responses and error codes', async () => {
  const preflight = await testApp.app.inject({
    method: 'OPTIONS',
    url: '/auth/v1/token',
    headers: { origin: ORIGIN, 'access-control-request-method': 'POST' },
  })
  expect(preflight.statusCode).toBe(204)
  expect(preflight.headers['access-control-allow-origin']).toBe(ORIGIN)
  expect(preflight.headers).toHaveProperty('referrer-policy')
  for (const header of ['authorization', 'apikey', 'content-type', 'x-client-info', 'x-supabase-api-version'])
    expect(preflight.headers['access-control-allow-headers']).toContain(header)
  // Also a refusal before any route is reached.
  const refused = await testApp.app.inject({ url: '/auth/v1/user', headers: { origin: ORIGIN } })
  expect(refused.statusCode).toBe(401)
  expect(refused.headers['access-control-allow-origin']).toBe(ORIGIN)
  expect(refused.headers['access-control-expose-headers']).toContain('x-supabase-api-version')
  expect(refused.headers.vary).toMatch(/origin/i)
})

test.each(['https://evil.example', 'https://shop.example.evil.example', 'http://shop.example', 'null'])(
  'E7: %s gets no CORS headers',
  async (origin) => {
    for (const method of ['OPTIONS', 'GET'] as const) {
      const response = await testApp.app.inject({
        method,
        url: '/auth/v1/settings',
        headers: { origin, 'access-control-request-method': 'GET' },
      })
      expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  },
)

test('E7: without a setting no origin gets CORS headers', async () => {
  const { headers } = await (await openForTests()).app.inject({ url: '/auth/v1/settings', headers: { origin: ORIGIN } })
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
})
