import { AuthApiError, AuthWeakPasswordError, isAuthSessionMissingError } from '@supabase/auth-js'
import { expect, test } from 'vitest'
import { openAuthBrowser } from '../support/auth-browser.ts'
import { openAuthenticator } from '../support/authenticator.ts'
import { openForTests } from '../support/open-for-tests.ts'

// The stock browser client, over a socket, against the real server.
const PASSWORD = 'a long enough phrase'
let emails = 0
const testApp = await openForTests()
const url = await testApp.app.listen({ port: 0, host: '127.0.0.1' })

const newEmail = () => `user-${++emails}@example.com`

const openBrowser = () => openAuthBrowser({ url, apiKey: testApp.deps.secrets.apiKey })

async function signedIn(email = newEmail()) {
  const browser = openBrowser()
  const { data, error } = await browser.auth.signUp({ email, password: PASSWORD })
  if (error || !data.session) throw error
  return { ...browser, email, session: data.session }
}

test('signUp signs in, stores the session and reads the user back', async () => {
  const { auth, events, stored } = openBrowser()
  const email = newEmail()
  const { data, error } = await auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { display_name: 'Ada', role: 'seller', avatar_url: 'https://elsewhere.example/x.png' } },
  })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email, user_metadata: { display_name: 'Ada', role: 'seller' } })
  expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
  expect(events).toContain('SIGNED_IN')
  expect([...stored.keys()]).toContain('authState')

  const user = await auth.getUser()
  expect(user.error).toBeNull()
  expect(user.data.user).toEqual(data.user)
  expect((await auth.getSession()).data.session?.access_token).toBe(data.session?.access_token)
})

test('signInWithPassword works in another browser; a wrong password and an unknown address give the same error', async () => {
  const { email } = await signedIn()
  const { auth } = openBrowser()
  for (const attempt of [
    { email, password: 'a wrong long phrase' },
    { email: newEmail(), password: PASSWORD },
  ]) {
    const { data, error } = await auth.signInWithPassword(attempt)
    expect(data.session).toBeNull()
    expect(error).toBeInstanceOf(AuthApiError)
    expect(error).toMatchObject({ status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' })
  }
  const { data, error } = await auth.signInWithPassword({ email, password: PASSWORD })
  expect(error).toBeNull()
  expect(data.user?.email).toBe(email)
  expect(data.weakPassword).toBeUndefined()
})

test('a taken address and a weak password give the errors that the client knows', async () => {
  const { email } = await signedIn()
  const { auth } = openBrowser()
  const taken = await auth.signUp({ email, password: PASSWORD })
  expect(taken.error).toMatchObject({ status: 422, code: 'user_already_exists', message: 'User already registered' })
  const weak = await auth.signUp({ email: newEmail(), password: 'short' })
  expect(weak.error).toBeInstanceOf(AuthWeakPasswordError)
  expect(weak.error).toMatchObject({ status: 422, reasons: ['length'] })
})

test('refreshSession replaces both tokens and notifies listeners', async () => {
  const { auth, events, session } = await signedIn()
  const { data, error } = await auth.refreshSession()
  expect(error).toBeNull()
  expect(data.session?.refresh_token).not.toBe(session.refresh_token)
  expect(events).toContain('TOKEN_REFRESHED')
  expect((await auth.getUser()).error).toBeNull()
})

test('signOut with scope others keeps this browser signed in', async () => {
  const here = await signedIn()
  const there = openBrowser()
  await there.auth.signInWithPassword({ email: here.email, password: PASSWORD })
  expect((await here.auth.signOut({ scope: 'others' })).error).toBeNull()
  expect(here.events).not.toContain('SIGNED_OUT')
  expect((await here.auth.getUser()).error).toBeNull()
  expect((await there.auth.getUser()).error).not.toBeNull()
})

test('getUser with an ended session reports a missing session and signs out', async () => {
  const here = await signedIn()
  await openBrowser().auth.admin.signOut(here.session.access_token, 'global')
  const { data, error } = await here.auth.getUser()
  expect(data.user).toBeNull()
  expect(isAuthSessionMissingError(error)).toBe(true)
  expect(error?.message).toBe('Auth session missing!')
  expect(here.events).toContain('SIGNED_OUT')
  expect((await here.auth.getSession()).data.session).toBeNull()
  expect((await here.auth.signOut()).error).toBeNull()
})

test('getClaims verifies the token with the published key', async () => {
  const { auth, session } = await signedIn()
  const { data, error } = await auth.getClaims()
  expect(error).toBeNull()
  expect(data?.header.alg).toBe('ES256')
  expect(data?.claims).toMatchObject({
    sub: session.user.id,
    aal: 'aal1',
    app_metadata: { role: 'buyer' },
    iss: `${testApp.config.siteUrl}/auth/v1`,
  })
  expect(data?.claims).not.toHaveProperty('user_metadata')
  const [head, body, signature = ''] = session.access_token.split('.')
  const forged = `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
  expect((await auth.getClaims(forged)).error).not.toBeNull()
})

test('enroll, challenge and verify an authenticator; the client has the aal2 session and notifies listeners', async () => {
  const { auth, events, email } = await signedIn()
  const { data: factor, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App', issuer: 'Shop' })
  if (error) throw error
  expect(factor.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /)
  expect((await auth.mfa.listFactors()).data).toMatchObject({ all: [{ id: factor.id }], totp: [], phone: [] })
  expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal1',
  })

  const challenge = await auth.mfa.challenge({ factorId: factor.id })
  if (challenge.error) throw challenge.error
  expect(challenge.data.type).toBe('totp')
  expect(challenge.data.expires_at).toBeGreaterThan(Date.now() / 1000)
  const code = openAuthenticator(factor.totp.uri).codeAt(new Date())
  const verified = await auth.mfa.verify({ factorId: factor.id, challengeId: challenge.data.id, code })
  if (verified.error) throw verified.error
  expect(verified.data.user.factors).toMatchObject([{ id: factor.id, status: 'verified' }])
  expect(events).toContain('MFA_CHALLENGE_VERIFIED')

  expect((await auth.getSession()).data.session?.access_token).toBe(verified.data.access_token)
  const level = await auth.mfa.getAuthenticatorAssuranceLevel()
  expect(level.data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
  expect(level.data?.currentAuthenticationMethods).toMatchObject([{ method: 'totp' }, { method: 'password' }])
  expect((await auth.mfa.listFactors()).data?.totp).toMatchObject([{ id: factor.id }])
  expect((await auth.refreshSession()).error).toBeNull()
  expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2')
  const next = openBrowser()
  await next.auth.signInWithPassword({ email, password: PASSWORD })
  const required = { currentLevel: 'aal1', nextLevel: 'aal2' }
  expect((await next.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject(required)
  expect((await auth.mfa.unenroll({ factorId: factor.id })).data).toEqual({ id: factor.id })
})
