import { decodeProtectedHeader } from 'jose'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { setupLink } from '../server/people/auth/setup/setup-link.ts'
import { openSecrets } from '../server/platform/keys/secrets.ts'
import type { Checkout } from '../shared/checkouts/schema.ts'
import * as accounts from '../tests/support/accounts.ts'
import { callAuth, makeAdmin, readUser, signUp, type TestAccount } from '../tests/support/accounts.ts'
import { addToCart, call } from '../tests/support/api.ts'
import { openBeside, openForTests } from '../tests/support/open-for-tests.ts'
import { runAsOperator, runInThisProcess } from '../tests/support/operator.ts'
import { buildProduct } from '../tests/support/products.ts'
import { buildStocked, buying } from '../tests/support/stock.ts'

const PASSWORD = 'a long admin phrase'
const testApp = await openForTests()

/** Runs the command on the test's database, with `piped` as its standard input. */
const admin = (args: string[], piped?: string) => runInThisProcess(testApp, ['admin.ts', ...args], piped)
/** Runs the command in a process of its own, as an operator does. */
const adminAlone = (args: string[], piped = '') => runAsOperator(testApp, ['admin.ts', ...args], { piped })

const signIn = (email: string, password: string) => accounts.signIn(testApp, { email, password })

test('A3: create adds an admin who can sign in; the password is not shown', async () => {
  const { code, output } = await adminAlone(['create', ' Boss@Example.com '], `${PASSWORD}\n`)
  expect([code, output]).toEqual([0, expect.stringContaining('is an admin')])
  expect(output).not.toContain(PASSWORD)
  const { status, body } = await signIn('boss@example.com', PASSWORD)
  expect([status, body.user.app_metadata.role]).toEqual([200, 'admin'])
})

test('A3: create takes over an account that has the address: its earlier owner is signed out', async () => {
  const squatter = await signUp(testApp, { email: 'second-boss@example.com' })
  const phone = '1234567890'
  const confirmed = { phone, phone_confirmed_at: new Date() }
  await testApp.db.updateTable('users').set(confirmed).where('id', '=', squatter.user_id).execute()
  const { code } = await admin(['create', squatter.email], PASSWORD)
  expect(code).toBe(0)
  expect((await readUser(testApp, squatter.token)).status).toBe(403)
  expect((await signIn(squatter.email, squatter.password)).status).toBe(400)
  expect((await signIn(squatter.email, PASSWORD)).body.user.app_metadata.role).toBe('admin')
  const withPhones = await openBeside(testApp, {
    config: { phone: true, testPhoneCodes: new Map([[phone, '123456']]) },
  })
  await callAuth(withPhones, 'POST', '/otp', { body: { phone, create_user: false } })
  const byPhone = await callAuth(withPhones, 'POST', '/verify', { body: { type: 'sms', phone, token: '123456' } })
  expect([byPhone.status, byPhone.body.code]).toEqual([403, 'otp_expired'])
})

test.each(['create', 'promote'])(
  'A3: setup-link prints the link of the first admin, and refuses for good after %s made one',
  async (command) => {
    const market = await openForTests()
    const run = (...args: string[]) => runInThisProcess(market, ['admin.ts', ...args], `${PASSWORD}\n`)
    const setUp = () => call(market, 'POST', '/api/setup', { body: {} })
    const { email, user_id } = await signUp(market)
    expect(await run('setup-link')).toEqual({ code: 0, output: setupLink(market.config, market.deps.secrets) })
    expect((await setUp()).status).toBe(400)
    expect((await run(command, email)).code).toBe(0)
    await market.db.deleteFrom('users').where('id', '=', user_id).execute()
    expect(await run('setup-link')).toEqual({ code: 1, output: expect.stringContaining('was made already') })
    expect((await setUp()).status).toBe(404)
  },
)

test.each([
  ['a short password', ['create', 'x@example.com'], 'short\n', 'at least 8 characters'],
  ['a common password', ['create', 'x@example.com'], 'password123\n', 'easy to guess'],
  ['no password', ['create', 'x@example.com'], '', 'No password was given'],
  ['no address', ['create', 'nothing'], `${PASSWORD}\n`, 'invalid format'],
  ['a password on the command line', ['create', 'x@example.com', PASSWORD], '', 'Usage'],
  ['another command', ['destroy'], '', 'Usage'],
])('refuses %s', async (_what, args, piped, message) => {
  const { code, output } = await admin(args, piped)
  expect([code, output]).toEqual([1, expect.stringContaining(message)])
  expect(await testApp.db.selectFrom('users').select('id').where('email', '=', 'x@example.com').execute()).toEqual([])
})

test('reservation-minutes sets how long a checkout reserves what it sells, within bounds', async () => {
  const lasts = (minutes: number) => [0, expect.stringContaining(`reserves what it sells for ${minutes} minutes`)]
  const minutes = async (...args: string[]) => {
    const { code, output } = await admin(['reservation-minutes', ...args])
    return [code, output]
  }
  expect(await minutes()).toEqual(lasts(15))
  expect(await minutes('20')).toEqual(lasts(20))
  for (const wrong of ['61', 'soon'])
    expect(await minutes(wrong)).toEqual([1, expect.stringContaining('whole minutes from 5 to 60')])
  const [buyer, seller] = [await signUp(testApp), await signUp(testApp, { role: 'seller' })]
  await addToCart(testApp, buyer, (await buildStocked(testApp, seller, { set: 1 })).product_id)
  const { body } = await call<Checkout>(testApp, 'POST', '/api/checkouts', { as: buyer, body: buying })
  const left = new Date(body.expires_at).getTime() - Date.now()
  expect(left).toBeGreaterThan(15 * 60_000)
  expect(left).toBeLessThanOrEqual(20 * 60_000)
})

test('remove-factors allows sign-in without the lost second factor, and ends all sessions', async () => {
  const { user_id, email, password, token } = await signUp(testApp)
  const factor = { user_id, factor_type: 'phone', phone: '1234567890', status: 'verified' } as const
  await testApp.db.insertInto('factors').values(factor).execute()
  const { code, output } = await admin(['remove-factors', ` ${email.toUpperCase()}`])
  expect([code, output]).toEqual([0, expect.stringContaining('had 1 second sign-in steps')])
  expect((await readUser(testApp, token)).status).toBe(403)
  const { status, body } = await signIn(email, password)
  expect([status, body.user]).toEqual([200, expect.not.objectContaining({ factors: expect.anything() })])
  const unknown = await admin(['remove-factors', 'unknown@example.com'])
  expect([unknown.code, unknown.output]).toEqual([1, expect.stringContaining('unknown@example.com')])
})

test('F7: a change to an account is logged without its address', async () => {
  const { user_id, email } = await signUp(testApp)
  for (const [command, event] of [
    ['promote', 'role_changed'],
    ['reset-password', 'password_changed'],
  ] as const) {
    const { output } = await adminAlone([command, email], `${PASSWORD}\n`)
    const lines = output.split('\n').filter((line) => line.startsWith('{'))
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ event, user_id, command }])
    expect(lines.join()).not.toContain(email)
  }
})

test('tasks lists the failed tasks, and retries one of them', async () => {
  expect((await admin(['tasks'])).output).toContain('Failed for good: none')
  await sql`select graphile_worker.add_job('send_refund', job_key => 'send_refund:R1')`.execute(testApp.db)
  await sql`
    select graphile_worker.permanently_fail_jobs(array(
      select id from graphile_worker.jobs where key = 'send_refund:R1'), 'away')`.execute(testApp.db)
  const list = await admin(['tasks'])
  const [, id = ''] = /(\d+) {2}send_refund R1, .*: away/.exec(list.output) ?? []
  expect((await admin(['tasks', id])).output).toContain(`Task ${id} will be tried again now.`)
  expect((await admin(['tasks'])).output).toContain('Failed for good: none')
  expect(await admin(['tasks', '999'])).toMatchObject({ code: 1, output: expect.stringContaining('999') })
})

test('outbox lists the messages that were not sent, and shows one with its link', async () => {
  expect((await admin(['outbox'])).output).toContain('The outbox is empty')
  const { email } = await signUp(testApp)
  await callAuth(testApp, 'POST', '/recover', { body: { email } })
  const list = await admin(['outbox'])
  const [, id = ''] = new RegExp(`^([\\w-]{36}) .* ${email}  Reset your password$`, 'm').exec(list.output) ?? []
  expect([list.code, id]).toEqual([0, expect.stringMatching(/.{36}/)])
  const one = await admin(['outbox', id])
  expect([one.code, one.output]).toEqual([0, expect.stringContaining('/verify?token=')])
  for (const unknown of ['nothing', '00000000-0000-4000-8000-000000000000'])
    expect(await admin(['outbox', unknown])).toMatchObject({ code: 1, output: expect.stringContaining(unknown) })
})

describe('changes of accounts', () => {
  const role = async (email: string) =>
    (await testApp.db.selectFrom('users').select('role').where('email', '=', email).executeTakeFirstOrThrow()).role
  const isSignedOut = async ({ token }: TestAccount) => (await readUser(testApp, token)).status === 403
  const oneAdmin = async () => {
    await testApp.db.updateTable('users').set({ role: 'buyer' }).where('role', '=', 'admin').execute()
    return makeAdmin(testApp)
  }

  test('promote: the account keeps its password and signs in again as an admin', async () => {
    const user = await signUp(testApp)
    expect(await admin(['promote', user.email.toUpperCase()])).toMatchObject({ code: 0 })
    expect([await role(user.email), await isSignedOut(user)]).toEqual(['admin', true])
    expect((await signIn(user.email, user.password)).body.user.app_metadata.role).toBe('admin')
    const again = await admin(['promote', user.email])
    expect([again.code, again.output]).toEqual([1, expect.stringContaining('is already an owner')])
  })

  test('A4: demote: an account with products becomes a seller again, any other a buyer, at once', async () => {
    const [seller, buyer] = await Promise.all([signUp(testApp, { role: 'seller' }), signUp(testApp), oneAdmin()])
    const { product_id } = await buildProduct(testApp, { seller_id: seller.user_id })
    const product = testApp.db.selectFrom('products').select('visibility').where('product_id', '=', product_id)
    for (const { email } of [seller, buyer]) await admin(['promote', email])
    expect(await product.execute()).toEqual([{ visibility: 'hidden_with_seller' }])
    for (const [account, expected] of [
      [seller, 'seller'],
      [buyer, 'buyer'],
    ] as const) {
      const { code, output } = await admin(['demote', account.email])
      expect([code, output, await role(account.email)]).toEqual([0, expect.stringContaining(expected), expected])
    }
    expect(await product.execute()).toEqual([{ visibility: 'visible' }])
    const again = await admin(['demote', buyer.email])
    expect([again.code, again.output]).toEqual([1, expect.stringContaining('is not an admin')])
  })

  // Two at once: server/people/accounts/admin-users.test.ts.
  test('the only admin is neither demoted nor suspended', async () => {
    const first = await oneAdmin()
    for (const command of ['demote', 'suspend']) {
      const { code, output } = await admin([command, first.email])
      expect([code, output]).toEqual([1, expect.stringContaining('is the only owner')])
    }
    expect([await role(first.email), await isSignedOut(first)]).toEqual(['admin', false])
  })

  test('suspend and reinstate: sessions end, products leave the shop and come back', async () => {
    const seller = await signUp(testApp, { role: 'seller' })
    const { product_id } = await buildProduct(testApp, { seller_id: seller.user_id })
    const shown = async () => (await testApp.app.inject({ url: `/api/products/${product_id}` })).statusCode
    expect((await admin(['suspend', seller.email])).code).toBe(0)
    expect([await isSignedOut(seller), await shown()]).toEqual([true, 404])
    expect((await signIn(seller.email, seller.password)).status).toBe(400)
    const again = await admin(['suspend', seller.email])
    expect([again.code, again.output]).toEqual([1, expect.stringContaining('is already suspended')])
    for (const command of ['promote', 'create']) {
      const { code, output } = await admin([command, seller.email], PASSWORD)
      expect([code, output]).toEqual([1, expect.stringContaining('reinstate it first')])
    }
    expect((await admin(['reinstate', seller.email])).code).toBe(0)
    // The database notifies the server.
    await expect.poll(shown).toBe(200)
    expect((await signIn(seller.email, seller.password)).status).toBe(200)
    expect((await admin(['reinstate', seller.email])).code).toBe(1)
  })

  test('reset-password: the old password and all sessions end, the new password is not shown', async () => {
    const user = await signUp(testApp)
    const refused = await admin(['reset-password', user.email], 'short\n')
    expect(refused).toEqual({ code: 1, output: expect.stringContaining('at least 8 characters') })
    expect((await signIn(user.email, user.password)).status).toBe(200)
    const { code, output } = await admin(['reset-password', user.email], `${PASSWORD}\n`)
    expect([code, output]).toEqual([0, expect.stringContaining('has this password now')])
    expect(output).not.toContain(PASSWORD)
    expect(await isSignedOut(user)).toBe(true)
    expect((await signIn(user.email, user.password)).status).toBe(400)
    expect((await signIn(user.email, PASSWORD)).status).toBe(200)
  })

  test.each([
    ...['promote', 'demote', 'suspend'].map(
      (command) => [[command, 'unknown@example.com'], 'unknown@example.com'] as const,
    ),
    [['suspend', 'nothing'], 'invalid format'],
    [['suspend'], 'Usage'],
    [['suspend', 'unknown@example.com', 'more'], 'Usage'],
  ] as [string[], string][])('refuses %j', async (args, message) => {
    const { code, output } = await admin(args)
    expect([code, output]).toEqual([1, expect.stringContaining(message)])
  })
})

test('after rotate-keys a server signs with the new key and still accepts the old one', async () => {
  const { token } = await signUp(testApp)
  const { code, output } = await admin(['rotate-keys'])
  expect([code, output]).toEqual([0, expect.stringContaining('new signing key')])
  const restarted = await openBeside(testApp, { deps: { secrets: await openSecrets(testApp.config) } })
  const fresh = await signUp(restarted)
  expect(output).toContain(decodeProtectedHeader(fresh.token).kid)
  expect((await readUser(restarted, token)).status).toBe(200)
})
