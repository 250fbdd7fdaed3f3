import { hash, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '../../../../db/connect.ts'
import { signUp } from '../../../../tests/support/accounts.ts'
import { underContention } from '../../../../tests/support/lock-contention.ts'
import { openForTests } from '../../../../tests/support/open-for-tests.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { issueCode, MAX_CODE_ATTEMPTS, redeemCode, redeemLink, voidCodes } from './code-queries.ts'
import { exchangeAuthCode, issueAuthCode, readChallenge, startFlow } from './flow-queries.ts'

const now = new Date()
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

const testApp = await openForTests({ config: { siteUrl: 'https://shop.example' } })
const { user_id, email: address } = await signUp(testApp)

const issue = (more: { flow_id?: string } = {}) =>
  inTransaction(testApp.db, (tx) =>
    issueCode(tx, {
      secrets: testApp.deps.secrets,
      user_id,
      purpose: 'recovery',
      address,
      digits: 6,
      lifeSeconds: 600,
      now,
      ...more,
    }),
  )
const redeem = (code: string, more: Partial<Parameters<typeof redeemCode>[1]> = {}) =>
  inTransaction(testApp.db, (tx) =>
    redeemCode(tx, { secrets: testApp.deps.secrets, user_id, purpose: 'recovery', address, code, now, ...more }),
  )
const open = (linkToken: string, more: Partial<Parameters<typeof redeemLink>[1]> = {}) =>
  inTransaction(testApp.db, (tx) => redeemLink(tx, { linkToken, purposes: ['recovery'], now, ...more }))
/** Starts uses while codes and flows are locked, so that they are certainly concurrent. */
const atOnce = <T>(count: number, use: () => Promise<T>) =>
  underContention(
    testApp.db,
    async (holding) => {
      await holding.selectFrom('one_time_codes').select('user_id').forUpdate().execute()
      await holding.selectFrom('flow_states').select('id').forUpdate().execute()
    },
    () => Promise.all(Array.from({ length: count }, use)),
  )
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000')

// catches: code-checked-first
test('B4: of 20 concurrent attempts one redeems the code', async () => {
  const { code } = await issue()
  expect(code).toMatch(/^\d{6}$/)
  const results = await atOnce(20, () => redeem(code))
  expect(results.filter(Boolean)).toEqual([{ user_id, purpose: 'recovery', address, flow_id: null }])
})

// catches: link-checked-first
test('B4: of 20 concurrent clicks one redeems the link', async () => {
  const { linkToken } = await issue()
  const results = await atOnce(20, () => open(linkToken))
  expect(results.filter(Boolean)).toHaveLength(1)
})

test('B4: code and link are used up together', async () => {
  const { code, linkToken } = await issue()
  expect(await open(linkToken)).toBeDefined()
  expect(await redeem(code)).toBeUndefined()
})

test('B4: a code is bound to its purpose, address, user and lifetime; a new one voids the old', async () => {
  const other = await signUp(testApp)
  const first = await issue()
  const { code, linkToken } = await issue()
  expect(await open(first.linkToken)).toBeUndefined()
  expect(await redeem(code, { purpose: 'reauthentication' })).toBeUndefined()
  expect(await redeem(code, { address: 'other@example.com' })).toBeUndefined()
  expect(await redeem(code, { user_id: other.user_id })).toBeUndefined()
  expect(await redeem(code, { now: later(600) })).toBeUndefined()
  expect(await open(linkToken, { purposes: ['signup'] })).toBeUndefined()
  expect(await open(linkToken, { now: later(600) })).toBeUndefined()
  expect(await redeem(code)).toBeDefined()
})

// catches: attempts-written-back
test('wrong codes are counted, also concurrent ones; then the right code is refused, the link is not', async () => {
  const { code, linkToken } = await issue()
  await atOnce(MAX_CODE_ATTEMPTS, () => redeem(otherThan(code)))
  expect(await redeem(code)).toBeUndefined()
  expect(await open(linkToken)).toBeDefined()
})

test('the correct code is accepted after one wrong code fewer than the limit', async () => {
  const { code } = await issue()
  for (let tries = 1; tries < MAX_CODE_ATTEMPTS; tries++) expect(await redeem(otherThan(code))).toBeUndefined()
  expect(await redeem(code)).toBeDefined()
})

test('voided codes are refused', async () => {
  const { code, linkToken } = await issue()
  await inTransaction(testApp.db, (tx) => voidCodes(tx, user_id))
  expect(await redeem(code)).toBeUndefined()
  expect(await open(linkToken)).toBeUndefined()
})

test('B4: the database stores neither code nor link', async () => {
  const { code, linkToken } = await issue()
  const rows = await testApp.db.selectFrom('one_time_codes').selectAll().where('user_id', '=', user_id).execute()
  const stored = JSON.stringify(rows, (_, value) =>
    value?.type === 'Buffer' ? Buffer.from(value.data).toString('hex') : value,
  )
  // Six digits must not be found by brute force on the hash, either.
  for (const secret of [code, hash('sha256', code), linkToken]) expect(stored).not.toContain(`"${secret}"`)
})

describe('PKCE', () => {
  const verifier = randomBytes(40).toString('base64url')
  const forms = [
    { code_challenge: hash('sha256', verifier, 'base64url'), code_challenge_method: 'S256' },
    { code_challenge: verifier, code_challenge_method: 'plain' },
  ]
  const begin = (form = forms[0]) =>
    inTransaction(testApp.db, async (tx) => {
      const challenge = readChallenge(form ?? {})
      const flow_id = await startFlow(tx, { challenge, authentication_method: 'magiclink', expires_at: later(600) })
      if (!flow_id) throw new Error('a challenge was given')
      return flow_id
    })
  const codeFor = (flow_id: string) => inTransaction(testApp.db, (tx) => issueAuthCode(tx, { flow_id, user_id, now }))
  const exchange = (auth_code: string, code_verifier = verifier, at = now) =>
    inTransaction(testApp.db, (tx) => exchangeAuthCode(tx, { auth_code, code_verifier, now: at }))
  const refusalOf = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 'accepted',
      (error) => (error instanceof AppError ? `${error.status} ${error.code}` : Promise.reject(error)),
    )

  // catches: flow-read-then-removed
  test.each(forms)('of 20 concurrent exchanges of a code one succeeds: $code_challenge_method', async (form) => {
    const flow_id = await begin(form)
    const code = await codeFor(flow_id)
    const outcomes = await atOnce(20, () => refusalOf(exchange(code)))
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1)
    expect(new Set(outcomes)).toEqual(new Set(['accepted', '404 flow_state_not_found']))
  })

  test('an exchange returns the user and the authentication method', async () => {
    const flow_id = await begin()
    expect(await exchange(await codeFor(flow_id))).toEqual({ flow_id, user_id, authentication_method: 'magiclink' })
  })

  test('a flow gets one code; a wrong verifier, a late and an unknown code are refused', async () => {
    const flow_id = await begin()
    const code = await codeFor(flow_id)
    expect(await refusalOf(codeFor(flow_id))).toBe('404 flow_state_not_found')
    expect(await refusalOf(exchange(code, `${verifier}x`))).toBe('400 bad_code_verifier')
    // The stored challenge must not be accepted as the verifier of an S256 flow.
    expect(await refusalOf(exchange(code, forms[0]?.code_challenge))).toBe('400 bad_code_verifier')
    expect(await refusalOf(exchange(code, verifier, later(300)))).toBe('422 flow_state_expired')
    expect(await refusalOf(exchange(randomUUID()))).toBe('404 flow_state_not_found')
    expect(await refusalOf(exchange(code))).toBe('accepted')
  })

  test.each([
    { code_challenge: 'x'.repeat(43) },
    { code_challenge_method: 's256' },
    { code_challenge: 'x'.repeat(43), code_challenge_method: 'md5' },
    { code_challenge: 'x'.repeat(42), code_challenge_method: 's256' },
    { code_challenge: 'x'.repeat(129), code_challenge_method: 's256' },
    { code_challenge: `${'x'.repeat(43)}=`, code_challenge_method: 's256' },
  ])('an incomplete challenge is refused: %j', (request) => {
    expect(() => readChallenge(request)).toThrow(AppError)
  })
})

/** Opens a link as it may arrive: forwarded, cut off, invented. */
const follow = (query: string, headers: Record<string, string> = {}) =>
  testApp.app.inject({ url: `/auth/v1/verify${query}`, headers })
const EXPIRED = '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb='

test.each([
  ['?token=x&type=signup', `https://shop.example/${EXPIRED}`],
  [`?token=${'x'.repeat(5000)}&type=signup`, `https://shop.example/${EXPIRED}`],
  ['?token=%00&type=signup', `https://shop.example/${EXPIRED}`],
  ['?token=x&type=unknown', `https://shop.example/${EXPIRED}`],
  ['?token=x&type=sms', `https://shop.example/${EXPIRED}`],
  ['?token=x&type=__proto__', `https://shop.example/${EXPIRED}`],
  ['?token=x&type=constructor', `https://shop.example/${EXPIRED}`],
  ['?token_hash=x&type=recovery', `https://shop.example/${EXPIRED}`],
  ['?token=x&type=signup&redirect_to=https://shop.example/a%3Fb=c', `https://shop.example/a?b=c${EXPIRED}`],
  ['?token=x&type=signup&redirect_to=https://evil.example/', `https://shop.example/${EXPIRED}`],
  ['?token=x&type=signup&redirect_to=//evil.example/', `https://shop.example/${EXPIRED}`],
  ['?token=x&type=signup&redirect_to=a&redirect_to=b', `https://shop.example/${EXPIRED}`],
])('redirects to the site with the error: %s', async (query, location) => {
  const response = await follow(query)
  expect([response.statusCode, response.headers.location]).toEqual([303, location])
  expect(response.headers['cache-control']).toBe('no-store')
})

test('with PKCE the error is in the query, too', async () => {
  const { headers } = await follow('?token=pkce_x&type=magiclink')
  const url = new URL(headers.location as string)
  expect(url.searchParams.get('error_code')).toBe('otp_expired')
  expect(url.hash).toContain('error_code=otp_expired')
})

test.each([
  ['server_error', 'unexpected_failure', sql`raise sqlstate 'XX000'`],
  ['temporarily_unavailable', 'busy', sql`raise sqlstate '53300'`],
])('redirects to the site when the database fails, too: %s', async (error, error_code, failure) => {
  await sql`create or replace function fail() returns trigger language plpgsql as $$
    begin ${failure}; end $$`.execute(testApp.db)
  await sql`create trigger failing before update on one_time_codes execute function fail()`.execute(testApp.db)
  const { statusCode, headers } = await follow('?token=x&type=signup')
  await sql`drop trigger failing on one_time_codes`.execute(testApp.db)
  const { origin, hash } = new URL(String(headers.location))
  const errorParameters = Object.fromEntries(new URLSearchParams(hash.slice(1)))
  expect([statusCode, origin, errorParameters]).toMatchObject([303, 'https://shop.example', { error, error_code }])
})

test('without a target the referring page is the target, if it is ours', async () => {
  const from = async (referer: string) => (await follow('?token=x&type=signup', { referer })).headers.location
  expect(await from('https://shop.example/mail')).toBe(`https://shop.example/mail${EXPIRED}`)
  expect(await from('https://mail.example/inbox')).toBe(`https://shop.example/${EXPIRED}`)
})

test.each([
  ['', 'Verify requires a token or a token hash'],
  ['?token=&type=signup', 'Verify requires a token or a token hash'],
  ['?token=a&token=b&type=signup', 'Verify requires a token or a token hash'],
  ['?token=x&type=a&type=b', 'Verify requires a verification type'],
])('a link with missing parameters is a plain 400: %j', async (query, msg) => {
  const response = await follow(query)
  expect([response.statusCode, response.json()]).toEqual([400, { code: 400, error_code: 'validation_failed', msg }])
})
