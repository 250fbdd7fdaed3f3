import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { callAuth } from '../support/accounts.ts'
import { openAuthBrowser } from '../support/auth-browser.ts'
import { closeServer, listen } from '../support/loopback.ts'
import { openForTests } from '../support/open-for-tests.ts'
import { messageTo } from '../support/outbox.ts'

// The stock client with phones: text messages go to a service on loopback that speaks Twilio's protocol.
const PASSWORD = 'a long enough phrase'
const TEST_PHONE = '1234567890'
let phones = 0
let offsetMs = 0
const messages: { to: string; text: string }[] = []
const sink = createServer(async (request, response) => {
  const body = new URLSearchParams(await text(request))
  messages.push({ to: body.get('To') ?? '', text: body.get('Body') ?? '' })
  response.writeHead(201, { 'content-type': 'application/json' }).end('{"sid":"SM1"}')
})
afterAll(() => closeServer(sink))
const testApp = await openForTests({
  config: {
    phone: true,
    messageGapSeconds: 0,
    twilio: { accountSid: 'AC1', authToken: 'secret', from: '+15550001111', apiUrl: await listen(sink) },
    testPhoneCodes: new Map([[TEST_PHONE, '123456']]),
  },
  deps: { clock: () => new Date(Date.now() + offsetMs) },
})
const url = await testApp.app.listen({ port: 0, host: '127.0.0.1' })

const newPhone = () => `4915100000${String(++phones).padStart(3, '0')}`
const open = () => openAuthBrowser({ url, apiKey: testApp.deps.secrets.apiKey })
async function codeTo(phone: string, count = 1): Promise<string> {
  const sent = () => messages.filter(({ to }) => to === `+${phone}`)
  await expect.poll(() => sent().length, { interval: 10 }).toBeGreaterThanOrEqual(count)
  return /\d{6}/.exec(sent().at(-1)?.text ?? '')?.[0] ?? ''
}

test('signUp with a phone: a code confirms it and signs in, afterwards the password does', async () => {
  const { auth } = open()
  const phone = newPhone()
  const { data, error } = await auth.signUp({ phone: `+${phone}`, password: PASSWORD })
  expect(error).toBeNull()
  expect(data.session).toBeNull()
  expect(data.user).toMatchObject({ phone, email: '', identities: [{ provider: 'phone' }] })
  const early = await auth.signInWithPassword({ phone, password: PASSWORD })
  expect(early.error).toMatchObject({ status: 400, code: 'phone_not_confirmed' })
  const verified = await auth.verifyOtp({ phone, token: await codeTo(phone), type: 'sms' })
  expect(verified.error).toBeNull()
  expect(verified.data.user).toMatchObject({ phone, user_metadata: { phone_verified: true } })
  expect(verified.data.user?.phone_confirmed_at).toBeDefined()
  const claims = (await auth.getClaims()).data?.claims
  expect(claims).toMatchObject({ phone, email: '', amr: [{ method: 'otp' }] })
  expect((await open().auth.signInWithPassword({ phone: `+${phone}`, password: PASSWORD })).error).toBeNull()
  const wrong = await open().auth.signInWithPassword({ phone, password: 'a wrong long phrase' })
  expect(wrong.error?.code).toBe('invalid_credentials')
  // The phone is taken by now: the response is that for a new one.
  const again = await open().auth.signUp({ phone, password: PASSWORD })
  expect(again.data.user).toMatchObject({ phone, identities: [] })
})

test('signInWithOtp creates an account and signs in; the code works once and for a minute', async () => {
  const { auth } = open()
  const phone = newPhone()
  expect((await auth.signInWithOtp({ phone })).error).toBeNull()
  const token = await codeTo(phone)
  expect((await auth.verifyOtp({ phone, token, type: 'sms' })).data.user?.phone).toBe(phone)
  expect((await auth.verifyOtp({ phone, token, type: 'sms' })).error?.code).toBe('otp_expired')
  await auth.signInWithOtp({ phone })
  const late = await codeTo(phone, 2)
  offsetMs = 60_000
  expect((await auth.verifyOtp({ phone, token: late, type: 'sms' })).error?.code).toBe('otp_expired')
  offsetMs = 0
})

test('a test phone gets no message, and its code is always accepted', async () => {
  const { auth } = open()
  expect((await auth.signInWithOtp({ phone: TEST_PHONE })).error).toBeNull()
  for (let times = 0; times < 3; times++)
    expect((await auth.verifyOtp({ phone: TEST_PHONE, token: '123456', type: 'sms' })).error).toBeNull()
  expect((await auth.verifyOtp({ phone: TEST_PHONE, token: '654321', type: 'sms' })).error?.code).toBe('otp_expired')
  expect(messages.some(({ to }) => to === `+${TEST_PHONE}`)).toBe(false)
})

test('updateUser changes the phone once the code sent to the new one comes back', async () => {
  const { auth } = open()
  const email = 'phone-changer@example.com'
  await auth.signUp({ email, password: PASSWORD })
  const phone = newPhone()
  const updated = await auth.updateUser({ phone: `+${phone}` })
  expect(updated.error).toBeNull()
  expect(updated.data.user).toMatchObject({ phone: '', new_phone: phone })
  expect((await auth.resend({ type: 'phone_change', phone })).error).toBeNull()
  await codeTo(phone, 2)
  // The account also has an email address; the client sends only the phone.
  expect((await callAuth(testApp, 'POST', '/resend', { body: { type: 'phone_change', email } })).status).toBe(200)
  const verified = await auth.verifyOtp({ phone, token: await codeTo(phone, 3), type: 'phone_change' })
  expect(verified.error).toBeNull()
  expect(verified.data.user).toMatchObject({ phone, email })
  expect(verified.data.user?.new_phone).toBeUndefined()
  expect(verified.data.user?.identities?.map(({ provider }) => provider)).toEqual(['email', 'phone'])
  expect((await open().auth.signInWithPassword({ phone, password: PASSWORD })).error).toBeNull()

  const address = 'phone-changer-2@example.com'
  await auth.updateUser({ email: address })
  await messageTo(testApp, address)
  expect((await callAuth(testApp, 'POST', '/resend', { body: { type: 'email_change', phone } })).status).toBe(200)
  const again = await messageTo(testApp, address, 2)
  expect((await auth.verifyOtp({ email: address, token: again.code, type: 'email_change' })).error).toBeNull()

  const other = open()
  await other.auth.signUp({ email: 'other@example.com', password: PASSWORD })
  expect((await other.auth.updateUser({ phone })).error).toMatchObject({ status: 422, code: 'phone_exists' })
})

test('resend and reauthenticate reach users who have only a phone', async () => {
  const { auth } = open()
  const phone = newPhone()
  await auth.signUp({ phone, password: PASSWORD })
  await codeTo(phone)
  expect((await auth.resend({ type: 'sms', phone })).error).toBeNull()
  await auth.verifyOtp({ phone, token: await codeTo(phone, 2), type: 'sms' })
  expect((await auth.reauthenticate()).error).toBeNull()
  const nonce = await codeTo(phone, 3)
  // A fresh session does not need the code, and does not use it up.
  expect((await auth.updateUser({ password: 'a brand new phrase', nonce })).error).toBeNull()
})

test('with phones confirmed automatically, a sign-in code needs a provider, with and without PKCE', async () => {
  const trusting = await openForTests({
    config: { phone: true, phoneConfirm: false, testPhoneCodes: new Map([[TEST_PHONE, '123456']]) },
  })
  const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 's256' }
  const request = (number: string, more = {}) =>
    callAuth(trusting, 'POST', '/otp', { body: { phone: number, ...more } })
  for (const more of [{}, challenge, { create_user: false, ...challenge }])
    expect(await request('+15550100123', more)).toMatchObject({ status: 422, body: { code: 'sms_provider' } })
  expect(await trusting.db.selectFrom('users').select('id').execute()).toEqual([])
  expect(await trusting.db.selectFrom('outgoing_messages').select('id').execute()).toEqual([])
  expect((await request(TEST_PHONE, challenge)).status).toBe(200)
})
