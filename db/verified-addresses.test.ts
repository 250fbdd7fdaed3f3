import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmptyDatabase } from '../tests/support/empty-database.ts'
import { migrate } from './migrate.ts'

let database: Awaited<ReturnType<typeof openEmptyDatabase>>
beforeAll(async () => {
  database = await openEmptyDatabase()
})
afterAll(() => database.drop())

test('of earlier accounts those count as proved that confirmed a code, or whose provider vouches for the address', async () => {
  const { db, connection } = database
  await migrate(connection, () => {}, { upTo: '0018-trigger-comments.sql' })
  const add = async (email: string, times: string, identity: { provider: string; email: string }) => {
    const id = randomUUID()
    await sql`insert into users (id, email, email_confirmed_at, confirmation_sent_at, recovery_sent_at)
      select ${id}, ${email}, ${sql.raw(times)}`.execute(db)
    const data = JSON.stringify({ email: identity.email, email_verified: true })
    await sql`insert into identities (user_id, provider, provider_id, identity_data)
      values (${id}, ${identity.provider}, ${id}, ${data})`.execute(db)
  }
  const byEmail = (email: string) => ({ provider: 'email', email })
  await add('at-once@x.y', `now(), null, null`, byEmail('at-once@x.y'))
  await add('asked-later@x.y', `now(), null, now() + interval '1 day'`, byEmail('asked-later@x.y'))
  await add('by-code@x.y', `now(), now() - interval '1 minute', null`, byEmail('by-code@x.y'))
  await add('waiting@x.y', `null, now(), null`, byEmail('waiting@x.y'))
  await add('provided@x.y', `now(), null, null`, { provider: 'work', email: 'provided@x.y' })
  await add('other@x.y', `now(), null, null`, { provider: 'work', email: 'provided@x.y' })

  await migrate(connection, () => {})
  const { rows } = await sql<{ email: string; proved: boolean; said: boolean; provider: string }>`
    select users.email, email_verified_at is not null as proved, identity_data -> 'email_verified' as said, provider
    from users join identities on user_id = users.id`.execute(db)
  expect(
    rows
      .filter(({ proved }) => proved)
      .map(({ email }) => email)
      .sort(),
  ).toEqual(['by-code@x.y', 'provided@x.y'])
  expect(rows.filter(({ provider, said }) => provider === 'email' && said).map(({ email }) => email)).toEqual([
    'by-code@x.y',
  ])
})
