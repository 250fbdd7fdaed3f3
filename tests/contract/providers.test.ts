import { createHash } from 'node:crypto'
import * as client from 'openid-client'
import { describe, expect, test } from 'vitest'
import { untilServed } from '../support/api.ts'
import { openAuthBrowser } from '../support/auth-browser.ts'
import { HttpBrowser, newLogin, redirectOf } from '../support/http-browser.ts'
import { inSequence } from '../support/lock-contention.ts'
import { openWithProvider } from '../support/market-with-providers.ts'
import { setRows } from '../support/set-rows.ts'

// The stock client against the real server, with a real OpenID provider.
const PASSWORD = 'a long enough phrase'
const OIDC_ID = '31648a9d-8d5a-4555-a9d1-d6375dc14e92'
const { market, provider } = await openWithProvider((client, { appClientId }) => ({
  manualLinking: true,
  authProviders: JSON.stringify([
    { type: 'google', ...client, accepted_client_ids: [appClientId] },
    { type: 'oidc', name: 'work', ...client },
  ]),
  ssoProviders: JSON.stringify([{ type: 'oidc', id: OIDC_ID, domains: ['school.example'], ...client }]),
}))

const openBrowser = (flowType: 'pkce' | 'implicit' = 'implicit') =>
  openAuthBrowser({ url: market.siteUrl, apiKey: market.deps.secrets.apiKey, flowType })

/** Follows the client's redirect, signs in at the provider, and returns the address that it redirects back to. */
function goThere(url: string | null | undefined, login: string): Promise<URL> {
  if (!url) throw new Error('the client got no address')
  return new HttpBrowser().follow(url, { login, until: [`${market.siteUrl}/?`, `${market.siteUrl}/#`] })
}

async function signedUp() {
  const browser = openBrowser('pkce')
  const { data, error } = await browser.auth.signUp({ email: `${newLogin()}@example.com`, password: PASSWORD })
  if (error || !data.user) throw error
  return { ...browser, user: data.user }
}

test('signInWithOAuth redirects to the provider, and exchangeCodeForSession signs in', async () => {
  const { auth, events } = openBrowser('pkce')
  const login = newLogin()
  const left = await auth.signInWithOAuth({ provider: 'google', options: { scopes: 'offline_access' } })
  expect(left.error).toBeNull()
  const back = await goThere(left.data.url, login)
  const { data, error } = await auth.exchangeCodeForSession(back.searchParams.get('code') ?? '')
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email: `${login}@example.com`, app_metadata: { provider: 'google' } })
  expect(data.session?.provider_token).toEqual(expect.any(String))
  expect(events).toContain('SIGNED_IN')
  expect((await auth.getUser()).data.user?.id).toBe(data.user?.id)
  expect((await auth.refreshSession()).error).toBeNull()

  const again = await auth.exchangeCodeForSession(back.searchParams.get('code') ?? '')
  expect(again.error).not.toBeNull()
  expect(await market.db.selectFrom('provider_tokens').selectAll().execute()).toEqual([])
})

/** An ID token that an app obtained from the provider by itself. */
async function tokenOf(login: string, nonce?: string): Promise<string> {
  const config = await client.discovery(new URL(provider.issuer), provider.appClientId, undefined, client.None(), {
    execute: [client.allowInsecureRequests],
  })
  const pkceCodeVerifier = client.randomPKCECodeVerifier()
  const hashed = nonce && createHash('sha256').update(nonce).digest('hex')
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: provider.appRedirect,
    scope: 'openid email profile',
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...(hashed && { nonce: hashed }),
  })
  const back = await new HttpBrowser().follow(url.href, { login, until: [provider.appRedirect] })
  const checks = { pkceCodeVerifier, idTokenExpected: true, ...(hashed && { expectedNonce: hashed }) }
  const tokens = await client.authorizationCodeGrant(config, back, checks)
  return tokens.id_token ?? ''
}

test('signInWithIdToken recognizes a user who signed up by redirect', async () => {
  const login = newLogin()
  const left = await openBrowser('pkce').auth.signInWithOAuth({ provider: 'google' })
  await goThere(left.data.url, login)
  const { auth } = openBrowser()
  const { data, error } = await auth.signInWithIdToken({
    provider: 'google',
    token: await tokenOf(login, 'said once'),
    nonce: 'said once',
  })
  expect(error).toBeNull()
  expect(data.user?.email).toBe(`${login}@example.com`)
})

describe('identities', () => {
  test('linkIdentity adds an identity, and unlinkIdentity removes all but the last', async () => {
    const { auth, user } = await signedUp()
    const left = await auth.linkIdentity({ provider: 'google' })
    expect(left.error).toBeNull()
    const back = await goThere(left.data.url, newLogin())
    const linked = await auth.exchangeCodeForSession(back.searchParams.get('code') ?? '')
    expect(linked.data.user?.id).toBe(user.id)

    const { data } = await auth.getUserIdentities()
    expect(data?.identities.map((identity) => identity.provider)).toEqual(['email', 'google'])
    const google = data?.identities.find((identity) => identity.provider === 'google')
    if (!google) throw new Error('not linked')
    expect((await auth.unlinkIdentity(google)).error).toBeNull()
    expect((await auth.getUserIdentities()).data?.identities.map(({ provider: name }) => name)).toEqual(['email'])
    expect((await auth.unlinkIdentity(google)).error).toMatchObject({
      status: 422,
      code: 'single_identity_not_deletable',
    })
  })

  test('an identity of another account is reported as an error in the address', async () => {
    const login = newLogin()
    const owner = openBrowser('pkce')
    await goThere((await owner.auth.signInWithOAuth({ provider: 'google' })).data.url, login)
    const { auth } = await signedUp()
    const back = await goThere((await auth.linkIdentity({ provider: 'google' })).data.url, login)
    expect(back.searchParams.get('error_code')).toBe('identity_already_exists')
    expect(back.searchParams.get('error_description')).toBe('Identity is already linked to another user')
  })

  test('linking the same identity twice is reported as an error in the address', async () => {
    const login = newLogin()
    const { auth } = await signedUp()
    await goThere((await auth.linkIdentity({ provider: 'google' })).data.url, login)
    const back = await goThere((await auth.linkIdentity({ provider: 'google' })).data.url, login)
    expect(back.searchParams.get('error_description')).toBe('Identity is already linked')
  })

  test('B3: a link ends with the session that started it', async () => {
    const { auth } = await signedUp()
    const login = newLogin()
    const left = await auth.linkIdentity({ provider: 'google' })
    const callback = await new HttpBrowser().follow(left.data.url ?? '', {
      login,
      until: [`${market.siteUrl}/auth/v1/callback`],
    })
    await auth.signOut()
    expect((await redirectOf(callback)).searchParams.get('error_code')).toBe('bad_oauth_state')
    const made = await market.db.selectFrom('identities').select('user_id').where('provider_id', '=', login).execute()
    expect(made).toEqual([])
  })

  test('B12: an account with a second factor must have used it to link or unlink', async () => {
    const { auth, user } = await signedUp()
    await goThere((await auth.linkIdentity({ provider: 'google' })).data.url, newLogin())
    const { data } = await auth.mfa.enroll({ factorType: 'totp' })
    await setRows(market, 'factors', { status: 'verified' }, { id: data?.id ?? '' })
    expect((await auth.linkIdentity({ provider: 'work' as 'google' })).error).toMatchObject({
      code: 'insufficient_aal',
    })
    const [identity] = (await auth.getUserIdentities()).data?.identities ?? []
    if (!identity) throw new Error('no identity')
    expect((await auth.unlinkIdentity(identity)).error).toMatchObject({ code: 'insufficient_aal' })
    const kept = await market.db.selectFrom('identities').select('provider').where('user_id', '=', user.id).execute()
    expect(kept).toHaveLength(2)
  })

  test('without the email identity, another verified address replaces it and the password is removed', async () => {
    const { auth, user } = await signedUp()
    const login = newLogin()
    await goThere((await auth.linkIdentity({ provider: 'google' })).data.url, login)
    const email = (await auth.getUserIdentities()).data?.identities.find((identity) => identity.provider === 'email')
    if (!email) throw new Error('no e-mail identity')
    expect((await auth.unlinkIdentity(email)).error).toBeNull()
    expect((await auth.getUser()).data.user).toMatchObject({ id: user.id, email: `${login}@example.com` })
    const attempts = [user.email ?? '', `${login}@example.com`].map((address) =>
      openBrowser().auth.signInWithPassword({ email: address, password: PASSWORD }),
    )
    for (const { error } of await Promise.all(attempts)) expect(error).toMatchObject({ code: 'invalid_credentials' })
  })

  test('another user’s identity is not found', async () => {
    const { auth } = await signedUp()
    const other = await signedUp()
    const [identity] = (await other.auth.getUserIdentities()).data?.identities ?? []
    if (!identity) throw new Error('no identity')
    await goThere((await auth.linkIdentity({ provider: 'google' })).data.url, newLogin())
    expect((await auth.unlinkIdentity(identity)).error).toMatchObject({ status: 422, code: 'identity_not_found' })
    expect((await other.auth.getUserIdentities()).data?.identities).toHaveLength(1)
  })

  // catches: account-unlocked
  test('of two identities one is left after 20 concurrent removals', async () => {
    const { auth, user } = await signedUp()
    await goThere((await auth.linkIdentity({ provider: 'google' })).data.url, newLogin())
    const [email, google] = (await auth.getUserIdentities()).data?.identities ?? []
    if (!email || !google) throw new Error('not linked')
    // The removal of the email identity is in progress before those of the other identity start.
    const [removed, refused] = await inSequence(
      market.db,
      (holding) => holding.selectFrom('identities').select('provider').forUpdate().execute(),
      () => untilServed(() => auth.unlinkIdentity(email)),
      () => Promise.all(Array.from({ length: 19 }, () => untilServed(() => auth.unlinkIdentity(google)))),
    )
    expect(removed.error).toBeNull()
    for (const { error } of refused) expect(error).toMatchObject({ status: 422 })
    const left = await market.db.selectFrom('identities').select('provider').where('user_id', '=', user.id).execute()
    expect(left).toEqual([{ provider: 'google' }])
  })
})

test('signInWithSSO by OpenID Connect trusts the organization for its own domain, and for no other', async () => {
  const login = newLogin()
  provider.users.set(login, { email: `${login}@school.example`, email_verified: false })
  const { auth } = openBrowser('pkce')
  const left = await auth.signInWithSSO({ providerId: OIDC_ID })
  const back = await goThere(left.data?.url, login)
  const { data, error } = await auth.exchangeCodeForSession(back.searchParams.get('code') ?? '')
  expect(error).toBeNull()
  expect(data.user).toMatchObject({
    email: `${login}@school.example`,
    identities: [{ provider: `sso:${OIDC_ID}`, id: login }],
  })

  const other = newLogin()
  provider.users.set(other, { email: `${other}@example.com`, email_verified: true })
  const again = await openBrowser('pkce').auth.signInWithSSO({ domain: 'school.example' })
  const refused = await goThere(again.data?.url, other)
  expect(refused.searchParams.get('error_code')).toBe('provider_email_needs_verification')
})
