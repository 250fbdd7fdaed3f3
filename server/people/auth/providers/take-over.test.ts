import { expect, onTestFinished, test } from 'vitest'
import type { AccountUser } from '../../../../shared/auth/schema.ts'
import { bearer, callAuth, readUser, refresh, signIn, signUp } from '../../../../tests/support/accounts.ts'
import { addAuthenticator } from '../../../../tests/support/authenticator.ts'
import { fragmentOf, HttpBrowser, newLogin } from '../../../../tests/support/http-browser.ts'
import { openWithProvider } from '../../../../tests/support/market-with-providers.ts'
import { messageTo } from '../../../../tests/support/outbox.ts'

// AUTH_EMAIL_CONFIRM is off: anyone can sign up with any address and is signed in at once.
const { market } = await openWithProvider((client) => ({
  authProviders: JSON.stringify([{ type: 'oidc', name: 'work', ...client }]),
  messageGapSeconds: 0,
}))

const userOf = async (token: unknown) => (await readUser(market, token)).body

/** Signs in with the provider, which vouches for `<login>@example.com`, and returns the user. */
async function arrive(login: string): Promise<AccountUser> {
  const until = [`${market.siteUrl}/#`]
  const back = await new HttpBrowser().follow(`${market.siteUrl}/auth/v1/authorize?provider=work`, { login, until })
  return userOf(fragmentOf(back).get('access_token'))
}

test('B13: the owner takes over an address that was never verified: earlier ways to sign in end', async () => {
  const login = newLogin()
  const account = await signUp(market, { email: `${login}@example.com` })
  const before = await userOf(account.token)
  expect(before.email_confirmed_at).toBeTruthy()
  expect(before.user_metadata.email_verified).toBe(false)
  expect(before.identities).toMatchObject([{ provider: 'email', identity_data: { email_verified: false } }])
  // What an attacker prepares to regain access.
  const elsewhere = `elsewhere-${login}@example.com`
  await callAuth(market, 'PUT', '/user', { body: { email: elsewhere }, headers: bearer(account.token) })
  await messageTo(market, elsewhere)
  await addAuthenticator(market, account.token)
  const network = { user_id: account.user_id, network: '203.0.113.9', last_used_at: new Date() }
  await market.db.insertInto('known_networks').values(network).execute()

  const user = await arrive(login)
  expect(user).toMatchObject({ id: account.user_id, user_metadata: { email_verified: true } })
  expect(user.identities.map((identity) => identity.provider)).toEqual(['work'])
  expect(user.factors).toBeUndefined()
  expect((await readUser(market, account.token)).status).toBe(403)
  expect((await refresh(market, account.refresh_token)).status).toBe(400)
  expect(await signIn(market, account)).toMatchObject({ status: 400, body: { code: 'invalid_credentials' } })
  const known = await market.db.selectFrom('known_networks').where('user_id', '=', user.id).select('network').execute()
  expect(known).not.toContainEqual({ network: '203.0.113.9' })
  // The change of address cannot be completed: no further code is sent to the requested address.
  expect(user.new_email).toBeUndefined()
  await callAuth(market, 'POST', '/resend', { body: { type: 'email_change', email: elsewhere } })
  expect((await userOf(account.token)).email).toBeUndefined()
  expect(await market.db.selectFrom('one_time_codes').where('user_id', '=', user.id).selectAll().execute()).toEqual([])
})

test('B13: a change of address that the former address alone confirmed does not prove the new one', async () => {
  const [stranger, login] = [await signUp(market), newLogin()]
  const email = `${login}@example.com`
  await callAuth(market, 'PUT', '/user', { body: { email }, headers: bearer(stranger.token) })
  const { code: token } = await messageTo(market, stranger.email)
  const proof = { type: 'email_change', email: stranger.email, token }
  const changed = await callAuth<{ user: AccountUser }>(market, 'POST', '/verify', { body: proof })
  expect(changed.body.user).toMatchObject({ email, user_metadata: { email_verified: false } })
  expect((await arrive(login)).id).toBe(stranger.user_id)
  expect((await signIn(market, { ...stranger, email })).status).toBe(400)
})

test('B13: a mailed code also takes over an address that was never verified, and locks the stranger out', async () => {
  const login = newLogin()
  const account = await signUp(market, { email: `${login}@example.com` })
  await addAuthenticator(market, account.token)
  await callAuth(market, 'POST', '/otp', { body: { email: account.email } })
  const { code: token } = await messageTo(market, account.email)
  const proof = { type: 'email', email: account.email, token }
  const proved = await callAuth<{ user: AccountUser }>(market, 'POST', '/verify', { body: proof })
  expect(proved.body.user.user_metadata.email_verified).toBe(true)
  expect((await readUser(market, account.token)).status).toBe(403)
  expect(await signIn(market, account)).toMatchObject({ status: 400, body: { code: 'invalid_credentials' } })

  const user = await arrive(login)
  expect(user.id).toBe(account.user_id)
  expect(user.identities.map(({ provider: name }) => name)).toEqual(['email', 'work'])
  expect(user.factors).toBeUndefined()
})

test('B13: so does the first sign-in code where addresses have to be confirmed', async () => {
  Object.assign(market.config, { emailConfirm: true })
  onTestFinished(() => void Object.assign(market.config, { emailConfirm: false }))
  const stranger = { email: `${newLogin()}@example.com`, password: 'a long enough phrase' }
  expect((await callAuth(market, 'POST', '/signup', { body: stranger })).status).toBe(200)
  await callAuth(market, 'POST', '/otp', { body: { email: stranger.email } })
  const { code: token } = await messageTo(market, stranger.email, 2)
  const proof = { type: 'email', email: stranger.email, token }
  expect((await callAuth(market, 'POST', '/verify', { body: proof })).status).toBe(200)
  expect(await signIn(market, stranger)).toMatchObject({ status: 400, body: { code: 'invalid_credentials' } })
})

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
  expect((await callAuth(market, 'PUT', '/user', { body: { password }, headers: bearer(session) })).status).toBe(200)
  await prove()

  const user = await arrive(login)
  expect(user.identities.map((identity) => identity.provider)).toEqual(['email', 'work'])
  expect((await signIn(market, account)).status).toBe(200)
  expect((await userOf(session)).id).toBe(user.id)
})
