import { AuthApiError } from '@supabase/auth-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAuthBrowser } from '../support/auth-browser.ts'
import { openAuthenticator } from '../support/authenticator.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

// Second factors with the stock client of the browser, over a socket, against the real server.
const PASSWORD = 'a long enough phrase'
let testApp: TestApp
let url: string
let emails = 0
let offsetMs = 0
const now = () => new Date(Date.now() + offsetMs)

beforeAll(async () => {
  testApp = await createTestApp({
    config: { testPhoneCodes: new Map([['1234567890', '123456']]) },
    deps: { clock: now },
  })
  url = await testApp.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => testApp.close())

async function signedIn(email?: string) {
  const browser = openAuthBrowser({ url, apiKey: testApp.deps.secrets.apiKey })
  const credentials = { email: email ?? `user-${++emails}@example.com`, password: PASSWORD }
  const { error } = await (email ? browser.auth.signInWithPassword(credentials) : browser.auth.signUp(credentials))
  if (error) throw error
  return { ...browser, email: credentials.email }
}

async function withAuthenticator() {
  const browser = await signedIn()
  const { data, error } = await browser.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })
  if (error) throw error
  const app = openAuthenticator(data.totp.uri)
  const code = app.codeAt(now())
  const verified = await browser.auth.mfa.challengeAndVerify({ factorId: data.id, code })
  expect(verified.error).toBeNull()
  return { ...browser, factorId: data.id, app, code }
}

test('enroll, challenge and verify an authenticator; the client has the raised session and notifies listeners', async () => {
  const { auth, events } = await signedIn()
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
  const code = openAuthenticator(factor.totp.uri).codeAt(now())
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
})

test('the next sign-in requires a second step, accepts a code once, and refuses a replayed one', async () => {
  const { email, factorId, app, code } = await withAuthenticator()
  const { auth } = await signedIn(email)
  expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal2',
  })
  const replayed = await auth.mfa.challengeAndVerify({ factorId, code })
  expect(replayed.error).toBeInstanceOf(AuthApiError)
  expect(replayed.error).toMatchObject({
    status: 422,
    code: 'mfa_verification_failed',
    message: 'Invalid TOTP code entered',
  })
  offsetMs += 60_000
  expect((await auth.mfa.challengeAndVerify({ factorId, code: app.codeAt(now()) })).error).toBeNull()
  expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2')
})

test('a phone is a second factor, too', async () => {
  const { auth } = await signedIn()
  const { data, error } = await auth.mfa.enroll({ factorType: 'phone', phone: '+1234567890', friendlyName: 'Phone' })
  if (error) throw error
  expect(data).toMatchObject({ type: 'phone', phone: '1234567890' })
  const challenge = await auth.mfa.challenge({ factorId: data.id, channel: 'sms' })
  if (challenge.error) throw challenge.error
  const again = await auth.mfa.challenge({ factorId: data.id, channel: 'sms' })
  expect(again.error).toMatchObject({ status: 429, code: 'over_sms_send_rate_limit' })
  const verified = await auth.mfa.verify({ factorId: data.id, challengeId: challenge.data.id, code: '123456' })
  expect(verified.error).toBeNull()
  expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentAuthenticationMethods[0]).toMatchObject({
    method: 'mfa/phone',
  })
})

test('unenroll needs the second step; after it the level falls back with the next refresh', async () => {
  const { email, auth, factorId } = await withAuthenticator()
  const plain = await signedIn(email)
  expect((await plain.auth.mfa.unenroll({ factorId })).error).toMatchObject({ status: 422, code: 'insufficient_aal' })
  const removed = await auth.mfa.unenroll({ factorId })
  expect(removed).toMatchObject({ data: { id: factorId }, error: null })
  await auth.refreshSession()
  expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal1',
  })
})

test('the client shows refusals as they are', async () => {
  const { auth } = await signedIn()
  expect((await auth.mfa.enroll({ factorType: 'webauthn' as 'totp' })).error).toMatchObject({ status: 422 })
  expect((await auth.mfa.challenge({ factorId: 'nonsense' })).error).toMatchObject({
    status: 404,
    code: 'validation_failed',
  })
  expect((await auth.mfa.unenroll({ factorId: crypto.randomUUID() })).error).toMatchObject({
    status: 404,
    code: 'mfa_factor_not_found',
  })
})
