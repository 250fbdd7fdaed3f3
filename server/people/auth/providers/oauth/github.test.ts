import { randomInt } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readUser } from '../../../../../tests/support/accounts.ts'
import { type GithubLikeUser, startGithubLike } from '../../../../../tests/support/github-like.ts'
import { fragmentOf, HttpBrowser, redirectOf } from '../../../../../tests/support/http-browser.ts'
import { closeServer, listen } from '../../../../../tests/support/loopback.ts'
import { startMarket } from '../../../../../tests/support/market-with-providers.ts'

let market: Awaited<ReturnType<typeof startMarket>>
let github: Awaited<ReturnType<typeof startGithubLike>>
/** A provider whose responses are set by each test. */
let respond: RequestListener = (_request, response) => void response.writeHead(500).end()
const strange = createServer((request, response) => respond(request, response))

beforeAll(async () => {
  const strangeUrl = await listen(strange)
  market = await startMarket(async (siteUrl) => {
    const client = { clientId: 'market', clientSecret: 'a secret of the market' }
    github = await startGithubLike({ ...client, redirectUri: `${siteUrl}/auth/v1/callback` })
    const keys = { client_id: client.clientId, client_secret: client.clientSecret }
    return {
      authProviders: JSON.stringify([
        { type: 'github', base_url: github.baseUrl, api_url: github.apiUrl, ...keys },
        { type: 'oidc', name: 'strange', issuer: strangeUrl, client_id: 'x' },
        { type: 'oidc', name: 'silent', issuer: `${strangeUrl}/silent`, client_id: 'x' },
      ]),
    }
  })
})
afterAll(async () => {
  await market?.close()
  await github?.close()
  await closeServer(strange)
})
afterEach(() => github.signIn(undefined))

const newGithubUser = (change: Partial<GithubLikeUser> = {}): GithubLikeUser => {
  const id = randomInt(1, 2 ** 31)
  const email = `octo-${id}@example.com`
  const emails = [
    { email: `old-${email}`, primary: false, verified: true, visibility: null },
    { email, primary: true, verified: true, visibility: 'private' },
  ]
  return { id, login: `octo-${id}`, name: 'Octo Example', emails, ...change }
}

async function signIn(user: GithubLikeUser | undefined): Promise<URL> {
  github.signIn(user)
  return new HttpBrowser().follow(`${market.siteUrl}/auth/v1/authorize?provider=github`, {
    login: '',
    until: [`${market.siteUrl}/?`, `${market.siteUrl}/#`],
  })
}

test('a user with a verified primary address signs up, identified by GitHub’s id', async () => {
  const user = newGithubUser()
  const members = fragmentOf(await signIn(user))
  expect(members.get('provider_token')).toMatch(/^gho_/)
  const { body } = await readUser(market, members.get('access_token'))
  expect(body).toMatchObject({
    email: `octo-${user.id}@example.com`,
    app_metadata: { provider: 'github', role: 'buyer' },
    user_metadata: { display_name: 'Octo Example', avatar_url: expect.stringMatching(/^\/avatars\//) },
    identities: [{ provider: 'github', id: String(user.id), identity_data: { user_name: user.login } }],
  })
  expect(JSON.stringify(body)).not.toContain('elsewhere.example')

  const again = await signIn({ ...user, login: 'renamed', emails: [] })
  const second = await readUser(market, fragmentOf(again).get('access_token'))
  expect(second.body.id).toBe(body.id)
})

const unverified = { email: 'u@example.com', primary: true, verified: false, visibility: null }
test.each([
  ['an unverified address', [unverified], 'provider_email_needs_verification'],
  ['no address', [], 'email_address_not_provided'],
])('%s does not sign up', async (_what, emails, code) => {
  expect((await signIn(newGithubUser({ emails }))).searchParams.get('error_code')).toBe(code)
})

test('a refused sign-in returns with GitHub’s error', async () => {
  expect(Object.fromEntries((await signIn(undefined)).searchParams)).toEqual({
    error: 'access_denied',
    error_code: 'access_denied',
    error_description: 'The user has denied your application access.',
  })
})

/** Returns the error of a sign-in with the faulty provider, and how long it took. */
async function signInWithStrange(provider = 'strange'): Promise<{ error: string | null; seconds: number }> {
  const startedAt = performance.now()
  const target = await redirectOf(`${market.siteUrl}/auth/v1/authorize?provider=${provider}`)
  expect(target.origin).toBe(market.siteUrl)
  return { error: target.searchParams.get('error'), seconds: (performance.now() - startedAt) / 1000 }
}

test('F1: a request to a slow provider times out after five seconds, also while its response arrives byte by byte', async () => {
  respond = (request, response) => {
    if (request.url?.startsWith('/silent')) return
    response.writeHead(200, { 'content-type': 'application/json' })
    const timer = setInterval(() => response.write(' '), 200)
    response.on('close', () => clearInterval(timer))
  }
  const attempts = await Promise.all([signInWithStrange('silent'), signInWithStrange()])
  for (const { error, seconds } of attempts) {
    expect(error).toBe('temporarily_unavailable')
    expect(seconds).toBeLessThan(20)
  }
  expect(attempts[0].seconds).toBeGreaterThan(4.5)
})

test('F1: a response above one megabyte is not read to its end', async () => {
  let sent = 0
  respond = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const more = () => {
      while (!response.destroyed && sent < 200_000_000) {
        sent += 65_536
        if (!response.write(Buffer.alloc(65_536, ' '))) return void response.once('drain', more)
      }
      response.end()
    }
    more()
  }
  expect((await signInWithStrange()).error).toBe('temporarily_unavailable')
  expect(sent).toBeLessThan(50_000_000)
})

test('F1: a redirect is not followed', async () => {
  const requested: string[] = []
  respond = (request, response) => {
    requested.push(request.url ?? '')
    response.writeHead(302, { location: '/elsewhere' }).end()
  }
  expect((await signInWithStrange()).error).toBe('temporarily_unavailable')
  expect(requested).toEqual(['/.well-known/openid-configuration'])
})

test('a provider that names another issuer than configured is not used', async () => {
  const issuer = 'https://evil.example'
  const metadata = { issuer, authorization_endpoint: `${issuer}/a`, token_endpoint: `${issuer}/t` }
  respond = (_request, response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(metadata))
  expect((await signInWithStrange()).error).toBe('temporarily_unavailable')
})
