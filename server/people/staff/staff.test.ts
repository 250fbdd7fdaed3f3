import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Db } from '../../../db/tables.ts'
import { allDemoAccounts } from '../../../demo/accounts.ts'
import { removeDemoMarketplace } from '../../../demo/remove.ts'
import type { AdminRight } from '../../../shared/accounts/rights.ts'
import type { Staff } from '../../../shared/staff/schema.ts'
import { makeAdmin, readUser, signIn, signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { call, refusedWith } from '../../../tests/support/api.ts'
import { addAuthenticator } from '../../../tests/support/authenticator.ts'
import { underContention } from '../../../tests/support/lock-contention.ts'
import { openBeside, openForTests } from '../../../tests/support/open-for-tests.ts'
import { mailsTo } from '../../../tests/support/outbox.ts'
import { buildProduct } from '../../../tests/support/products.ts'
import { setRows } from '../../../tests/support/set-rows.ts'
import { checkRows } from '../../operate/check/check-invariants.ts'
import { cancelInvitation, requireAuthenticators, requireSecondFactor } from './staff.ts'

const market = await openForTests()
const owner = await makeAdmin(market)
const PASSWORD = 'a long admin phrase'
const NAME = 'New Colleague'

const list = async (as = owner) => (await call<Staff>(market, 'GET', '/api/admin/staff', { as })).body
const invite = (email: string, rights: AdminRight[] | null, as = owner) =>
  call(market, 'POST', '/api/admin/staff/invitations', { as, body: { email, rights } })
async function setRights({ user_id }: TestAccount, rights: AdminRight[] | null, as = owner) {
  const { revision } = (await list()).members.find((member) => member.user_id === user_id) ?? {}
  return call(market, 'PUT', `/api/admin/staff/${user_id}/rights`, { as, body: { rights, revision } })
}
const end = ({ user_id }: TestAccount, as = owner) => call(market, 'DELETE', `/api/admin/staff/${user_id}`, { as })
const suspend = ({ user_id }: TestAccount, as = owner) =>
  call(market, 'POST', `/api/admin/users/${user_id}/suspend`, { as, body: {} })
const orders = (as: Pick<TestAccount, 'headers'>, shop = market) => call(shop, 'GET', '/api/admin/orders', { as })
const accept = (token: string, more: object = {}) =>
  call(market, 'POST', '/api/staff/invitation', { body: { token, display_name: NAME, password: PASSWORD, ...more } })
async function tokenTo(email: string): Promise<string> {
  const [mail] = await mailsTo(market, { email }, 'invite')
  return /\/invitation#(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
}
async function signedIn(email: string): Promise<TestAccount> {
  const { body } = await signIn(market, { email, password: PASSWORD })
  const headers = { authorization: `Bearer ${body.access_token}`, apikey: market.deps.secrets.apiKey }
  return { user_id: body.user.id, email, password: PASSWORD, token: body.access_token, refresh_token: '', headers }
}
async function makeStaff(rights: AdminRight[] | null) {
  const admin = await makeAdmin(market)
  await market.db.updateTable('users').set({ admin_rights: rights }).where('id', '=', admin.user_id).execute()
  return admin
}
const actions = (action: string) =>
  market.db
    .selectFrom('admin_actions')
    .select(['admin_id', 'target', 'from_value', 'to_value'])
    .where('action', '=', action as 'end_rights')
    .orderBy('action_number', 'desc')
    .execute()

test('an owner invites by email; the link, once, within 24 hours, sets the password and gives the rights', async () => {
  const email = 'orders@example.com'
  expect((await invite(' Orders@example.com', ['orders', 'figures', 'orders'])).status).toBe(204)
  expect((await list()).invitations).toMatchObject([{ email, rights: ['orders', 'figures'], is_expired: false }])
  expect(await signIn(market, { email, password: PASSWORD })).toMatchObject({ status: 400 })
  const first = await tokenTo(email)
  await invite(email, ['orders'])
  const token = await tokenTo(email)
  for (const wrong of ['', first, `${token}x`])
    expect(await accept(wrong)).toMatchObject(refusedWith(404, 'invitation_void'))
  expect(await accept(token, { password: 'password123' })).toMatchObject(refusedWith(422, 'weak_password'))
  expect(await accept(token, { display_name: ' ' })).toMatchObject({ status: 400 })
  const both = await Promise.all([accept(token), accept(token)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404])
  const staff = await signedIn(email)
  expect((await readUser(market, staff.token)).body).toMatchObject({
    app_metadata: { role: 'admin', admin_rights: ['orders'] },
    user_metadata: { display_name: NAME },
  })
  expect((await orders(staff)).status).toBe(200)
  expect(await call(market, 'GET', '/api/admin/staff', { as: staff })).toMatchObject(refusedWith(403, 'owners_only'))
  expect(await list()).toMatchObject({
    invitations: [],
    members: expect.arrayContaining([
      expect.objectContaining({ email, rights: ['orders'], state: 'active', has_second_factor: false }),
    ]),
  })
  expect(await actions('accept_invitation')).toEqual([
    { admin_id: staff.user_id, target: staff.user_id, from_value: null, to_value: 'orders' },
  ])
  expect(await invite(email, null)).toMatchObject(refusedWith(409, 'already_staff'))
})

test('an invitation is void after 24 hours, when it is withdrawn, and when its owner is one no longer', async () => {
  const second = await makeStaff(null)
  const tokens = []
  for (const email of ['late@example.com', 'withdrawn@example.com', 'orphan@example.com']) {
    await invite(email, ['search'], second)
    tokens.push(await tokenTo(email))
  }
  const [late = '', withdrawn = '', orphan = ''] = tokens
  const { invitations } = await list()
  const [{ invitation_id } = { invitation_id: '' }] = invitations.filter(({ email }) => email.startsWith('withdrawn'))
  const withdraw = () => call(market, 'DELETE', `/api/admin/staff/invitations/${invitation_id}`, { as: owner })
  expect([(await withdraw()).status, (await withdraw()).status]).toEqual([204, 404])
  expect((await setRights(second, ['orders'])).status).toBe(204)
  for (const token of [withdrawn, orphan, late])
    expect(await accept(token)).toMatchObject(refusedWith(404, 'invitation_void'))
  expect((await setRights(second, null)).status).toBe(204)
  const [{ left }] = (
    await sql<{ left: number }>`
      update staff_invitations set expires_at = expires_at - interval '24 hours'
      returning extract(epoch from expires_at - now())::float8 as left`.execute(market.db)
  ).rows as [{ left: number }]
  expect(left).toBeLessThanOrEqual(0)
  expect(await accept(late)).toMatchObject(refusedWith(404, 'invitation_void'))
  expect((await list()).invitations.map(({ is_expired }) => is_expired)).toEqual([true, true])
  await market.db.deleteFrom('staff_invitations').execute()
  await end(second)
})

test('an account that has the invited address becomes an admin, without its earlier ways to sign in', async () => {
  const seller = await signUp(market, { role: 'seller' })
  const { product_id } = await buildProduct(market, { seller_id: seller.user_id })
  const inShop = async () => (await call(market, 'GET', `/api/products/${product_id}`)).status
  await invite(seller.email, ['reviews'])
  expect((await accept(await tokenTo(seller.email))).status).toBe(200)
  expect(await inShop()).toBe(404)
  expect((await readUser(market, seller.token)).status).toBe(403)
  expect((await signIn(market, seller)).status).toBe(400)
  const staff = await signedIn(seller.email)
  expect((await end(staff)).status).toBe(204)
  expect([(await orders(staff)).status, await inShop()]).toEqual([401, 200])
  expect((await signIn(market, staff)).body.user.app_metadata.role).toBe('seller')
  expect((await actions('end_rights'))[0]).toMatchObject({ from_value: 'reviews', to_value: null })
  const suspended = await signUp(market)
  await suspend(suspended)
  expect(await invite(suspended.email, null)).toMatchObject(refusedWith(409, 'account_suspended'))
})

describe('the last owner', () => {
  test('is not demoted, ended or suspended, by owners or by staff', async () => {
    const staff = await makeStaff(['sellers', 'settings'])
    expect(await setRights(owner, ['orders'])).toMatchObject(refusedWith(409, 'last_owner'))
    expect(await end(owner)).toMatchObject(refusedWith(409, 'last_owner'))
    expect(await suspend(owner, staff)).toMatchObject(refusedWith(403, 'owners_only'))
    const colleague = await makeStaff(['orders'])
    expect(await suspend(colleague, staff)).toMatchObject(refusedWith(403, 'owners_only'))
    // A suspended owner is none to rely on.
    const other = await makeStaff(null)
    expect((await suspend(other)).status).toBe(200)
    expect(await setRights(owner, ['orders'])).toMatchObject(refusedWith(409, 'last_owner'))
    await market.db.updateTable('users').set({ banned_until: null }).where('id', '=', other.user_id).execute()
    for (const admin of [staff, colleague, other]) expect((await end(admin)).status).toBe(204)
    expect((await checkRows(market.db)).findings).toEqual([])
    const setOwn = (admin_rights: string[] | null) =>
      market.db.updateTable('users').set({ admin_rights }).where('id', '=', owner.user_id).execute()
    await setOwn(['orders'])
    expect((await checkRows(market.db)).findings).toMatchObject([{ rule: 'an owner exists when an admin does' }])
    await setOwn(null)
  })

  test('is not removed with the demo while the other admins have only some rights', async () => {
    const shop = await openForTests()
    const staff = await makeAdmin(shop)
    await setRows(shop, 'users', { admin_rights: ['orders'] }, { id: staff.user_id })
    const [{ user_id: id } = { user_id: '' }] = allDemoAccounts.filter(({ role }) => role === 'admin')
    await shop.db.insertInto('users').values({ id, email: 'demo@example.com', role: 'admin' }).execute()
    const removal = removeDemoMarketplace(shop.db, { withMixedOrders: false, finish: async () => {} })
    await expect(removal).rejects.toThrow('npm run admin -- promote')
    expect(await shop.db.selectFrom('users').select('id').execute()).toHaveLength(2)
  })

  // catches: admins-unlocked
  test('of two owners who end or demote each other at once, one remains', async () => {
    const other = await makeStaff(null)
    const hold = (holding: Db) => sql`select from users where role = 'admin' for update`.execute(holding)
    for (const act of [end, (admin: TestAccount, as: TestAccount) => setRights(admin, ['orders'], as)]) {
      const both = await underContention(market.db, hold, () => Promise.all([act(other, owner), act(owner, other)]))
      expect(both.map(({ status }) => status).toSorted()).toEqual([204, 403])
      expect(
        (
          await market.db
            .selectFrom('users')
            .select('id')
            .where('role', '=', 'admin')
            .where('admin_rights', 'is', null)
            .execute()
        ).length,
      ).toBe(1)
      await market.db
        .updateTable('users')
        .set({ role: 'admin', admin_rights: null })
        .where('id', 'in', [owner.user_id, other.user_id])
        .execute()
      for (const admin of [owner, other]) Object.assign(admin, await relogged(admin))
    }
    await end(other)
  })
})

async function relogged({ email, password }: TestAccount): Promise<Partial<TestAccount>> {
  const { body } = await signIn(market, { email, password })
  const headers = { authorization: `Bearer ${body.access_token}`, apikey: market.deps.secrets.apiKey }
  return { token: body.access_token, headers }
}

test('A4: changed rights count from the next call, in every process', async () => {
  const [staff, beside] = [await makeStaff(['search']), await openBeside(market)]
  expect([(await orders(staff)).status, (await orders(staff, beside)).status]).toEqual([403, 403])
  await setRights(staff, ['orders'])
  expect([(await orders(staff)).status, (await orders(staff, beside)).status]).toEqual([200, 200])
  expect((await actions('change_rights'))[0]).toMatchObject({
    target: staff.user_id,
    from_value: 'search',
    to_value: 'orders',
  })
  await end(staff)
  expect([(await orders(staff)).status, (await orders(staff, beside)).status]).toEqual([401, 401])
})

test('of two owners who change the rights of an admin at once, one is refused', async () => {
  const [staff, second] = [await makeStaff(['search']), await makeStaff(null)]
  const put = (rights: AdminRight[], as: TestAccount) =>
    call<{ code?: string }>(market, 'PUT', `/api/admin/staff/${staff.user_id}/rights`, {
      as,
      body: { rights, revision: 1 },
    })
  const both = await Promise.all([put(['orders'], owner), put(['reviews'], second)])
  const results = both.map(({ status, body }) => [status, body.code])
  expect(results).toEqual(
    expect.arrayContaining([
      [204, undefined],
      [409, 'newer_revision'],
    ]),
  )
  const changed = (await list()).members.find(({ user_id }) => user_id === staff.user_id)
  expect(changed).toMatchObject({ revision: 2, rights: both[0].status === 204 ? ['orders'] : ['reviews'] })
  for (const admin of [staff, second]) await end(admin)
})

test('B12: an owner who uses a second factor requires one of all admins, from the next call on', async () => {
  const staff = await makeStaff(['orders'])
  const require = (is_required: boolean, as = owner) =>
    call(market, 'PUT', '/api/admin/staff/second-factor', { as, body: { is_required } })
  expect(await require(true)).toMatchObject(refusedWith(409, 'own_second_factor_first'))
  await addAuthenticator(market, owner.token)
  expect((await require(true)).status).toBe(204)
  expect(await orders(staff)).toMatchObject(refusedWith(403, 'insufficient_aal'))
  expect((await readUser(market, staff.token)).body.app_metadata.second_factor_required).toBe(true)
  expect((await list()).second_factor).toEqual({ is_required: true, by_environment: false })
  const withoutCodes = { mfa: { ...market.config.mfa, totp: false } }
  await expect(requireAuthenticators(market.db, withoutCodes)).rejects.toThrow('AUTH_MFA_TOTP')
  expect((await call(market, 'GET', '/api/cart', { as: await signUp(market) })).status).toBe(200)
  // The guard of the route is asked before the transaction, in which the rights may have ended.
  const late = { admin_id: staff.user_id, now: new Date(), aal: 'aal2' } as const
  await expect(requireSecondFactor(market.deps, late, false)).rejects.toMatchObject({ code: 'owners_only' })
  await expect(cancelInvitation(market.db, late, randomUUID())).rejects.toMatchObject({ code: 'owners_only' })
  expect((await require(false)).status).toBe(204)
  expect((await orders(staff)).status).toBe(200)
  expect((await actions('admin_second_factor')).map(({ to_value }) => to_value)).toEqual(['optional', 'required'])
})
