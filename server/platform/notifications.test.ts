import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectDatabase } from '../../db/connect.ts'
import type { Db } from '../../db/tables.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/support/test-database.ts'
import { createNotifications, type Notifications } from './notifications.ts'

let database: TestDatabase
let db: Db
let listener: Notifications
let heard: string[]
let connects: number

beforeEach(async () => {
  database = await createTestDatabase()
  db = connectDatabase(database.connection)
  heard = []
  connects = 0
  listener = createNotifications(database.connection)
  listener.hear('account_changes', { onMessage: (payload) => heard.push(payload), onConnect: () => connects++ })
  listener.hear('catalog_changes', { onMessage: (payload) => heard.push(`catalog:${payload}`), onConnect: () => {} })
  listener.start()
  await vi.waitFor(() => expect(listener.connected).toBe(true), { interval: 5 })
})
afterEach(async () => {
  await listener.close()
  await db.destroy()
  await database.drop()
})

const say = (payload: string) => sql`select pg_notify('account_changes', ${payload})`.execute(db)

test('hears what is said on its channels, and nothing else', async () => {
  await sql`select pg_notify('elsewhere', 'x')`.execute(db)
  await say('one')
  await sql`select pg_notify('catalog_changes', 'two')`.execute(db)
  await vi.waitFor(() => expect(heard).toEqual(['one', 'catalog:two']), { interval: 5 })
})

test('says that it is deaf when its connection breaks, and comes back by itself', async () => {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'openstall listener' and datname = current_database()`.execute(db)
  await vi.waitFor(() => expect(listener.connected).toBe(false), { interval: 1 })
  await vi.waitFor(() => expect(listener.connected).toBe(true), { interval: 5, timeout: 20_000 })
  expect(connects).toBe(2)
  await say('again')
  await vi.waitFor(() => expect(heard).toEqual(['again']), { interval: 5 })
})

test('leaves no connection behind when it is closed, connected or not', async () => {
  await listener.close()
  expect(listener.connected).toBe(false)
  for (const connection of [database.connection, 'postgres://nobody@127.0.0.1:1/nothing']) {
    const connecting = createNotifications(connection)
    connecting.start()
    await connecting.close()
  }
  await vi.waitFor(async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where application_name = 'openstall listener' and datname = current_database()`.execute(db)
    expect(rows).toEqual([])
  })
})
