import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bearer, callAuth, signUp } from '../../../tests/support/accounts.ts'
import { call } from '../../../tests/support/api.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { storeAvatar } from '../../../tests/support/storage.ts'
import { deleteBatches } from '../../platform/jobs/delete-expired.ts'
import { expiredRows } from './expired-rows.ts'

const DAY_MS = 24 * 3600 * 1000

const testApp = await openForTests({ config: { anonymous: true, messageGapSeconds: 0 } })

async function cleanUpIn(days: number): Promise<void> {
  const clock = () => new Date(Date.now() + days * DAY_MS)
  while (await deleteBatches({ db: testApp.db, clock, expired: expiredRows }));
}
async function count(
  table:
    | 'former_categories'
    | 'one_time_codes'
    | 'flow_states'
    | 'sessions'
    | 'refresh_tokens'
    | 'rate_limits'
    | 'users'
    | 'cart_merges',
) {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from ${sql.table(table)}`.execute(testApp.db)
  return rows[0]?.n
}

test('expired rows are deleted, others stay', async () => {
  const account = await signUp(testApp)
  const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 's256' }
  await callAuth(testApp, 'POST', '/recover', { body: { email: account.email, ...challenge } })
  const refresh = await callAuth<{ refresh_token: string }>(testApp, 'POST', '/token?grant_type=refresh_token', {
    body: { refresh_token: account.refresh_token },
  })
  await sql`insert into rate_limits values ('test:expired', now() - interval '1 second', 1)`.execute(testApp.db)
  await cleanUpIn(0)
  expect([await count('one_time_codes'), await count('flow_states'), await count('rate_limits')]).toEqual([1, 1, 0])
  expect(await count('refresh_tokens')).toBe(2)

  await cleanUpIn(1)
  expect([await count('one_time_codes'), await count('flow_states')]).toEqual([0, 0])
  await cleanUpIn(31)
  expect([await count('sessions'), await count('refresh_tokens')]).toEqual([1, 1])
  const again = await callAuth(testApp, 'POST', '/token?grant_type=refresh_token', {
    body: { refresh_token: refresh.body.refresh_token },
  })
  expect(again.status).toBe(200)
  await sql`insert into former_categories values ('gadgets', false, 'audio', now())`.execute(testApp.db)
  await cleanUpIn(89)
  expect(await count('former_categories')).toBe(1)
  await cleanUpIn(91)
  expect(await count('former_categories')).toBe(0)
  await cleanUpIn(181)
  expect([await count('sessions'), await count('refresh_tokens'), await count('users')]).toEqual([0, 0, 1])
})

test('unconfirmed enrolments are deleted with their challenges; confirmed factors stay', async () => {
  const { user_id } = await signUp(testApp)
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const factor = (friendly_name: string, more: object) => ({
    user_id,
    friendly_name,
    factor_type: 'totp' as const,
    sealed_secret: randomBytes(1),
    created_at: minutesAgo(10),
    ...more,
  })
  const factors = await testApp.db
    .insertInto('factors')
    .values([
      factor('abandoned', {}),
      factor('just enrolled', { created_at: minutesAgo(1) }),
      factor('just challenged', { last_challenged_at: minutesAgo(1) }),
      factor('confirmed', { status: 'verified' }),
    ])
    .returning('id')
    .execute()
  const challenges = factors.map(({ id }) => ({ factor_id: id, expires_at: minutesAgo(1) }))
  await testApp.db.insertInto('factor_challenges').values(challenges).execute()
  await cleanUpIn(0)
  const rest = await testApp.db.selectFrom('factors').select('friendly_name').orderBy('friendly_name').execute()
  expect(rest.map(({ friendly_name }) => friendly_name)).toEqual(['confirmed', 'just challenged', 'just enrolled'])
  expect(await testApp.db.selectFrom('factor_challenges').select('id').execute()).toEqual([])
})

test('a guest is deleted when no session can use the account again', async () => {
  const before = await count('users')
  const { body: guest } = await callAuth<{ access_token: string; user: { id: string } }>(testApp, 'POST', '/signup', {
    body: {},
  })
  const stored = await storeAvatar(testApp, { user_id: guest.user.id, headers: bearer(guest.access_token) })
  expect(stored.statusCode).toBe(200)
  const { blob } = await testApp.db.selectFrom('storage_objects').select('blob').executeTakeFirstOrThrow()
  await cleanUpIn(31)
  expect(await count('users')).toBe((before ?? 0) + 1)
  expect(await testApp.db.selectFrom('storage_objects').select('blob').execute()).toEqual([{ blob }])
  await cleanUpIn(181)
  expect(await count('users')).toBe(before)
  // The picture is deleted with the guest: the sweep of files removes it.
  expect(await testApp.db.selectFrom('storage_objects').select('blob').execute()).toEqual([])
  const discards = testApp.db.selectFrom('storage_discards').select('blob').where('remove_after', '<=', new Date())
  expect(await discards.execute()).toEqual([{ blob }])
})

test('D11: a merge of carts is recorded for half a year; an empty one is not recorded', async () => {
  const buyer = await signUp(testApp)
  const merge = (cart: Record<string, number>) =>
    call(testApp, 'POST', '/api/cart/merge', { as: buyer, body: { merge_id: crypto.randomUUID(), cart } })
  expect(await merge({})).toMatchObject({ status: 200, body: { cart: {}, dropped: [] } })
  expect(await count('cart_merges')).toBe(0)
  expect(await merge({ PRD99999: 1 })).toMatchObject({ status: 200, body: { dropped: ['PRD99999'] } })
  await cleanUpIn(179)
  expect(await count('cart_merges')).toBe(1)
  await cleanUpIn(181)
  expect(await count('cart_merges')).toBe(0)
})

test('one run of the job deletes more than a batch', async () => {
  const { user_id, email } = await signUp(testApp)
  const expires_at = new Date(Date.now() - 1000)
  const rows = Array.from({ length: 1_100 }, (_, at) => ({
    user_id,
    purpose: `test_${at}`,
    address: email,
    code_hash: randomBytes(32),
    link_hash: null,
    flow_id: null,
    used_at: null,
    expires_at,
  }))
  await testApp.db.insertInto('one_time_codes').values(rows).execute()
  await cleanUpIn(0)
  expect(await count('one_time_codes')).toBe(0)
})

test('rows that cannot be deleted do not delay the deletion of others', async () => {
  const batches = [500, 500, 3]
  const fail = async () => Promise.reject(new Error('no permission'))
  const run = () => deleteBatches({ ...testApp.deps, expired: [fail, async () => batches.shift() ?? 0] })
  expect([await run(), await run()]).toEqual([true, true])
  await expect(run()).rejects.toThrow('no permission')
})
