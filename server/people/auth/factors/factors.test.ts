import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AccountSession, AccountUser, Challenge, EnrolledFactor } from '../../../../shared/auth/schema.ts'
import * as accounts from '../../../../tests/support/accounts.ts'
import { bearer, callAuth, signUp, type TestAccount } from '../../../../tests/support/accounts.ts'
import { call, refusedWith } from '../../../../tests/support/api.ts'
import { addAuthenticator, openAuthenticator } from '../../../../tests/support/authenticator.ts'
import { inSequence, underContention } from '../../../../tests/support/lock-contention.ts'
import { openForTests } from '../../../../tests/support/open-for-tests.ts'
import { allMessages, mailsTo, messageTo } from '../../../../tests/support/outbox.ts'

const PHONE = '491701234567'
let account: TestAccount
let offsetMs = 0
const now = () => new Date(Date.now() + offsetMs)

const testApp = await openForTests({
  config: { phone: true, messageGapSeconds: 0, testPhoneCodes: new Map([['1234567890', '123456']]) },
  deps: { clock: now },
})
/** Codes change every half minute. */
const STEP_MS = 30_000
beforeEach(async () => {
  // Each test begins at the start of a time step, so that no step ends during it.
  offsetMs = STEP_MS - (Date.now() % STEP_MS)
  account = await signUp(testApp)
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
function ask<Body = Record<string, unknown>>(method: Method, path: string, body?: unknown, token = account.token) {
  return callAuth<Body>(testApp, method, path, { body, headers: bearer(token) })
}
const enroll = (body: Record<string, unknown> = {}, token = account.token) =>
  ask<EnrolledFactor & Record<string, unknown>>('POST', '/factors', { factor_type: 'totp', ...body }, token)
const challenge = (id: string, token = account.token) =>
  ask<Challenge & Record<string, unknown>>('POST', `/factors/${id}/challenge`, {}, token)
const verify = (id: string, challenge_id: unknown, code: unknown, token = account.token) =>
  ask<AccountSession & Record<string, unknown>>('POST', `/factors/${id}/verify`, { challenge_id, code }, token)
const remove = (id: string, token = account.token) => ask('DELETE', `/factors/${id}`, undefined, token)
const signIn = () => accounts.signIn(testApp, account)
const refresh = (refresh_token: string) => accounts.refresh(testApp, refresh_token)
type Claims = { aal: string; session_id: string; amr: { method: string }[] }
const claimsOf = (token: string) => decodeJwt<Claims>(token)
const cartBy = (token: string) => call(testApp, 'GET', '/api/cart', { headers: bearer(token) })
const withAuthenticator = () => addAuthenticator(testApp, account.token, now())
/** Enrolls an authenticator and begins a challenge of it; `verifyIt` verifies its code, or another. */
async function withChallenge() {
  const { body: factor } = await enroll()
  const { body: challenged } = await challenge(factor.id)
  const app = openAuthenticator(factor.totp?.uri ?? '')
  const verifyIt = (code = app.codeAt(now()), token = account.token) => verify(factor.id, challenged.id, code, token)
  return { factor, challenged, app, verifyIt }
}

test('enrolling returns secret, URI and QR code, and stores the secret encrypted', async () => {
  const { status, body } = await enroll({ friendly_name: 'My phone', issuer: 'Openstall' })
  expect(status).toBe(200)
  expect(body).toEqual({ id: expect.any(String), type: 'totp', friendly_name: 'My phone', totp: expect.anything() })
  const { secret, uri, qr_code } = body.totp ?? { secret: '', uri: '', qr_code: '' }
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(uri).toContain(`otpauth://totp/Openstall:${encodeURIComponent(account.email)}?`)
  expect(uri).toContain(`secret=${secret}`)
  expect(qr_code).toMatch(/^<svg [\s\S]*<\/svg>$/)
  const row = await testApp.db.selectFrom('factors').selectAll().where('id', '=', body.id).executeTakeFirstOrThrow()
  expect(row.sealed_secret?.includes(secret)).toBe(false)
  const user = await ask<AccountUser>('GET', '/user')
  expect(user.body.factors).toEqual([
    {
      id: body.id,
      status: 'unverified',
      friendly_name: 'My phone',
      factor_type: 'totp',
      phone: '',
      last_challenged_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    },
  ])
})

test('a correct code confirms the factor, raises this session with new tokens and ends sessions without it', async () => {
  const other = (await signIn()).body
  await enroll({ friendly_name: 'left behind' })
  const { id, app, session } = await withAuthenticator()
  expect(session.user.factors).toMatchObject([{ id, status: 'verified' }])
  const claims = claimsOf(session.access_token)
  expect(claims).toMatchObject({ aal: 'aal2', session_id: claimsOf(account.token).session_id })
  expect(claims.amr.map(({ method }) => method)).toEqual(['totp', 'password'])
  expect(await ask('GET', '/user', undefined, other.access_token)).toMatchObject(refusedWith(403, 'session_not_found'))
  expect(await refresh(account.refresh_token)).toMatchObject({ status: 400 })
  const refreshed = await refresh(session.refresh_token)
  expect(claimsOf(refreshed.body.access_token)).toMatchObject({ aal: 'aal2', amr: claims.amr })
  expect(await mailsTo(testApp, account)).toMatchObject([{ subject: 'Two-step verification: method added' }])
  await enroll({ friendly_name: 'begun besides' }, session.access_token)
  offsetMs += 30_000
  const { body } = await challenge(id, session.access_token)
  const again = await verify(id, body.id, app.codeAt(now()), session.access_token)
  expect(again.body.user.factors).toMatchObject([{ id }])
})

test('B4: a code works once, also for another challenge, and older codes are refused', async () => {
  const { id, app, session } = await withAuthenticator()
  const again = (await challenge(id, session.access_token)).body.id
  const wrong = refusedWith(422, 'mfa_verification_failed', { message: 'Invalid TOTP code entered' })
  expect(await verify(id, again, app.codeAt(now()), session.access_token)).toMatchObject(wrong)
  expect(await verify(id, again, app.codeAt(new Date(now().getTime() - 30_000)), session.access_token)).toMatchObject(
    wrong,
  )
  // The challenge stays usable for the next code.
  offsetMs += 30_000
  expect((await verify(id, again, app.codeAt(now()), session.access_token)).status).toBe(200)
})

// catches: step-checked-first
test('B4: of 20 concurrent verifications of one code one succeeds', async () => {
  const { id, app, session } = await withAuthenticator()
  const second = (await signIn()).body.access_token
  const challenges = await Promise.all(Array.from({ length: 20 }, () => challenge(id, second)))
  offsetMs += 60_000
  const code = app.codeAt(now())
  const responses = await Promise.all(challenges.map(({ body }) => verify(id, body.id, code, second)))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(responses.filter(({ status }) => status === 422)).toHaveLength(19)
  expect((await ask('GET', '/user', undefined, session.access_token)).status).toBe(200)
})

// catches: challenge-checked-first
test('B4: of 20 concurrent uses of one challenge one succeeds', async () => {
  const { id, app } = await withAuthenticator()
  const second = (await signIn()).body.access_token
  const { body } = await challenge(id, second)
  offsetMs += 60_000
  const code = app.codeAt(now())
  const responses = await underContention(
    testApp.db,
    (db) => db.selectFrom('factors').select('id').where('id', '=', id).forUpdate().execute(),
    () => Promise.all(Array.from({ length: 20 }, () => verify(id, body.id, code, second))),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(422)])
})

test('a clock may be off by one time step, not by two', async () => {
  const { id, app } = await withAuthenticator()
  offsetMs += 300_000
  const { access_token } = (await signIn()).body
  const { body } = await challenge(id, access_token)
  const codeIn = (seconds: number) => app.codeAt(new Date(now().getTime() + seconds * 1000))
  for (const seconds of [-60, 60]) expect((await verify(id, body.id, codeIn(seconds), access_token)).status).toBe(422)
  expect((await verify(id, body.id, codeIn(30), access_token)).status).toBe(200)
})

test('B12: a session without the second factor reads the user and nothing else of the marketplace', async () => {
  const { id, app } = await withAuthenticator()
  offsetMs += 60_000
  const plain = (await signIn()).body.access_token
  expect((await ask('GET', '/user', undefined, plain)).status).toBe(200)
  expect(await cartBy(plain)).toMatchObject(refusedWith(403, 'insufficient_aal'))
  for (const change of [{ password: 'another long phrase' }, { email: 'new@example.com' }, { phone: PHONE }])
    expect(await ask('PUT', '/user', change, plain)).toMatchObject(refusedWith(401, 'insufficient_aal'))
  // Sending the current address changes nothing.
  const same = { email: account.email.toUpperCase(), data: { display_name: 'Kim' } }
  expect(await ask('PUT', '/user', same, plain)).toMatchObject({ status: 200 })
  expect(await enroll({ friendly_name: 'mine' }, plain)).toMatchObject(
    refusedWith(403, 'insufficient_aal', { message: 'AAL2 required to enroll a new factor' }),
  )
  expect(await remove(id, plain)).toMatchObject(refusedWith(422, 'insufficient_aal'))
  const raised = await verify(id, (await challenge(id, plain)).body.id, app.codeAt(now()), plain)
  expect((await cartBy(raised.body.access_token)).status).toBe(200)
  expect((await cartBy(plain)).status).toBe(200)
})

test('B12: an enrollment from before the second factor is confirmed only in a session that used that factor', async () => {
  const attacker = (await signIn()).body.access_token
  const begun = await enroll({ factor_type: 'phone', phone: '1234567890', friendly_name: 'not yours' }, attacker)
  const { id, session } = await withAuthenticator()
  const again = (await signIn()).body.access_token
  const challenged = await challenge(begun.body.id, again)
  expect(await verify(begun.body.id, challenged.body.id, '123456', again)).toMatchObject(
    refusedWith(403, 'insufficient_aal'),
  )
  const { body: user } = await ask<AccountUser>('GET', '/user', undefined, again)
  expect(user.factors?.filter(({ status }) => status === 'verified')).toMatchObject([{ id }])
  const own = await challenge(begun.body.id, session.access_token)
  expect((await verify(begun.body.id, own.body.id, '123456', session.access_token)).status).toBe(200)
})

test('B12: a password change that waits for the confirmation of a second factor is refused with its session', async () => {
  const attacker = (await signIn()).body.access_token
  const { verifyIt } = await withChallenge()
  const [confirmed, changed] = await inSequence(
    testApp.db,
    (db) => db.selectFrom('users').select('id').where('id', '=', account.user_id).forUpdate().execute(),
    verifyIt,
    () => ask('PUT', '/user', { password: 'another long phrase' }, attacker),
  )
  expect([confirmed.status, changed.status, changed.body.code]).toEqual([200, 403, 'session_not_found'])
  expect((await signIn()).status).toBe(200)
})

test('a refresh that waits while its session is raised finds its token deleted', async () => {
  const { verifyIt } = await withChallenge()
  const [raised, refreshed] = await inSequence(
    testApp.db,
    (db) => db.selectFrom('sessions').select('id').where('user_id', '=', account.user_id).forUpdate().execute(),
    verifyIt,
    () => refresh(account.refresh_token),
  )
  expect(raised.status).toBe(200)
  expect(refreshed).toMatchObject(refusedWith(400, 'refresh_token_not_found'))
})

test('B12: a second factor cancels a change of address that was requested before', async () => {
  const new_email = `new-${account.email}`
  const attacker = (await signIn()).body.access_token
  expect((await ask('PUT', '/user', { email: new_email }, attacker)).status).toBe(200)
  const { session } = await withAuthenticator()
  const { code: token } = await messageTo(testApp, new_email)
  expect(token).toBeTruthy()
  const body = { type: 'email_change', email: new_email, token }
  expect((await callAuth(testApp, 'POST', '/verify', { body })).status).toBe(403)
  const { body: user } = await ask<AccountUser>('GET', '/user', undefined, session.access_token)
  expect(user.email).toBe(account.email)
})

test('B12: removing a factor lowers the sessions it raised at once, and they can use the marketplace', async () => {
  const { id, session } = await withAuthenticator()
  expect(await remove(id, session.access_token)).toEqual({ status: 200, body: { id }, headers: expect.anything() })
  const refreshed = await refresh(session.refresh_token)
  expect(claimsOf(refreshed.body.access_token)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
  expect(refreshed.body.user.factors).toBeUndefined()
  expect((await cartBy(refreshed.body.access_token)).status).toBe(200)
  expect(await mailsTo(testApp, account, 'method removed')).toHaveLength(1)
})

test('a phone is sent its code, which raises the session', async () => {
  const { status, body: factor } = await enroll({ factor_type: 'phone', phone: `+${PHONE}`, friendly_name: 'Phone' })
  expect([status, factor]).toEqual([200, { id: factor.id, type: 'phone', friendly_name: 'Phone', phone: PHONE }])
  const challenged = await challenge(factor.id)
  expect(challenged.body).toEqual({ id: expect.any(String), type: 'phone', expires_at: expect.any(Number) })
  expect(challenged.body.expires_at * 1000 - now().getTime()).toBeLessThanOrEqual(300_000)
  const { code } = await messageTo(testApp, PHONE)
  expect(await verify(factor.id, challenged.body.id, code === '000000' ? '000001' : '000000')).toMatchObject(
    refusedWith(422, 'mfa_verification_failed', { message: 'Invalid MFA Phone code entered' }),
  )
  const raised = await verify(factor.id, challenged.body.id, code)
  expect(claimsOf(raised.body.access_token)).toMatchObject({ aal: 'aal2', amr: [{ method: 'mfa/phone' }, {}] })
  expect(await verify(factor.id, challenged.body.id, code, raised.body.access_token)).toMatchObject(
    refusedWith(422, 'mfa_ip_address_mismatch'),
  )
  expect(await enroll({ factor_type: 'phone', phone: PHONE }, raised.body.access_token)).toMatchObject(
    refusedWith(422, 'mfa_verified_factor_exists'),
  )
})

test('enrolling the same phone again replaces the unconfirmed factor; a test phone has its own code', async () => {
  const first = await enroll({ factor_type: 'phone', phone: '1234567890' })
  const second = await enroll({ factor_type: 'phone', phone: '+1 234 567890' })
  expect(second.status).toBe(200)
  expect((await challenge(first.body.id)).status).toBe(404)
  const challenged = await challenge(second.body.id)
  expect((await verify(second.body.id, challenged.body.id, '123456')).status).toBe(200)
  expect((await allMessages(testApp)).some(({ to }) => to === '1234567890')).toBe(false)
})

test('B4: an unconfirmed enrollment and a challenge expire after 5 minutes', async () => {
  const { factor, verifyIt } = await withChallenge()
  expect(await enroll()).toMatchObject(refusedWith(422, 'mfa_factor_name_conflict'))
  offsetMs += 301_000
  expect(await verifyIt()).toMatchObject(refusedWith(422, 'mfa_challenge_expired'))
  expect((await enroll()).status).toBe(200)
  expect((await challenge(factor.id)).status).toBe(404)
})

test('a challenge allows ten wrong codes', async () => {
  const { app, verifyIt } = await withChallenge()
  const right = app.codeAt(now())
  const wrong = right === '000000' ? '111111' : '000000'
  for (let attempt = 0; attempt < 10; attempt++)
    expect((await verifyIt(wrong)).body.code).toBe('mfa_verification_failed')
  expect((await verifyIt(right)).body.code).toBe('mfa_challenge_expired')
})

test("B4: another user's factor or challenge cannot be used", async () => {
  const { factor, challenged, app, verifyIt } = await withChallenge()
  const code = app.codeAt(now())
  const attacker = await signUp(testApp)
  const missing = refusedWith(404, 'mfa_factor_not_found', { message: 'Factor not found' })
  expect(await challenge(factor.id, attacker.token)).toMatchObject(missing)
  expect(await verifyIt(code, attacker.token)).toMatchObject(missing)
  expect(await remove(factor.id, attacker.token)).toMatchObject(missing)
  const { body: own } = await enroll({}, attacker.token)
  // The second is a UUID of an unknown version.
  for (const id of [challenged.id, '11111111-1111-f111-1111-111111111111'])
    expect(await verify(own.id, id, code, attacker.token)).toMatchObject(
      refusedWith(422, 'mfa_factor_not_found', { message: 'MFA factor with the provided challenge ID not found' }),
    )
})

const proxied = await openForTests({ config: { trustedProxies: ['127.0.0.1'], rateLimits: true } })

describe('behind a proxy, with limits', () => {
  /** Enrolls an authenticator and begins a challenge at an address; `verifyAt` verifies a code at one. */
  async function challengedAt(challengedFrom: string) {
    const { headers } = await signUp(proxied)
    const post = <Body>(path: string, ip: string, body: object) =>
      callAuth<Body>(proxied, 'POST', path, { headers: { ...headers, 'x-forwarded-for': ip }, body })
    const { body: factor } = await post<EnrolledFactor>('/factors', '192.0.2.1', { factor_type: 'totp' })
    const path = `/factors/${factor.id}`
    const { body: challenged } = await post<Challenge>(`${path}/challenge`, challengedFrom, {})
    const code = openAuthenticator(factor.totp?.uri ?? '').codeAt(new Date())
    const verifyAt = (ip: string, given = code) =>
      post<{ code: string }>(`${path}/verify`, ip, { challenge_id: challenged.id, code: given })
    return verifyAt
  }

  test('a challenge is verified only from the address that requested it', async () => {
    const verifyAt = await challengedAt('2001:db8::1')
    expect(await verifyAt('192.0.2.2')).toMatchObject(
      refusedWith(422, 'mfa_ip_address_mismatch', { message: 'Challenge and verify IP addresses mismatch.' }),
    )
    expect((await verifyAt('2001:0DB8::1')).status).toBe(200)
  })

  test('B9: 15 attempts a minute, with Retry-After', async () => {
    const verifyAt = await challengedAt('192.0.2.3')
    const attempt = () => verifyAt('192.0.2.3', 'wrong')
    for (let count = 0; count < 15; count++) expect((await attempt()).body.code).not.toBe('over_request_rate_limit')
    const last = await attempt()
    expect(last).toMatchObject(refusedWith(429, 'over_request_rate_limit'))
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
  })
})
