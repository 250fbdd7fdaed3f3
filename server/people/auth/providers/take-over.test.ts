import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountUser, Challenge, EnrolledFactor } from '../../../../shared/auth/schema.ts'
import { callAuth, openAuthenticator, signUp, type TestAccount } from '../../../../tests/support/accounts.ts'
import { click } from '../../../../tests/support/auth-browser.ts'
import { HttpBrowser } from '../../../../tests/support/http-browser.ts'
import { startOidcProvider, type TestOidcProvider } from '../../../../tests/support/oidc-provider.ts'
import { messageTo } from '../../../../tests/support/outbox.ts'
import { startMarket } from '../../../../tests/support/test-app.ts'

// AUTH_EMAIL_CONFIRM is off: anyone can sign up with any address and is signed in at once.
let market: Awaited<ReturnType<typeof startMarket>>
let provider: TestOidcProvider

beforeAll(async () => {
  market = await startMarket(async (siteUrl) => {
    provider = await startOidcProvider([`${siteUrl}/auth/v1/callback`])
    const { issuer, clientId: client_id, clientSecret: client_secret } = provider
    const authProviders = JSON.stringify([{ type: 'oidc', name: 'work', issuer, client_id, client_secret }])
    return { authProviders, messageGapSeconds: 0 }
  })
})
afterAll(async () => {
  await market?.close()
  await provider?.close()
})

const newLogin = () => `user-${randomUUID().slice(0, 8)}`
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const userOf = async (token: string) => (await callAuth<AccountUser>(market, 'GET', '/user', bearer(token))).body

/** Signs in with the provider, which vouches for `<login>@example.com`, and returns the user. */
async function arrive(login: string): Promise<AccountUser> {
  const until = [`${market.siteUrl}/#`]
  const back = await new HttpBrowser().follow(`${market.siteUrl}/auth/v1/authorize?provider=work`, { login, until })
  return userOf(new URLSearchParams(back.hash.slice(1)).get('access_token') ?? '')
}

function signIn({ email, password }: TestAccount) {
  return callAuth(market, 'POST', '/token?grant_type=password', { body: { email, password } })
}

async function addAuthenticator({ token }: TestAccount): Promise<void> {
  const send = <Body>(path: string, body: object) => callAuth<Body>(market, 'POST', path, { body, ...bearer(token) })
  const { body: factor } = await send<EnrolledFactor>('/factors', { factor_type: 'totp' })
  const challenge = await send<Challenge>(`/factors/${factor.id}/challenge`, {})
  const code = openAuthenticator(factor.totp?.uri ?? '').codeAt(new Date())
  const verified = await send(`/factors/${factor.id}/verify`, { challenge_id: challenge.body.id, code })
  expect(verified.status).toBe(200)
}

test('B13: the owner takes over an address that was never verified: earlier ways to sign in end', async () => {
  const login = newLogin()
  const account = await signUp(market, { email: `${login}@example.com` })
  const before = await userOf(account.token)
  expect(before.email_confirmed_at).toBeTruthy()
  expect(before.user_metadata.email_verified).toBe(false)
  expect(before.identities).toMatchObject([{ provider: 'email', identity_data: { email_verified: false } }])
  // What an attacker does to come back.
  const elsewhere = `elsewhere-${login}@example.com`
  await callAuth(market, 'PUT', '/user', { body: { email: elsewhere }, ...bearer(account.token) })
  await messageTo(market, elsewhere)
  await addAuthenticator(account)
  const network = { user_id: account.user_id, network: '203.0.113.9', last_used_at: new Date() }
  await market.db.insertInto('known_networks').values(network).execute()

  const user = await arrive(login)
  expect(user).toMatchObject({ id: account.user_id, user_metadata: { email_verified: true } })
  expect(user.identities.map((identity) => identity.provider)).toEqual(['work'])
  expect(user.factors).toBeUndefined()
  expect((await callAuth(market, 'GET', '/user', bearer(account.token))).status).toBe(403)
  const { refresh_token } = account
  expect((await callAuth(market, 'POST', '/token?grant_type=refresh_token', { body: { refresh_token } })).status).toBe(
    400,
  )
  expect(await signIn(account)).toMatchObject({ status: 400, body: { code: 'invalid_credentials' } })
  const known = await market.db.selectFrom('known_networks').where('user_id', '=', user.id).select('network').execute()
  expect(known).not.toContainEqual({ network: '203.0.113.9' })
  // The change of address cannot be continued: no further code goes to the address that was requested.
  expect(user.new_email).toBeUndefined()
  await callAuth(market, 'POST', '/resend', { body: { type: 'email_change', email: elsewhere } })
  expect((await userOf(account.token)).email).toBeUndefined()
  expect(await market.db.selectFrom('one_time_codes').where('user_id', '=', user.id).selectAll().execute()).toEqual([])
})

test.each(['code', 'link'])(
  'B13: the owner takes over an address that was never verified by a mailed %s, too: the stranger is out for good',
  async (how) => {
    const login = newLogin()
    const account = await signUp(market, { email: `${login}@example.com` })
    await addAuthenticator(account)
    await callAuth(market, 'POST', '/otp', { body: { email: account.email } })
    const { code: token, link } = await messageTo(market, account.email)
    if (how === 'link') {
      expect((await click(link)).fragment.has('access_token')).toBe(true)
    } else {
      const proof = { type: 'email', email: account.email, token }
      const proved = await callAuth<{ user: AccountUser }>(market, 'POST', '/verify', { body: proof })
      expect(proved.body.user.user_metadata.email_verified).toBe(true)
    }
    expect((await callAuth(market, 'GET', '/user', bearer(account.token))).status).toBe(403)
    expect(await signIn(account)).toMatchObject({ status: 400, body: { code: 'invalid_credentials' } })

    const user = await arrive(login)
    expect(user.id).toBe(account.user_id)
    expect(user.identities.map(({ provider: name }) => name)).toEqual(['email', 'work'])
    expect(user.factors).toBeUndefined()
    expect(await signIn(account)).toMatchObject({ status: 400 })
  },
)

test('an address that was proved before keeps its password and its sessions', async () => {
  const login = newLogin()
  const account = await signUp(market, { email: `${login}@example.com` })
  let token = ''
  const prove = async () => {
    const before = token
    await callAuth(market, 'POST', '/recover', { body: { email: account.email } })
    const newest = async () => {
      token = (await messageTo(market, account.email)).code || before
      return token
    }
    await expect.poll(newest).not.toBe(before)
    const proof = { type: 'recovery', email: account.email, token }
    return (await callAuth<{ access_token: string }>(market, 'POST', '/verify', { body: proof })).body.access_token
  }
  const session = await prove()
  const { password } = account
  expect((await callAuth(market, 'PUT', '/user', { body: { password }, ...bearer(session) })).status).toBe(200)
  await prove()

  const user = await arrive(login)
  expect(user.identities.map((identity) => identity.provider)).toEqual(['email', 'work'])
  expect((await signIn(account)).status).toBe(200)
  expect((await userOf(session)).id).toBe(user.id)
})
