import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { Config } from '../../server/platform/config/config.ts'
import { bearer, callAuth, signUp } from '../support/accounts.ts'
import { click, openAuthBrowser } from '../support/auth-browser.ts'
import { closeServer, listen } from '../support/loopback.ts'
import { allMessages } from '../support/outbox.ts'
import { setRows } from '../support/set-rows.ts'
import { createTestApp } from '../support/test-app.ts'

// Differently configured servers with the stock client.
const PASSWORD = 'a long enough phrase'
let emails = 0
const newEmail = () => `switch-${++emails}@example.com`

/** Everything on, without gaps between messages. */
const EASY = {
  anonymous: true,
  phone: true,
  phoneConfirm: false,
  messageGapSeconds: 0,
  passwordMinLength: 12,
  commonPasswordsRefused: false,
  codeLength: 8,
}
const WITH_GAP = { messageGapSeconds: 30, phone: true, anonymous: true }
const LIMITED = { rateLimits: true, messageGapSeconds: 0, phone: true, anonymous: true }

async function start(config: Partial<Config>) {
  const testApp = await createTestApp({ config })
  return { testApp, url: await testApp.app.listen({ port: 0, host: '127.0.0.1' }) }
}
const started = new Map<string, ReturnType<typeof start>>()
afterAll(async () => {
  for (const starting of started.values()) await (await starting).testApp.close()
})

/** Returns the server with these settings, shared by all tests that use them. */
async function serve(config: Partial<Config>) {
  const key = JSON.stringify(config)
  const starting = started.get(key) ?? start(config)
  started.set(key, starting)
  const { testApp, url } = await starting
  const open = () => openAuthBrowser({ url, apiKey: testApp.deps.secrets.apiKey }).auth
  const settings = async () => (await callAuth(testApp, 'GET', '/settings')).body
  return { testApp, url, open, settings }
}

const codeIn = (messages: Awaited<ReturnType<typeof allMessages>>, address: string) =>
  /^Code: (\d+)$/m.exec(messages.find(({ to }) => to === address)?.text ?? '')?.[1] ?? ''

test('settings list the features that are on', async () => {
  const usual = await serve({})
  expect(await usual.settings()).toMatchObject({
    external: { email: true, phone: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: true,
    sms_provider: '',
    password_min_length: 8,
  })
  const switched = { emailConfirm: true, phone: true, phoneConfirm: false, anonymous: true, signUp: false }
  const other = await serve({ ...switched, passwordMinLength: 12 })
  expect(await other.settings()).toMatchObject({
    external: { email: true, phone: true, anonymous_users: true },
    disable_signup: true,
    mailer_autoconfirm: false,
    phone_autoconfirm: true,
    password_min_length: 12,
  })
})

test('without a text message service phones are refused, and the settings say so', async () => {
  const { open, settings, testApp } = await serve({ phone: true, sendsTexts: false })
  expect(await settings()).toMatchObject({ external: { phone: false } })
  const phone = '+15550100123'
  const refusal = { status: 422, code: 'sms_provider' }
  expect((await open().signInWithOtp({ phone })).error).toMatchObject(refusal)
  expect((await open().signUp({ phone, password: PASSWORD })).error).toMatchObject(refusal)
  expect((await open().resend({ type: 'sms', phone })).error).toMatchObject(refusal)
  const auth = open()
  await auth.signUp({ email: newEmail(), password: PASSWORD })
  expect((await auth.updateUser({ phone })).error).toMatchObject(refusal)
  const pkce = { phone, password: PASSWORD, code_challenge: 'x'.repeat(43), code_challenge_method: 's256' }
  for (const path of ['/otp', '/signup'])
    expect((await callAuth(testApp, 'POST', path, { body: pkce })).body.code).toBe(refusal.code)
  expect(await testApp.db.selectFrom('outgoing_messages').select('id').execute()).toEqual([])
  // Phones that need no text message still work: those confirmed automatically, and test phones.
  const trusting = await serve({ phone: true, sendsTexts: false, phoneConfirm: false })
  expect(await trusting.settings()).toMatchObject({ external: { phone: true } })
  expect((await trusting.open().signUp({ phone, password: PASSWORD })).error).toBeNull()
  const testing = await serve({ phone: true, sendsTexts: false, testPhoneCodes: new Map([['15550100123', '123456']]) })
  expect((await testing.open().signInWithOtp({ phone })).error).toBeNull()
})

test('guests have a session, and can turn it into an account', async () => {
  const on = await serve(WITH_GAP)
  const auth = on.open()
  const { data, error } = await auth.signInAnonymously({ options: { data: { display_name: 'Visitor' } } })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email: '', phone: '', is_anonymous: true, identities: [] })
  const avatar_url = expect.any(String)
  expect(data.user?.user_metadata).toEqual({ display_name: 'Visitor', avatar_url, role: 'buyer', cart: {} })
  expect((await auth.getClaims()).data?.claims).toMatchObject({ is_anonymous: true, amr: [{ method: 'anonymous' }] })
  const email = newEmail()
  const picture = data.user?.user_metadata.avatar_url
  const signedUp = await auth.updateUser({ email, password: PASSWORD, data: { avatar_url: picture } })
  expect(signedUp.error).toBeNull()
  expect(signedUp.data.user).toMatchObject({
    id: data.user?.id,
    email,
    is_anonymous: false,
    identities: [{ provider: 'email', identity_data: { email_verified: false, phone_verified: false } }],
  })
  // The guest is an account at once; as no mail was sent, the next change need not wait.
  expect((await auth.mfa.enroll({ factorType: 'totp' })).error).toBeNull()
  expect((await auth.updateUser({ email: newEmail() })).error).toBeNull()
  expect((await on.open().signInWithPassword({ email, password: PASSWORD })).data.user?.id).toBe(data.user?.id)
})

test('B8: of concurrent changes to one address one wins, and the others are refused as taken', async () => {
  const { testApp, url } = await serve(EASY)
  const guests = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const { body } = await callAuth(testApp, 'POST', '/signup', { body: {} })
      return bearer(body.access_token)
    }),
  )
  const changeAll = async (body: object) => {
    const responses = await Promise.all(guests.map((headers) => callAuth(testApp, 'PUT', '/user', { headers, body })))
    return responses.map(({ status, body: { code } }) => (status === 200 ? 'changed' : `${status} ${code}`)).toSorted()
  }
  expect(await changeAll({ email: newEmail() })).toEqual([...Array(7).fill('422 email_exists'), 'changed'])
  expect(await changeAll({ phone: '491510000003' })).toEqual([...Array(7).fill('422 phone_exists'), 'changed'])
  // Links that confirm the same address, opened concurrently.
  for (const headers of guests) await callAuth(testApp, 'PUT', '/user', { headers, body: { email: newEmail() } })
  const wanted = newEmail()
  expect(await changeAll({ email: wanted })).toEqual(Array(8).fill('changed'))
  const links = (await allMessages(testApp)).flatMap(({ to, text }) =>
    to === wanted ? (/\/verify\?\S+/.exec(text) ?? []) : [],
  )
  const clicks = await Promise.all(links.map((link) => click(url + link)))
  const outcomes = clicks.map(({ status, fragment }) => (fragment.has('access_token') ? 'changed' : status))
  expect(outcomes.toSorted()).toEqual([...Array(7).fill(422), 'changed'])
})

test('with sign-up off, nothing creates an account; existing accounts still get codes', async () => {
  const { testApp, open } = await serve({ signUp: false, messageGapSeconds: 0, anonymous: true })
  expect((await open().signInAnonymously()).error).toMatchObject({ status: 422, code: 'signup_disabled' })
  expect((await open().signInWithOtp({ email: newEmail() })).error).toBeNull()
  expect(await testApp.db.selectFrom('users').select('id').execute()).toEqual([])
})

test('phones that need no confirmation are signed in at once', async () => {
  const { open } = await serve(EASY)
  const auth = open()
  const { data, error } = await auth.signUp({ phone: '+49 151 0000001', password: PASSWORD })
  expect(error).toBeNull()
  expect(data.session).not.toBeNull()
  expect((await auth.updateUser({ phone: '491510000002' })).data.user?.phone).toBe('491510000002')
  const again = await open().signUp({ phone: '491510000002', password: PASSWORD })
  expect(again.error).toMatchObject({ status: 422, code: 'user_already_exists' })
})

test('without confirmation of addresses, one of the two mails is enough to change the address', async () => {
  const { testApp, open } = await serve(EASY)
  const auth = open()
  const [email, address] = [newEmail(), newEmail()]
  await auth.signUp({ email, password: PASSWORD })
  await auth.updateUser({ email: address })
  const token = codeIn(await allMessages(testApp), address)
  const { data } = await auth.verifyOtp({ email: address, token, type: 'email_change' })
  expect(data.user?.email).toBe(address)
  const codes = testApp.db.selectFrom('one_time_codes').selectAll()
  expect(await codes.where('user_id', '=', data.user?.id ?? '').execute()).toEqual([])
})

test('the minimum length of passwords, the refusal of common ones and the length of codes are settings', async () => {
  const { testApp, open } = await serve(EASY)
  const password = '123456789abc'
  const { error } = await open().signUp({ email: newEmail(), password: password.slice(1) })
  expect(error).toMatchObject({ code: 'weak_password', message: 'Password should be at least 12 characters.' })
  expect((await open().signUp({ email: newEmail(), password })).error).toBeNull()
  const email = newEmail()
  await open().signInWithOtp({ email })
  const token = codeIn(await allMessages(testApp), email)
  expect(token).toHaveLength(8)
  expect((await open().verifyOtp({ email, token, type: 'email' })).error).toBeNull()
})

test('the gap between messages applies to known and unknown addresses alike, and the refusal says how long it is', async () => {
  const { testApp, open } = await serve(WITH_GAP)
  const messages = async () => (await testApp.db.selectFrom('outgoing_messages').select('id').execute()).length
  const before = await messages()
  const known = newEmail()
  await open().signUp({ email: known, password: PASSWORD })
  for (const email of [known, newEmail()]) {
    expect((await callAuth(testApp, 'POST', '/recover', { body: { email } })).status).toBe(200)
    for (const path of ['/recover', '/otp']) {
      const { status, body, headers } = await callAuth(testApp, 'POST', path, { body: { email } })
      expect([status, body.code]).toEqual([429, 'over_email_send_rate_limit'])
      expect(body.message).toMatch(/^For security purposes, you can only request this after (29|30) seconds\.$/)
      expect(['29', '30']).toContain(headers['retry-after'])
    }
  }
  // Other kinds and other addresses need not wait.
  expect((await callAuth(testApp, 'POST', '/otp', { body: { email: newEmail() } })).status).toBe(200)
  expect(await messages()).toBe(before + 2)
})

test('where addresses must be confirmed, the gap between those mails applies to codes, too', async () => {
  // Each of the four messages counts once towards the common limit.
  const messagesPerHour = { email: 4, sms: undefined }
  const { testApp } = await serve({ messageGapSeconds: 30, emailConfirm: true, messagesPerHour })
  const [known, unknown, fresh] = [newEmail(), newEmail(), newEmail()]
  await testApp.db.insertInto('users').values({ email: known, email_confirmed_at: new Date() }).execute()
  const post = async (path: string, body: object) => (await callAuth(testApp, 'POST', path, { body })).status
  for (const email of [known, unknown]) {
    expect(await post('/otp', { email })).toBe(200)
    expect(await post('/resend', { type: 'signup', email })).toBe(429)
  }
  expect(await post('/signup', { email: fresh, password: PASSWORD })).toBe(200)
  expect(await post('/otp', { email: fresh })).toBe(429)
  // A refused request sends nothing, and delays no other.
  expect(await post('/recover', { email: fresh })).toBe(200)
})

// catches: uses-written-back
test('the gap applies to concurrent requests', async () => {
  const { testApp } = await serve(WITH_GAP)
  const email = newEmail()
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => callAuth(testApp, 'POST', '/otp', { body: { email } })),
  )
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(19)
})

test('each factor has its own gap between codes: another account with the same phone does not delay it', async () => {
  const { testApp } = await serve(WITH_GAP)
  const phone = '491701234560'
  const [owner, stranger] = await Promise.all([signUp(testApp), signUp(testApp)])
  const factors = [
    { user_id: owner.user_id, factor_type: 'phone', phone, status: 'verified' },
    { user_id: stranger.user_id, factor_type: 'phone', phone, status: 'unverified' },
  ] as const
  const [own, strange] = await testApp.db.insertInto('factors').values(factors).returning('id').execute()
  const challenge = (id: string | undefined, { headers }: typeof owner) =>
    callAuth(testApp, 'POST', `/factors/${id}/challenge`, { headers, body: {} })
  expect((await challenge(strange?.id, stranger)).status).toBe(200)
  expect((await challenge(own?.id, owner)).status).toBe(200)
  expect(await challenge(own?.id, owner)).toMatchObject({ status: 429, body: { code: 'over_sms_send_rate_limit' } })
})

test('a message is not sent again within the gap; a refused request for one delays no change', async () => {
  const { testApp } = await serve(WITH_GAP)
  const { headers, email } = await signUp(testApp)
  const resend = async (body: object) => (await callAuth(testApp, 'POST', '/resend', { body })).status
  const change = async (body: object) => (await callAuth(testApp, 'PUT', '/user', { headers, body })).status
  const [phone, changed] = ['491701234567', newEmail()]
  expect((await callAuth(testApp, 'POST', '/signup', { body: { phone, password: PASSWORD } })).status).toBe(200)
  expect(await resend({ type: 'sms', phone })).toBe(429)
  expect(await resend({ type: 'email_change', email: changed })).toBe(200)
  // A refused request sends nothing, and delays no other.
  expect(await change({ email: changed, password: 'short' })).toBe(422)
  expect(await change({ email: changed, phone: '491701234568', data: { note: 'x'.repeat(9_000) } })).toBe(413)
  expect(await change({ email: changed, phone: '491701234568', channel: 'pigeon' })).toBe(400)
  expect(await change({ email: changed })).toBe(200)
  expect(await change({ email: newEmail() })).toBe(429)
  expect(await resend({ type: 'email_change', email: changed })).toBe(429)
  expect(await resend({ type: 'email_change', email })).toBe(429)
  expect(await resend({ type: 'email_change', email: newEmail() })).toBe(200)
  expect(await change({ phone: '491701234568' })).toBe(200)
  expect(await resend({ type: 'phone_change', phone: '491701234568' })).toBe(429)
  // Another address of the user must not be revealed by a response.
  await testApp.db.updateTable('users').set({ phone: '491701234569' }).where('email', '=', email).execute()
  const queued = () => testApp.db.selectFrom('outgoing_messages').select('id').execute()
  const before = await queued()
  expect(await resend({ type: 'email_change', phone: '491701234569' })).toBe(200)
  expect(await queued()).toEqual(before)
})

test('a change is resent to the owner of the address, otherwise to the last account that requested it', async () => {
  const { testApp } = await serve(EASY)
  const people = await Promise.all([1, 2, 3, 4].map(() => signUp(testApp)))
  const [stranger, wanted] = [newEmail(), newEmail()]
  const change = (who: (typeof people)[number] | undefined, email: string) =>
    callAuth(testApp, 'PUT', '/user', { headers: who?.headers ?? {}, body: { email } })
  for (const who of people) await change(who, wanted)
  expect(await sentAgain(wanted)).toEqual(new Set([people[3]?.email, wanted]))
  await setRows(testApp, 'users', { email: wanted, new_email: stranger }, { id: people[1]?.user_id ?? '' })
  expect(await sentAgain(wanted)).toEqual(new Set([stranger, wanted]))

  async function sentAgain(email: string) {
    await testApp.db.deleteFrom('outgoing_messages').execute()
    expect((await callAuth(testApp, 'POST', '/resend', { body: { type: 'email_change', email } })).status).toBe(200)
    return new Set((await allMessages(testApp)).map(({ to }) => to))
  }
})

test('B9: codes to an unconfirmed phone are limited across all accounts', async () => {
  const { testApp } = await serve(LIMITED)
  const challenges = await Promise.all(
    (['unverified', 'unverified', 'verified'] as const).map(async (status) => {
      const { headers, user_id } = await signUp(testApp)
      const factor = { user_id, factor_type: 'phone' as const, phone: '491701234567', status }
      const { id } = await testApp.db.insertInto('factors').values(factor).returning('id').executeTakeFirstOrThrow()
      return async () => (await callAuth(testApp, 'POST', `/factors/${id}/challenge`, { headers, body: {} })).status
    }),
  )
  const [first, second, owner] = challenges
  for (let count = 0; count < 15; count++) expect(await first?.()).toBe(200)
  expect([await second?.(), await owner?.()]).toEqual([429, 200])
})

test('B9: per network, codes for a change of password and guests are limited to 30, then 429 with Retry-After', async () => {
  const { testApp } = await serve(LIMITED)
  const { headers } = await signUp(testApp)
  for (const send of [
    () => callAuth(testApp, 'GET', '/reauthenticate', { headers }),
    () => callAuth(testApp, 'POST', '/signup', { body: {} }),
  ]) {
    expect((await send()).status).toBe(200)
    // As after 29 requests; sign-ups have another limit, per five minutes.
    await testApp.db.updateTable('rate_limits').set({ used: 29 }).where('key', 'not like', 'sign-up:%').execute()
    expect((await send()).status).toBe(200)
    const refused = await send()
    expect(refused).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    await testApp.db.deleteFrom('rate_limits').execute()
  }
})

test('captcha is required where accounts could be probed, and verified with its provider', async () => {
  const verifications: URLSearchParams[] = []
  const captcha = createServer(async (request, response) => {
    const body = new URLSearchParams(await text(request))
    verifications.push(body)
    if (body.get('response') === 'broken') return void response.writeHead(500).end('<html>')
    const success = body.get('response') === 'right'
    response.end(JSON.stringify(success ? { success } : { success, 'error-codes': ['invalid-input-response'] }))
  })
  const url = `${await listen(captcha)}/siteverify`
  onTestFinished(() => closeServer(captcha))
  const { testApp, open } = await serve({ captcha: { url, secret: 'the-secret' }, messageGapSeconds: 0 })
  const email = newEmail()
  const auth = open()
  const withToken = (captchaToken?: string) => ({ options: { ...(captchaToken && { captchaToken }) } })
  for (const token of [undefined, 'wrong'])
    for (const { error } of [
      await auth.signUp({ email, password: PASSWORD, ...withToken(token) }),
      await auth.signInWithPassword({ email, password: PASSWORD, ...withToken(token) }),
      await auth.signInWithOtp({ email, ...withToken(token) }),
      await auth.resetPasswordForEmail(email, withToken(token).options),
      await auth.resend({ type: 'signup', email, ...withToken(token) }),
    ])
      expect(error).toMatchObject({ status: 400, code: 'captcha_failed' })
  expect(await testApp.db.selectFrom('users').select('id').execute()).toEqual([])
  expect((await auth.signUp({ email, password: PASSWORD, ...withToken('right') })).error).toBeNull()
  expect(verifications.at(-1)?.get('secret')).toBe('the-secret')
  expect(verifications.at(-1)?.get('remoteip')).toBe('127.0.0.1')
  expect((await auth.signInWithPassword({ email, password: PASSWORD, ...withToken('right') })).error).toBeNull()
  const body = { email, gotrue_meta_security: { captcha_token: 'broken' } }
  const broken = await callAuth(testApp, 'POST', '/recover', { body, once: true })
  expect(broken.status).toBe(503)
  // A refresh needs no captcha.
  expect((await auth.refreshSession()).error).toBeNull()
})
