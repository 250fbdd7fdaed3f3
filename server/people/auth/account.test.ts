import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import type { AccountUser } from '../../../shared/auth/schema.ts'
import { bearer, callAuth, readUser, refresh, signIn, signUp } from '../../../tests/support/accounts.ts'
import { addToCart, call } from '../../../tests/support/api.ts'
import { underContention } from '../../../tests/support/lock-contention.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { messageTo } from '../../../tests/support/outbox.ts'
import { buildProducts, deleteProduct } from '../../../tests/support/products.ts'
import { storeAvatar } from '../../../tests/support/storage.ts'

let offsetMs = 0
const testApp = await openForTests({ deps: { clock: () => new Date(Date.now() + offsetMs) } })
const account = await signUp(testApp)

const put = (body: unknown, as = account) =>
  callAuth<AccountUser & { code: string }>(testApp, 'PUT', '/user', { body, headers: as.headers })
const read = async (as = account) => (await readUser(testApp, as.token)).body

describe('metadata', () => {
  test('is merged at the top level: a value replaces, null deletes, the rest stays', async () => {
    await put({ data: { display_name: 'Ada', address: { city: 'Paris', zip: '1' }, tags: [1, 2] } })
    const { status, body } = await put({ data: { address: { city: 'Rome' }, tags: null, phone: '123' } })
    expect(status).toBe(200)
    expect(body.user_metadata).toMatchObject({ display_name: 'Ada', address: { city: 'Rome' }, phone: '123' })
    expect(body.user_metadata).not.toHaveProperty('tags')
    expect(await read()).toEqual(body)
  })

  test('A2: role and verified addresses are read-only copies', async () => {
    const before = (await read()).user_metadata
    const data = { role: 'admin', sub: 'x', email: 'x', email_verified: false, phone_verified: true }
    expect((await put({ data })).body.user_metadata).toEqual(before)
    await put({ data: { role: null, sub: null } })
    expect((await read()).user_metadata).toEqual(before)
  })

  test('D10: a cart in the metadata sets the cart, by the rules of its own calls, or changes nothing', async () => {
    const buyer = await signUp(testApp)
    const [lamp, vase, gone] = await buildProducts(testApp, [{}, {}, {}])
    const ids = { lamp: lamp?.product_id ?? '', vase: vase?.product_id ?? '', gone: gone?.product_id ?? '' }
    await addToCart(testApp, buyer, ids.gone, 1)
    await deleteProduct(testApp, ids.gone)
    const send = (cart: unknown, more: object = {}) =>
      callAuth<AccountUser>(testApp, 'PUT', '/user', { headers: buyer.headers, body: { data: { cart, ...more } } })
    const stored = async () => (await call(testApp, 'GET', '/api/cart', { as: buyer })).body.cart
    const set = await send({ [ids.lamp]: 2, [ids.vase]: 999 }, { theme: 'dark' })
    expect(set.body.user_metadata).toMatchObject({ cart: { [ids.lamp]: 2, [ids.vase]: 999 }, theme: 'dark' })
    expect(await stored()).toEqual({ [ids.lamp]: 2, [ids.vase]: 999 })
    await send({ [ids.vase]: 1, [ids.lamp]: 0 })
    expect(await stored()).toEqual({ [ids.vase]: 1 })
    for (const [cart, named] of [
      [{ [ids.lamp]: 1, PRD99999: 1, [ids.gone]: 1 }, `PRD99999, ${ids.gone}`],
      [{ [ids.lamp]: 1, constructor: 1 }, 'constructor'],
      [{ [ids.lamp]: 1000 }, ids.lamp],
      [{ [ids.lamp]: 1.5 }, ids.lamp],
      [{ [ids.lamp]: '1' }, ids.lamp],
      [[ids.lamp], 'object'],
      [Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`PRD${10_000 + index}`, 1])), '100 lines'],
    ] as const) {
      const refused = await send(cart, { theme: 'light' })
      expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
      expect(JSON.stringify(refused.body)).toContain(named)
    }
    expect(await stored()).toEqual({ [ids.vase]: 1 })
    expect((await read(buyer)).user_metadata.theme).toBe('dark')
    // The token carries none of it.
    const { access_token } = (await refresh(testApp, buyer.refresh_token)).body
    expect(JSON.stringify(decodeJwt(access_token))).not.toContain('PRD')
    for (const empty of [{}, null]) {
      await send({ [ids.vase]: 1 })
      expect((await send(empty)).body.user_metadata.cart).toEqual({})
      expect(await stored()).toEqual({})
    }
    const seller = await signUp(testApp, { role: 'seller' })
    for (const [cart, status] of [
      [{ [ids.lamp]: 1 }, 403],
      [{}, 200],
    ] as const)
      expect((await put({ data: { cart } }, seller)).status).toBe(status)
  })

  // catches: account-unlocked
  test('no concurrent change is lost', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `key_${index}`)
    const responses = await underContention(
      testApp.db,
      (holding) => holding.selectFrom('users').select('id').where('id', '=', account.user_id).forUpdate().execute(),
      () => Promise.all(names.map((name) => put({ data: { [name]: 1 } }))),
    )
    expect(responses.map(({ status }) => status)).toEqual(names.map(() => 200))
    expect(Object.keys((await read()).user_metadata)).toEqual(expect.arrayContaining(names))
    await put({ data: Object.fromEntries(names.map((name) => [name, null])) })
  })

  test('E5: a picture that the user has stored is accepted, another user’s or a missing one is not', async () => {
    const rival = await signUp(testApp)
    const store = async (as: typeof account) => {
      expect((await storeAvatar(testApp, as, '1700000000000')).statusCode).toBe(200)
      return `/storage/v1/object/public/users/${as.user_id}-1700000000000.webp`
    }
    const [own, theirs] = [await store(account), await store(rival)]
    for (const avatar_url of [own, testApp.config.siteUrl + own]) {
      const { status, body } = await put({ data: { avatar_url } })
      expect([status, body]).toMatchObject([200, { user_metadata: { avatar_url } }])
    }
    // A program reaches this machine by another name than the site has.
    const local = { ...account, headers: { ...account.headers, host: '127.0.0.1:4999' } }
    const elsewhere = await put({ data: { avatar_url: `http://127.0.0.1:4999${own}` } }, local)
    expect([elsewhere.status, elsewhere.body.user_metadata.avatar_url]).toEqual([200, own])
    expect((await put({ data: { avatar_url: null } })).body.user_metadata).not.toHaveProperty('avatar_url')
    const missing = own.replace('1700000000000', '1700000000001')
    for (const avatar_url of [theirs, missing, `https://evil.example${own}`, `${own}?x`, `${own}/..`])
      expect((await put({ data: { avatar_url } })).status).toBe(400)
  })
})

describe('password', () => {
  test('B6: a change keeps this session, ends all others, and the old password is refused', async () => {
    const user = await signUp(testApp)
    const other = (await signIn(testApp, user)).body.access_token
    expect((await readUser(testApp, other)).status).toBe(200)
    expect((await put({ email: `elsewhere-${user.email}` }, user)).body.new_email).toBeTruthy()
    const password = 'an even longer phrase'
    expect((await put({ password }, user)).status).toBe(200)
    expect((await read(user)).new_email).toBeUndefined()
    expect((await readUser(testApp, other)).status).toBe(403)
    expect((await read(user)).id).toBe(user.user_id)
    expect((await signIn(testApp, user)).status).toBe(400)
    expect((await signIn(testApp, { ...user, password })).status).toBe(200)
  })

  test('B6: a change also ends a sign-in that waits for the exchange of its code', async () => {
    const user = await signUp(testApp)
    const code_verifier = 'v'.repeat(43)
    const code = { email: user.email, code_challenge: code_verifier, code_challenge_method: 'plain' }
    await callAuth(testApp, 'POST', '/otp', { body: code })
    const link = new URL((await messageTo(testApp, user.email)).link)
    const payload = link.searchParams.toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const opened = await testApp.app.inject({ method: 'POST', url: link.pathname, headers, payload })
    const auth_code = new URL(String(opened.headers.location)).searchParams.get('code')
    expect(auth_code).toBeTruthy()
    expect((await put({ password: 'an even longer phrase' }, user)).status).toBe(200)
    const exchanged = await callAuth<{ code: string }>(testApp, 'POST', '/token?grant_type=pkce', {
      body: { auth_code, code_verifier },
    })
    expect([exchanged.status, exchanged.body.code]).toEqual([404, 'flow_state_not_found'])
  })

  test('B6: a session that signed in a day ago has to sign in again first', async () => {
    const session = await testApp.db
      .selectFrom('sessions')
      .select('created_at')
      .where('user_id', '=', account.user_id)
      .orderBy('created_at')
      .executeTakeFirstOrThrow()
    const dayLater = session.created_at.getTime() + 24 * 3_600_000 - Date.now()
    const changeAfter = async (ms: number, password: string) => {
      offsetMs = ms
      const { access_token, refresh_token } = (await refresh(testApp, account.refresh_token)).body
      Object.assign(account, { refresh_token, headers: { ...account.headers, ...bearer(access_token) } })
      const { body } = await put({ password })
      offsetMs = 0
      return body.code
    }
    expect(await changeAfter(dayLater + 5_000, 'an even longer phrase')).toBe('reauthentication_needed')
    expect(await changeAfter(dayLater - 5_000, account.password)).toBe('same_password')
  })
})
