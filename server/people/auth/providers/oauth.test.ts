import { hash, randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import type { AccountUser } from '../../../../shared/auth/schema.ts'
import { callAuth, readUser, signUp } from '../../../../tests/support/accounts.ts'
import { untilServed } from '../../../../tests/support/api.ts'
import { fragmentOf, HttpBrowser, newLogin, redirectOf } from '../../../../tests/support/http-browser.ts'
import { underContention } from '../../../../tests/support/lock-contention.ts'
import { openWithProvider } from '../../../../tests/support/market-with-providers.ts'

const { market, provider } = await openWithProvider((client) => ({
  manualLinking: true,
  authProviders: JSON.stringify([
    { type: 'oidc', name: 'work', ...client },
    { type: 'google', ...client },
    { type: 'oidc', name: 'away', issuer: 'http://127.0.0.1:9', client_id: 'x' },
  ]),
}))

function authorizeUrl(query: Record<string, string> = {}): string {
  return `${market.siteUrl}/auth/v1/authorize?${new URLSearchParams({ provider: 'work', ...query })}`
}

/** Signs in with the provider as `login` and returns the address that the browser is redirected to. */
async function signInAs(login: string, query: Record<string, string> = {}): Promise<URL> {
  return new HttpBrowser().follow(authorizeUrl(query), { login, until: [`${market.siteUrl}/?`, `${market.siteUrl}/#`] })
}

/** Returns the address to which the provider redirects the browser back, without opening it. */
async function callbackOf(login: string, query: Record<string, string> = {}): Promise<string> {
  const until = [`${market.siteUrl}/auth/v1/callback`]
  return (await new HttpBrowser().follow(authorizeUrl(query), { login, until })).href
}

/** Opens the address of a callback, again when a busy server redirects with an error; it may have used the state by then. */
const comeBack = (callback: string) =>
  untilServed(async () => {
    const { status, headers } = await fetch(callback, { redirect: 'manual' })
    return { status: headers.get('location')?.includes('temporarily_unavailable') ? 503 : status, headers }
  })

/** Signs in with the provider as `login`; returns the user. */
async function userOf(login: string): Promise<AccountUser> {
  return (await readUser(market, fragmentOf(await signInAs(login)).get('access_token'))).body
}

describe('signing in with a provider', () => {
  test('a new user becomes a buyer, with a session in the fragment', async () => {
    const login = newLogin()
    const back = await signInAs(login)
    const members = fragmentOf(back)
    expect(back.search).toBe('')
    expect([...members.keys()].sort()).toEqual(
      ['access_token', 'expires_at', 'expires_in', 'provider_token', 'refresh_token', 'sb', 'token_type'].sort(),
    )
    const token = members.get('access_token') ?? ''
    const { body: user } = await readUser(market, token)
    expect(user).toMatchObject({
      email: `${login}@example.com`,
      app_metadata: { provider: 'work', providers: ['work'], role: 'buyer' },
      user_metadata: { display_name: login, role: 'buyer', email_verified: true },
    })
    // The marketplace has one language.
    expect(user.user_metadata).not.toHaveProperty('language')
    expect(user.email_confirmed_at).toBeTruthy()
    expect(user.identities).toMatchObject([
      { provider: 'work', id: login, identity_data: { sub: login, email_verified: true, name: login } },
    ])
    expect(decodeJwt(token).amr).toMatchObject([{ method: 'oauth' }])
  })

  test('B13: the same user returns to the same account, also with another address', async () => {
    const login = newLogin()
    const first = await userOf(login)
    provider.users.set(login, { email: `new-${login}@example.com`, email_verified: true })
    const second = await userOf(login)
    expect(second.id).toBe(first.id)
    expect(second.email).toBe(first.email)
  })

  // catches: provider-identity-unlocked
  test('10 concurrent sign-ins of one new user all succeed, with one account', async () => {
    const login = newLogin()
    const backs: string[] = []
    // One after the other: only the returns race.
    for (let count = 0; count < 10; count++) backs.push(await callbackOf(login))
    const wasBusy = ({ headers }: { headers: Headers }) => headers.get('location')?.includes('flow_state_already_used')
    const signIn = async (back: string) => {
      const response = await comeBack(back)
      return wasBusy(response) ? comeBack(await callbackOf(login)) : response
    }
    const responses = await Promise.all(backs.map(signIn))
    for (const { headers } of responses) expect(headers.get('location')).toContain('#access_token=')
    const identities = await market.db.selectFrom('identities').selectAll().where('provider_id', '=', login).execute()
    expect(identities).toHaveLength(1)
    const users = await market.db.selectFrom('users').select('id').where('email', '=', `${login}@example.com`).execute()
    expect(users).toHaveLength(1)
  })

  test('extra parameters are passed to the provider, except those that we set', async () => {
    const ours = { state: 'mine', redirect_uri: 'https://evil.example', nonce: 'n', client_id: 'x' }
    const query = { ...ours, login_hint: 'kim', prompt: 'login', scopes: 'offline_access email' }
    const response = await fetch(authorizeUrl(query), { redirect: 'manual' })
    expect(response.status).toBe(302)
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    const sent = new URL(response.headers.get('location') ?? '').searchParams
    expect(Object.fromEntries(sent)).toMatchObject({
      client_id: 'market',
      redirect_uri: `${market.siteUrl}/auth/v1/callback`,
      response_type: 'code',
      code_challenge_method: 'S256',
      login_hint: 'kim',
      prompt: 'login',
      scope: 'openid email profile offline_access',
    })
    expect(sent.get('state')).toMatch(/^[0-9a-f-]{36}$/)
    expect(sent.get('nonce')).not.toBe('n')
  })
})

describe('B13: the account of an identity', () => {
  test('an address that the provider has verified links to the account that has it', async () => {
    const login = newLogin()
    const account = await signUp(market, { email: `${login}@example.com` })
    const user = await userOf(login)
    expect(user.id).toBe(account.user_id)
    expect(user.identities.map(({ provider }) => provider)).toContain('work')
  })

  test('an address that it has not verified neither links nor signs up', async () => {
    const login = newLogin()
    const account = await signUp(market, { email: `${login}@example.com` })
    for (const email of [account.email, `other-${login}@example.com`]) {
      provider.users.set(login, { email, email_verified: false })
      const back = await signInAs(login)
      for (const members of [back.searchParams, fragmentOf(back)])
        expect(Object.fromEntries(members)).toMatchObject({
          error: 'access_denied',
          error_code: 'provider_email_needs_verification',
          error_description: 'Unverified email with work. Verify the email with work in order to sign in',
        })
    }
    const known = market.db.selectFrom('identities').select('identity_id').where('provider_id', '=', login)
    expect(await known.execute()).toEqual([])
  })

  test('without an address there is no account', async () => {
    const login = newLogin()
    provider.users.set(login, { name: 'No Address' })
    expect((await signInAs(login)).searchParams.get('error_code')).toBe('email_address_not_provided')
  })

  test('a banned user is refused', async () => {
    const login = newLogin()
    const { id } = await userOf(login)
    const until = new Date(Date.now() + 60_000)
    await market.db.updateTable('users').set({ banned_until: until }).where('id', '=', id).execute()
    const back = await signInAs(login)
    expect(Object.fromEntries(fragmentOf(back))).toMatchObject({ error: 'access_denied', error_code: 'user_banned' })
  })
})

test("while sign-up is off, new users are refused with OAuth's error code", async () => {
  market.config.signUp = false
  try {
    const back = await signInAs(newLogin())
    for (const members of [back.searchParams, fragmentOf(back)])
      expect(Object.fromEntries(members)).toMatchObject({ error: 'access_denied', error_code: 'signup_disabled' })
  } finally {
    market.config.signUp = true
  }
})

describe('B4: the state', () => {
  // catches: state-checked-first
  test('is used once: of 20 concurrent responses one signs in', async () => {
    const callback = await callbackOf(newLogin())
    const responses = await underContention(
      market.db,
      (holding) => holding.selectFrom('oauth_flows').select('used_at').forUpdate().execute(),
      () => Promise.all(Array.from({ length: 20 }, () => comeBack(callback))),
    )
    const targets = responses.map((response) => new URL(response.headers.get('location') ?? ''))
    expect(targets.filter((target) => fragmentOf(target).has('access_token'))).toHaveLength(1)
    const refused = targets.filter((target) => target.searchParams.get('error_code') === 'flow_state_already_used')
    expect(refused).toHaveLength(19)
  })

  test.each([
    ['', 'bad_oauth_callback', 'OAuth state parameter missing'],
    ['code=x', 'bad_oauth_callback', 'OAuth state parameter missing'],
    ['code=x&state=no-uuid', 'bad_oauth_state', 'OAuth state parameter is invalid'],
    [`code=x&state=${randomUUID()}`, 'bad_oauth_state', 'OAuth state not found or expired'],
    // A UUID of an unknown version is accepted as a state.
    ['code=x&state=11111111-1111-f111-1111-111111111111', 'bad_oauth_state', 'OAuth state not found or expired'],
  ])('%j redirects to the site with the reason', async (query, code, description) => {
    const target = await redirectOf(`${market.siteUrl}/auth/v1/callback?${query}`)
    expect(target.origin + target.pathname).toBe(`${market.siteUrl}/`)
    expect(Object.fromEntries(target.searchParams)).toEqual({
      error: 'invalid_request',
      error_code: code,
      error_description: description,
    })
  })

  test('expires', async () => {
    const callback = new URL(await callbackOf(newLogin()))
    const state_hash = hash('sha256', callback.searchParams.get('state') ?? '', 'buffer')
    const late = { expires_at: new Date(Date.now() - 1) }
    await market.db.updateTable('oauth_flows').set(late).where('state_hash', '=', state_hash).execute()
    expect((await redirectOf(callback)).searchParams.get('error_description')).toBe('OAuth state has expired')
  })

  test('of one sign-in does not match the response to another', async () => {
    const [one, other] = await Promise.all([callbackOf(newLogin()), callbackOf(newLogin())])
    const mixed = new URL(one)
    mixed.searchParams.set('state', new URL(other).searchParams.get('state') ?? '')
    const target = await redirectOf(mixed)
    expect(target.searchParams.get('error')).toBe('server_error')
    expect(target.searchParams.get('error_description')).toMatch(/^Unable to exchange external code: /)
    expect(target.hash).not.toContain('access_token')
  })

  test('a response may also be a form that the browser posts', async () => {
    const { searchParams: body } = new URL(await callbackOf(newLogin()))
    const target = await redirectOf(`${market.siteUrl}/auth/v1/callback`, { method: 'POST', body })
    expect(fragmentOf(target).has('access_token')).toBe(true)
  })

  test("a provider's error is passed to the page", async () => {
    const callback = new URL(await callbackOf(newLogin()))
    const parameters = new URLSearchParams({ state: callback.searchParams.get('state') ?? '', error: 'access_denied' })
    parameters.set('error_description', 'The user changed their mind')
    const target = await redirectOf(`${market.siteUrl}/auth/v1/callback?${parameters}`)
    expect(Object.fromEntries(target.searchParams)).toEqual({
      error: 'access_denied',
      error_code: 'access_denied',
      error_description: 'The user changed their mind',
    })
  })
})

test('B11: a redirect target of another site is replaced by this one', async () => {
  const redirect_to = 'https://evil.example/'
  const state = (await redirectOf(authorizeUrl({ redirect_to }))).searchParams.get('state') ?? ''
  const parameters = new URLSearchParams({ state, error: 'access_denied' })
  const { origin } = await redirectOf(`${market.siteUrl}/auth/v1/callback?${parameters}`)
  expect(origin).toBe(market.siteUrl)
})

test('a provider that does not respond is reported in the address', async () => {
  const target = await redirectOf(authorizeUrl({ provider: 'away' }))
  expect(target.origin).toBe(market.siteUrl)
  expect(target.searchParams.get('error')).toBe('temporarily_unavailable')
})

test('the settings name the providers', async () => {
  const { body } = await callAuth<{ external: object }>(market, 'GET', '/settings')
  expect(body.external).toMatchObject({ work: true, google: true, email: true, apple: false })
})

test('an account links an identity by a redirect, or by the address of one', async () => {
  const { headers } = await signUp(market)
  const path = '/user/identities/authorize?provider=work'
  const there = expect.stringContaining('client_id=market')
  expect(await callAuth(market, 'GET', path, { headers })).toMatchObject({ status: 302, headers: { location: there } })
  const { status, body } = await callAuth(market, 'GET', `${path}&skip_http_redirect=true`, { headers })
  expect([status, body]).toEqual([200, { url: there }])
})

test.each<['GET' | 'POST', string, object?]>([
  ['GET', '/authorize?provider=work&provider=work'],
  ['GET', `/authorize?provider=work&redirect_to=${'x'.repeat(3000)}`],
  ['GET', `/callback?state=${randomUUID()}&state=${randomUUID()}&code=x`],
  ['POST', '/token?grant_type=id_token', { provider: ['google'] }],
])('bad input is refused before anything happens: %s %s %j', async (method, path, body) => {
  const response = await callAuth(market, method, path, body && { body })
  expect([response.status, response.body.code]).toEqual([400, expect.toBeOneOf(['bad_json', 'validation_failed'])])
})
