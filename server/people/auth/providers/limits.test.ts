import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { callAuth, signUp } from '../../../../tests/support/accounts.ts'
import { openForTests } from '../../../../tests/support/open-for-tests.ts'

const authProviders = JSON.stringify([{ type: 'github', client_id: 'x', client_secret: 'y' }])
const ssoProviders = JSON.stringify([
  { type: 'oidc', id: randomUUID(), domains: ['school.example'], issuer: 'https://login.example', client_id: 'x' },
])

const market = await openForTests({ config: { authProviders, ssoProviders, manualLinking: true } })

describe('identities', () => {
  test('without the parameter the response is a redirect', async () => {
    const { headers } = await signUp(market)
    const path = '/user/identities/authorize?provider=github'
    const redirect = await callAuth(market, 'GET', path, { headers })
    expect(redirect.status).toBe(302)
    expect(redirect.headers.location).toMatch(/^https:\/\/github\.com\/login\/oauth\/authorize\?/)
    const { status, body } = await callAuth(market, 'GET', `${path}&skip_http_redirect=true`, { headers })
    expect(status).toBe(200)
    expect(body).toEqual({ url: expect.stringMatching(/^https:\/\/github\.com\/login\/oauth\/authorize\?/) })
  })
})

describe('bad input is refused before anything happens', () => {
  test.each([
    ['GET', '/authorize?provider=github&provider=github'],
    ['GET', `/authorize?provider=github&redirect_to=${'x'.repeat(3000)}`],
    ['GET', `/callback?state=${randomUUID()}&state=${randomUUID()}&code=x`],
    ['POST', '/sso', { domain: 7 }],
    ['POST', '/sso', { domain: 'school.example', skip_http_redirect: 'yes' }],
    ['POST', '/token?grant_type=id_token', { provider: ['google'] }],
    ['POST', '/sso/saml/acs', { RelayState: 'x' }],
  ] as const)('%s %s %j', async (method, path, body?: unknown) => {
    const response = await callAuth(market, method, path, body === undefined ? {} : { body })
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({ code: expect.stringMatching(/^(bad_json|validation_failed)$/) })
  })

  test('forms are accepted from providers only', async () => {
    const response = await market.app.inject({
      method: 'POST',
      url: '/auth/v1/token?grant_type=password',
      headers: { apikey: market.deps.secrets.apiKey, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'email=x@example.com&password=y',
    })
    expect(response.statusCode).toBe(415)
  })

  test('a response above the size limit of a body is refused', async () => {
    const response = await market.app.inject({
      method: 'POST',
      url: '/auth/v1/sso/saml/acs',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `SAMLResponse=${'x'.repeat(300 * 1024)}`,
    })
    expect(response.statusCode).toBe(413)
  })
})
