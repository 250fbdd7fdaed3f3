import { request } from 'node:http'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { poolCounts } from '../../../db/connect.ts'
import type { Db } from '../../../db/tables.ts'
import { makeAdmin } from '../../../tests/support/accounts.ts'
import { untilWaiting } from '../../../tests/support/lock-contention.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'

/** Enough for a file larger than the buffers to a client that does not read, about 4 MB. */
const ORDERS = 70_000
/** A lower bound of the file's size. */
const FILE_BYTES = ORDERS * 80

const market = await openForTests()
const admin = await makeAdmin(market)
const origin = await market.app.listen({ port: 0, host: '127.0.0.1' })
await market.db.connection().execute(async (session) => {
  await sql`set statement_timeout = 0`.execute(session)
  await sql`
    insert into orders (order_number, buyer_id, order_state, total_count, products_id, shipping_address, payment_method)
    select number, ${admin.user_id}, 'delivered', number % 500 + 0.5, '["PRD00001"]', '{}', 'paypal'
    from generate_series(1, ${ORDERS}::int) number`.execute(session)
  await sql`analyze orders`.execute(session)
  await sql`reset statement_timeout`.execute(session)
})

const idOf = (number: number) => `ORD${String(number).padStart(5, '0')}`

/** An export that is read piece by piece. */
async function openExport(path = '/api/admin/orders.csv') {
  const response = await fetch(`${origin}${path}`, { headers: admin.headers })
  expect(response.status).toBe(200)
  const reader = response.body?.getReader()
  if (!reader) throw new Error('a response without a body')
  const decoder = new TextDecoder()
  let text = ''
  return {
    total: response.headers.get('x-total-rows'),
    async readSome() {
      const { done, value } = await reader.read()
      text += decoder.decode(value, { stream: true })
      return !done
    },
    async readAll() {
      while (await this.readSome());
      return text.trimEnd().split('\r\n').slice(1)
    },
  }
}

function expectAll(rows: string[]): void {
  expect(rows).toHaveLength(ORDERS)
  for (const [index, row] of rows.entries())
    if (!row.startsWith(`${idOf(ORDERS - index)},`)) throw new Error(`row ${index} is ${row}`)
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** Waits for a statement that waits for a lock and did not begin at `other`; returns its start. */
async function waitingSince(other: string | null): Promise<string> {
  for (;;) {
    await untilWaiting(market.db, 1)
    const { rows } = await sql<{ since: string }>`
      select query_start::text as since from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query_start::text is distinct from ${other}
      `.execute(market.db)
    if (rows[0]) return rows[0].since
  }
}

test('70,000 orders are exported once each, newest first, despite busy, locked and broken connections', async () => {
  const file = await openExport()
  expect(file.total).toBe(String(ORDERS))
  await file.readSome()
  const [locking, ...others] = await Promise.all(
    Array.from({ length: 10 }, () => market.db.startTransaction().execute()),
  )
  const rest = file.readAll()
  // The second waiting caller is the retry of the first.
  await until(() => poolCounts(market.db).waiting >= 2)
  await sql`lock table orders in access exclusive mode`.execute(locking as Db)
  for (const transaction of others) await transaction.rollback().execute()
  // The first statement fails after its lock timeout; a later one is a retry.
  const first = await waitingSince(null)
  await waitingSince(first)
  await locking?.rollback().execute()
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(market.db)
  expectAll(await rest)
})

test('a client that stops reading holds no connection', async () => {
  const sent = await new Promise<{ destroy(): void; bytes: () => number }>((resolve, reject) => {
    const outgoing = request(`${origin}/api/admin/orders.csv`, { headers: admin.headers }, (response) => {
      response.pause()
      const { socket } = response
      resolve({ destroy: () => response.destroy(), bytes: () => socket.bytesRead })
    })
    outgoing.on('error', reject).end()
  })
  // Once all buffers are full, the server reads no more rows.
  const inUse = () => poolCounts(market.db).open - poolCounts(market.db).idle
  let before = -1
  while (before !== sent.bytes() || inUse()) {
    before = sent.bytes()
    for (let checks = 0; checks < 10; checks++) await sql`select`.execute(market.db)
  }
  expect(before).toBeLessThan(FILE_BYTES)
  sent.destroy()
})
