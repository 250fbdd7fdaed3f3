import { AuthApiError } from '@supabase/auth-js'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { BACK, openMailMarket, PASSWORD, SITE, signIn } from '../support/mail-market.ts'

const market = await openMailMarket()
const { testApp, mail, url, newEmail, open, clickIn, confirmed } = market
afterAll(market.close)

describe('signUp', () => {
  test('sends a mail and no session; its link confirms, signs in and works once', async () => {
    const { auth, stored } = open()
    const email = newEmail()
    const { data, error } = await auth.signUp({ email, password: PASSWORD, options: { emailRedirectTo: BACK } })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({ email, role: 'authenticated', confirmation_sent_at: expect.any(String) })
    expect(data.user?.email_confirmed_at).toBeUndefined()
    expect(stored.size).toBe(0)
    expect((await signIn(auth, email)).error).toMatchObject({ status: 400, code: 'email_not_confirmed' })
    expect((await signIn(auth, email, 'a wrong long phrase')).error).toMatchObject({ code: 'invalid_credentials' })

    const received = await mail.mailTo(email)
    expect(received.subject).toBe('Confirm your email address')
    expect(received.html).toContain(received.link.replaceAll('&', '&amp;'))
    const { status, location, fragment } = await clickIn(received)
    expect(status).toBe(303)
    expect(location.href.split('#')[0]).toBe(BACK)
    const { access_token = '', refresh_token = '', expires_at, ...rest } = Object.fromEntries(fragment)
    expect(expires_at).toMatch(/^\d+$/)
    expect(rest).toEqual({ expires_in: '3600', token_type: 'bearer', sb: '', type: 'signup' })
    const { data: session } = await auth.setSession({ access_token, refresh_token })
    expect(session.user).toMatchObject({ email, user_metadata: { email_verified: true } })
    expect(session.user?.email_confirmed_at).toBeDefined()
    expect((await signIn(open().auth, email)).error).toBeNull()

    expect((await clickIn(received)).status).toBe(410)
  })

  test('responds to a taken address as to a new one, and sends nothing', async () => {
    const { email } = await confirmed()
    const before = mail.received.length
    const { data, error } = await open().auth.signUp({ email, password: PASSWORD, options: { data: { a: 1 } } })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({ email, identities: [], role: '', user_metadata: { a: 1 } })
    expect(data.user?.email_confirmed_at).toBeUndefined()
    const known = await testApp.db.selectFrom('users').select('id').where('email', '=', email).execute()
    expect(known.map(({ id }) => id)).not.toContain(data.user?.id)
    expect(mail.received.length).toBe(before)
  })

  test('a repeat before the confirmation sends another mail and voids the first; the password stays', async () => {
    const { auth } = open()
    const email = newEmail()
    const first = await auth.signUp({ email, password: PASSWORD })
    const firstMail = await mail.mailTo(email)
    const second = await auth.signUp({ email, password: 'another long phrase' })
    expect(second.data.user?.id).toBe(first.data.user?.id)
    const secondMail = await mail.mailTo(email, 2)
    expect((await clickIn(firstMail)).status).toBe(410)
    expect((await clickIn(secondMail)).fragment.get('type')).toBe('signup')
    expect((await signIn(auth, email)).error).toBeNull()
  })

  test('in the PKCE flow the link gives a code that only this browser can exchange, once', async () => {
    const browser = open('pkce')
    const email = newEmail()
    await browser.auth.signUp({ email, password: PASSWORD, options: { emailRedirectTo: BACK } })
    const received = await mail.mailTo(email)
    expect(new URL(received.link).searchParams.get('token')).toMatch(/^pkce_[0-9a-f]{56}$/)
    const { location } = await clickIn(received)
    expect(location.hash).toBe('')
    expect(location.searchParams.get('from')).toBe('mail')
    const code = location.searchParams.get('code') ?? ''
    const stranger = open('pkce')
    stranger.stored.set('authState-code-verifier', JSON.stringify('x'.repeat(56)))
    const refused = await stranger.auth.exchangeCodeForSession(code)
    expect(refused.error).toMatchObject({ status: 400, code: 'bad_code_verifier' })
    const verifier = browser.stored.get('authState-code-verifier') ?? ''
    const { data, error } = await browser.auth.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect(data.user?.email).toBe(email)
    expect((await browser.auth.getClaims()).data?.claims.amr).toMatchObject([{ method: 'email/signup' }])
    browser.stored.set('authState-code-verifier', verifier)
    const again = await browser.auth.exchangeCodeForSession(code)
    expect(again.error).toMatchObject({ status: 404, code: 'flow_state_not_found' })
    expect((await clickIn(received)).status).toBe(410)
  })
})

describe('signInWithOtp', () => {
  test('a new address gets an account, and one mail that confirms and signs in', async () => {
    const { auth, events } = open()
    const email = newEmail()
    const { data, error } = await auth.signInWithOtp({ email, options: { data: { role: 'seller' } } })
    expect(error).toBeNull()
    expect(data).toEqual({ user: null, session: null })
    const { code, subject } = await mail.mailTo(email)
    expect(subject).toBe('Confirm your email address')
    const verified = await auth.verifyOtp({ email, token: code, type: 'email' })
    expect(verified.error).toBeNull()
    expect(verified.data.user).toMatchObject({ email, app_metadata: { role: 'seller' } })
    expect(verified.data.user?.email_confirmed_at).toBeDefined()
    expect(events).toContain('SIGNED_IN')
    expect((await auth.getClaims()).data?.claims.amr).toMatchObject([{ method: 'otp' }])
  })

  test.each(['email', 'magiclink'] as const)('a known address signs in with a code of type %s, once', async (type) => {
    const { email } = await confirmed()
    const { auth } = open()
    await auth.signInWithOtp({ email })
    const { code } = await mail.mailTo(email, 2)
    expect((await auth.verifyOtp({ email: email.toUpperCase(), token: code, type })).data.user?.email).toBe(email)
    expect((await auth.verifyOtp({ email, token: code, type })).error).toMatchObject({
      status: 403,
      code: 'otp_expired',
    })
  })

  test('the token hash of the link signs in, as pages of the site verify it', async () => {
    const { email } = await confirmed()
    const { auth } = open()
    await auth.signInWithOtp({ email })
    const { link } = await mail.mailTo(email, 2)
    const token_hash = new URL(link).searchParams.get('token') ?? ''
    expect((await auth.verifyOtp({ token_hash, type: 'magiclink' })).data.user?.email).toBe(email)
    const again = await auth.verifyOtp({ token_hash, type: 'magiclink' })
    expect(again.error).toMatchObject({ status: 403, code: 'otp_expired' })
  })

  test('B7: without create_user the response to an unknown address is the same, and nothing happens', async () => {
    const email = newEmail()
    const { error } = await open().auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
    expect(error).toBeNull()
    expect(await testApp.db.selectFrom('users').select('id').where('email', '=', email).execute()).toEqual([])
  })
})

describe('the page of a mailed link', () => {
  type Browser = Awaited<ReturnType<typeof confirmed>>
  /** The links of each kind, as mailed. */
  const KINDS = {
    signup: async () => {
      const email = newEmail()
      await open().auth.signUp({ email, password: PASSWORD })
      return { email, received: await mail.mailTo(email) }
    },
    magiclink: () => requested(({ auth, email }) => auth.signInWithOtp({ email })),
    recovery: () => requested(({ auth, email }) => auth.resetPasswordForEmail(email)),
    email_change: () => requested(({ auth }) => auth.updateUser({ email: newEmail() })),
  }

  async function requested(request: (browser: Browser) => Promise<unknown>) {
    const browser = await confirmed()
    await request(browser)
    return { email: browser.email, received: await mail.mailTo(browser.email, 2) }
  }

  const here = ({ link }: { link: string }) => link.replace(SITE, url)

  /** Opens a link as mail scanners do: once, and once again. */
  async function scan(received: { link: string }): Promise<void> {
    for (const method of ['HEAD', 'GET', 'OPTIONS'])
      await fetch(here(received), { method, headers: { 'sec-purpose': 'prefetch' }, redirect: 'manual' })
    await Promise.all(Array.from({ length: 5 }, () => fetch(here(received))))
  }

  test.each(Object.keys(KINDS) as (keyof typeof KINDS)[])(
    'B4: a %s link opens a page with one button and no scripts, and mail scanners do not use it up',
    async (type) => {
      const { received } = await KINDS[type]()
      await scan(received)
      const response = await fetch(here(received))
      expect(response.status).toBe(200)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'content-type': 'text/html; charset=utf-8',
      })
      const page = await response.text()
      const counts = ['<h1>', '<button ', '<form ', '<title>', '<script'].map((tag) => page.split(tag).length - 1)
      expect(counts).toEqual([1, 1, 1, 1, 0])
      expect(page).toContain(`<h1>${received.subject}</h1>`)
      const { status, location, fragment } = await clickIn(received)
      expect([status, location.origin + location.pathname]).toEqual([303, `${SITE}/`])
      if (type === 'email_change') expect(fragment.has('message')).toBe(true)
      else expect([fragment.has('access_token'), fragment.get('type')]).toEqual([true, type])
      expect((await fetch(here(received))).status).toBe(410)
    },
  )

  test('B4: mail scanners do not use up the code of a mail, which itself uses up the link', async () => {
    const { email, received } = await KINDS.magiclink()
    await scan(received)
    expect((await open().auth.verifyOtp({ email, token: received.code, type: 'magiclink' })).error).toBeNull()
    expect((await fetch(here(received))).status).toBe(410)
  })

  test.each([
    ['signup', 'Request a new link', '/authentication?step=confirm-email'],
    ['magiclink', 'Request a new link', '/authentication?step=email-code'],
    ['recovery', 'Request a new link', '/authentication?step=forgot-password'],
    ['email_change', 'Go to your account', '/dashboard?tab=security'],
    ['invite', 'Sign In', '/authentication'],
  ])('a used or expired %s link says so, and offers the next step', async (type, step, path) => {
    const response = await fetch(`${url}/verify?token=x&type=${type}`)
    expect(response.status).toBe(410)
    const page = await response.text()
    expect(page).toContain('This link was used already, has expired, or is incomplete.')
    expect(page).toContain(`<a href="${path}">${step}</a>`)
    expect(page).not.toContain('<form')
  })

  test('the next step of a used link leads to the application that requested it, with the failure', async () => {
    const back = encodeURIComponent('http://127.0.0.1:9/app')
    const page = await (await fetch(`${url}/verify?token=pkce_x&type=magiclink&redirect_to=${back}`)).text()
    expect(page).toMatch(/href="http:\/\/127\.0\.0\.1:9\/app\?error=access_denied&amp;error_code=otp_expired/)
  })

  test('a temporary failure keeps the link valid, and its button', async () => {
    const { received } = await KINDS.magiclink()
    await testApp.db.transaction().execute(async (tx) => {
      await sql`lock table one_time_codes in access exclusive mode`.execute(tx)
      const link = new URL(received.link)
      const failed = await fetch(`${url}/verify`, { method: 'POST', body: link.searchParams, redirect: 'manual' })
      expect(failed.status).toBe(503)
      expect(await failed.text()).toContain('<button ')
    })
    expect((await clickIn(received)).fragment.has('access_token')).toBe(true)
  })
})

describe('resetPasswordForEmail', () => {
  test('the mailed link leads to a new password, which replaces the old one and signs out other devices', async () => {
    const { email, auth: other } = await confirmed()
    const browser = open('pkce')
    expect((await browser.auth.resetPasswordForEmail(email, { redirectTo: BACK })).error).toBeNull()
    const received = await mail.mailTo(email, 2)
    expect(received.subject).toBe('Reset your password')
    const { location } = await clickIn(received)
    const { error } = await browser.auth.exchangeCodeForSession(location.searchParams.get('code') ?? '')
    expect(error).toBeNull()
    expect(browser.events).toContain('PASSWORD_RECOVERY')
    expect((await browser.auth.getClaims()).data?.claims.amr).toMatchObject([{ method: 'recovery' }])
    expect((await browser.auth.updateUser({ password: 'a brand new phrase' })).error).toBeNull()
    expect((await mail.mailTo(email, 3)).subject).toBe('Your password was changed')
    expect((await other.getUser()).error).not.toBeNull()
    expect((await signIn(open().auth, email)).error).toMatchObject({ code: 'invalid_credentials' })
    expect((await signIn(open().auth, email, 'a brand new phrase')).error).toBeNull()
  })

  test('B7: the response to an unknown address is the same, and no mail is sent', async () => {
    const email = newEmail()
    const before = mail.received.length
    expect((await open().auth.resetPasswordForEmail(email)).error).toBeNull()
    expect(mail.received.length).toBe(before)
  })
})

test('a sign-up mail is sent again until the address is confirmed, and not afterwards', async () => {
  const { auth } = open()
  const email = newEmail()
  await auth.signUp({ email, password: PASSWORD })
  await mail.mailTo(email)
  expect((await auth.resend({ type: 'signup', email })).error).toBeNull()
  await clickIn(await mail.mailTo(email, 2))
  for (const address of [email, newEmail()])
    expect((await auth.resend({ type: 'signup', email: address })).error).toBeNull()
  expect(mail.received.filter(({ to }) => to === email)).toHaveLength(2)
})

test('B6: a day after the sign-in, a new password needs the mailed code, once', async () => {
  const { auth, email } = await confirmed()
  await sql`update sessions set created_at = now() - interval '24 hours'`.execute(testApp.db)
  const password = 'a brand new phrase'
  expect((await auth.updateUser({ password })).error).toMatchObject({ status: 400, code: 'reauthentication_needed' })
  expect((await auth.reauthenticate()).error).toBeNull()
  const { code: nonce, link } = await mail.mailTo(email, 2)
  expect(link).toBe('')
  const wrong = nonce === '000000' ? '000001' : '000000'
  const refused = { status: 422, code: 'reauthentication_not_valid' }
  expect((await auth.updateUser({ password, nonce: wrong })).error).toMatchObject(refused)
  // The code serves only this purpose: it does not sign in.
  expect((await auth.verifyOtp({ email, token: nonce, type: 'email' })).error?.code).toBe('otp_expired')
  expect((await auth.updateUser({ password, nonce })).error).toBeNull()
  expect((await auth.updateUser({ password: 'yet another phrase', nonce })).error).toMatchObject(refused)
})

test('a wrong code is the same AuthApiError for known and unknown addresses', async () => {
  const { email } = await confirmed()
  for (const address of [email, newEmail()]) {
    const { error } = await open().auth.verifyOtp({ email: address, token: '123456', type: 'email' })
    expect(error).toBeInstanceOf(AuthApiError)
    expect(error).toMatchObject({ status: 403, code: 'otp_expired' })
  }
})

test('B11: a link never redirects to another site, whatever was requested when it was sent or opened', async () => {
  const { auth } = open()
  const email = newEmail()
  await auth.signUp({ email, password: PASSWORD, options: { emailRedirectTo: 'https://evil.example/' } })
  const received = await mail.mailTo(email)
  expect(received.link).not.toContain('evil')
  const changed = new URL(received.link)
  changed.searchParams.set('redirect_to', 'https://evil.example/')
  const { location } = await clickIn({ link: changed.href })
  expect(location.origin).toBe(SITE)
  expect(location.hash).toContain('access_token')
})
