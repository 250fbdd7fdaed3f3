import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { announce } from '../../../db/channels.ts'
import { connectDatabase, inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/tables.ts'
import { openDatabaseForTests } from '../../../tests/support/open-for-tests.ts'
import { type Channels, createChannels } from './channels.ts'

/** Generous, for busy machines. */
const SOON = { timeout: 60_000, interval: 5 }

const { connection } = await openDatabaseForTests()
let db: Db
let listener: Channels
let received: string[]
let connects: number
const warn = vi.fn()

beforeEach(async () => {
  db = connectDatabase(connection)
  received = []
  connects = 0
  listener = createChannels({ connection, db, log: { warn } })
  listener.subscribe('account_changes', { onMessage: (payload) => received.push(payload), onConnect: () => connects++ })
  listener.subscribe('catalog_changes', {
    onMessage: (payload) => received.push(`catalog:${payload}`),
    onConnect: () => {},
  })
  listener.start()
  await vi.waitFor(() => expect(listener.connected).toBe(true), SOON)
})
afterEach(async () => {
  await listener.close()
  await db.destroy()
})

const send = (payload: string) => sql`select pg_notify('account_changes', ${payload})`.execute(db)

test('delivers messages of its channels, and no others', async () => {
  await sql`select pg_notify('elsewhere', 'x')`.execute(db)
  await send('one')
  await sql`select pg_notify('catalog_changes', 'two')`.execute(db)
  await vi.waitFor(() => expect(received).toEqual(['one', 'catalog:two']), SOON)
})

test('a message of a transaction here is delivered before it returns, and again by the database', async () => {
  await inTransaction(db, (tx) => announce(tx, 'account_changes', 'own'))
  expect(received[0]).toBe('own')
  await vi.waitFor(() => expect(received).toEqual(['own', 'own']), SOON)
})

test('the message of a failed transaction is delivered, as the transaction may have been committed', async () => {
  const failing = inTransaction(db, async (tx) => {
    await announce(tx, 'account_changes', 'own')
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(received).toEqual(['own'])
})

test('reports a broken connection, and reconnects', async () => {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'openstall listener' and datname = current_database()`.execute(db)
  await vi.waitFor(() => expect(listener.connected).toBe(false), { ...SOON, interval: 1 })
  await vi.waitFor(() => expect(listener.connected).toBe(true), SOON)
  expect(connects).toBe(2)
  expect(warn.mock.calls).toEqual([[{ event: 'listener_lost', reason: expect.any(String) }]])
  await send('again')
  await vi.waitFor(() => expect(received).toEqual(['again']), SOON)
})

test('leaves no connection behind when it is closed, connected or not', async () => {
  await listener.close()
  expect(listener.connected).toBe(false)
  for (const place of [connection, 'postgres://unknown@127.0.0.1:1/nothing']) {
    const connecting = createChannels({ connection: place, db })
    connecting.start()
    await connecting.close()
  }
  await vi.waitFor(async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where application_name = 'openstall listener' and datname = current_database()`.execute(db)
    expect(rows).toEqual([])
  }, SOON)
})
