import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase, inTransaction } from '../db/connect.ts'
import type { Db } from '../db/tables.ts'
import { deleteGuests } from '../server/people/accounts/delete-guests.ts'
import { takeDueAlerts } from '../server/shop/alerts/queries.ts'
import { listToRemind, listUnanswered } from '../server/trade/orders/due-queries.ts'
import { hasOrders } from '../server/trade/orders/queries.ts'
import { claimReminders } from '../server/trade/payments/awaited-queries.ts'
import { endOldNews } from '../server/trade/payments/event-queries.ts'
import { ExplainPlugin, nodesOf, rowsRead } from './support/explain-plugin.ts'
import { createTestDatabase } from './support/test-database.ts'

/** Of each kind that a job has done, or has nothing to do about: what is read of them is read of a million, too. */
const ROWS = Number(process.env.PLAN_ROWS ?? 10_000)
/** Of each kind that is due. */
const DUE = 300
const SOLD_OUT = 20
const NOW = new Date('2026-06-01T12:00:00Z')

let explainer: ExplainPlugin
let plain: Db
let watched: Db

beforeAll(async () => {
  const database = await createTestDatabase()
  plain = connectDatabase(database.connection, { max: 1 })
  explainer = new ExplainPlugin(plain)
  watched = connectDatabase(database.connection, { max: 1 }).withPlugin(explainer)
  await fill()
}, 180_000 + ROWS)
afterAll(async () => {
  await watched.destroy()
  await plain.destroy()
})

/** Everything belongs to one user, except what buyers have one of. The first rows are done, and the last ones due. */
async function fill(): Promise<void> {
  const numbers = sql`generate_series(1, ${ROWS + DUE}) number`
  const isDone = sql`number <= ${ROWS}`
  const user = sql`(select id from users where email = 'all@example.com')`
  const statements = [
    sql`set statement_timeout = 0`,
    sql`insert into users (email, role) values ('all@example.com', 'seller')`,
    sql`insert into users (email) select number || '@example.com' from generate_series(1, ${ROWS / SOLD_OUT}) number`,
    sql`insert into products (product_number, seller_id, product_name, product_price, featured_image, product_desc, product_category)
      select number, ${user}, 'Thing', 1, '/x', '<p>x</p>', array['Toys'] from generate_series(1, 1000) number`,
    sql`insert into orders (order_number, buyer_id, total_count, products_id, shipping_address, payment_method, created_at)
      select number, ${user}, 1, '["PRD00001"]', '{}', 'paypal', '2020-01-01' from ${numbers}`,
    // Of those that are late or to be sent tomorrow most are reminded, and most of those that wait longest are accepted.
    sql`insert into seller_orders (seller_id, order_number, number, state, reminded, ship_by)
      select ${user}, number, 1, case when ${isDone} and number % 4 > 0 then 'confirmed' else 'pending' end,
        case when ${isDone} then 2 - (number % 3 = 1)::integer else 0 end,
        (array['2026-05-28', '2026-06-02', '2026-01-01'])[1 + number % 3]::date
      from ${numbers}`,
    sql`update seller_orders set state = 'confirmed' where reminded = 2 and ship_by = '2026-01-01'`,
    // All buyers wait for sold-out products, and some for two that are back.
    sql`insert into stock (product_number, on_hand, counted_since)
      select number, case when number <= ${SOLD_OUT} then 0 else 5 end, now() from generate_series(1, 1000) number`,
    sql`insert into stock_alerts (user_id, product_number, created_at)
      select id, number, '2026-01-01' from generate_series(1, ${SOLD_OUT}) number, users where id <> ${user}`,
    sql`insert into stock_alerts (user_id, product_number, created_at)
      select id, 100 + number, '2026-01-01' from generate_series(0, 1) number, (select * from users limit ${DUE / 2}) waiting`,
    sql`insert into payments (buyer_id, provider, sandbox, payment_method, payment_state, amount, order_number, created_at, pay_by, reminded_at)
      select ${user}, 'offline', false, 'bank_transfer', 'awaiting_transfer', 1, number, '2026-05-01',
        timestamptz '2026-06-02' + number * interval '1 s', case when ${isDone} then now() end
      from ${numbers}`,
    // Most events are of payments without an order.
    sql`insert into payment_events (provider, sandbox, event_id, event_type, object_ref, content, received_at, next_attempt_at)
      select 'stripe', false, 'evt_' || number, 'payment_intent.created', 'pi_' || number, '', ${NOW},
        ${NOW}::timestamptz - interval '1 day' + number * interval '1 s'
      from ${numbers}`,
    sql`insert into payments (buyer_id, provider, sandbox, provider_ref, payment_method, payment_state, amount, order_number, created_at)
      select ${user}, 'stripe', false, 'pi_' || number, 'paypal', 'processing', 1, null, now() from ${numbers}
      where number > 10`,
    sql`insert into orders (order_number, buyer_id, total_count, products_id, shipping_address, payment_method)
      select number, ${user}, 1, '["PRD00001"]', '{}', 'paypal' from generate_series(${ROWS + DUE + 1}::int, ${ROWS + DUE + 10}::int) number`,
    sql`insert into payments (buyer_id, provider, sandbox, provider_ref, payment_method, payment_state, amount, order_number, created_at)
      select ${user}, 'stripe', false, 'pi_' || number, 'paypal', 'paid', 1, ${ROWS + DUE}::int + number, now()
      from generate_series(1, 10) number`,
    sql`insert into words (word, products) select 'word' || number, 1 from ${numbers}`,
    sql`truncate word_changes`,
    sql`vacuum analyze`,
  ]
  for (const statement of statements) await statement.execute(plain)
}

/** Each returns how much it found. */
const runs: [job: string, expected: number, run: () => Promise<number>][] = [
  [
    'reminding of what is to be sent tomorrow',
    50,
    async () =>
      (await listToRemind(watched, 'ship_by_tomorrow', { from: '2026-06-02', to: '2026-06-02', limit: 50 })).length,
  ],
  [
    'reminding of what is late',
    50,
    async () => (await listToRemind(watched, 'late', { from: '2026-05-26', to: '2026-05-29', limit: 50 })).length,
  ],
  [
    'cancelling what was not accepted',
    50,
    async () => (await listUnanswered(watched, { placedBefore: NOW, shipBy: '2026-05-01', limit: 50 })).length,
  ],
  [
    'reminding of bank transfers',
    50,
    async () => {
      const until = new Date('2026-06-09T12:00:00Z')
      return (await inTransaction(watched, (tx) => claimReminders(tx, { now: NOW, until, limit: 50 }))).length
    },
  ],
  ['applying events', 10, () => endOldNews(watched, { sandbox: false, now: NOW, limit: 50 })],
  [
    'notifying of products that are back',
    50,
    async () =>
      (await inTransaction(watched, (tx) => takeDueAlerts(tx, { after: 0, products: 1000, limit: 50 }))).due.length,
  ],
]

test.each(runs)('%s reads what is due, and not what is done', async (_, expected, run) => {
  explainer.clear()
  expect(await run()).toBe(expected)
  await explainer.explain()
  expect(explainer.plans.length).toBeGreaterThan(0)
  for (const { query, root } of explainer.plans)
    for (const node of nodesOf(root)) {
      if (!node['Relation Name']) continue
      expect(node['Node Type'], query).not.toBe('Seq Scan')
      expect(rowsRead(node), `${node['Relation Name']}: ${query}`).toBeLessThan(3 * DUE)
    }
})

test('products that buyers wait for are looked at a few at a time, until all were', async () => {
  const found: number[] = []
  let after = 0
  do {
    const taken = await inTransaction(plain, (tx) => takeDueAlerts(tx, { after, products: SOLD_OUT / 2, limit: 1000 }))
    found.push(taken.due.length)
    expect(taken.next === 0 || taken.next > after).toBe(true)
    after = taken.next
  } while (after)
  expect(found.slice(0, 2)).toEqual([0, 0])
  expect(found.slice(2).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0)
  const { rows } = await sql`select from stock_alerts where product_number > ${SOLD_OUT}`.execute(plain)
  expect(rows).toEqual([])
})

test('a word that loses its last product is removed without reading the others', async () => {
  await sql`insert into word_changes (word_number, products) select word_number, -1 from words where word = 'word7'`.execute(
    plain,
  )
  const scanned = await inTransaction(plain, async (tx) => {
    await sql`select count_words()`.execute(tx)
    const { rows } = await sql<{ seq_tup_read: number }>`
      select seq_tup_read from pg_stat_xact_user_tables where relname = 'words'`.execute(tx)
    return rows[0]?.seq_tup_read
  })
  expect(scanned).toBe(0)
  const { rows } = await sql`select from words where word in ('word6', 'word7')`.execute(plain)
  expect(rows).toHaveLength(1)
})

test('guests that are kept are looked at a few at a time, and do not hide the others', async () => {
  const guests = (from: number, to: number) => sql`
    insert into users (is_anonymous, created_at)
      select true, timestamptz '2025-01-01' + number * interval '1 s' from generate_series(${from}::int, ${to}::int) number`
  await guests(1, 120).execute(plain)
  await sql`
    insert into orders (order_number, buyer_id, total_count, products_id, shipping_address, payment_method)
      select 1000000 + row_number() over (), id, 1, '["PRD00001"]', '{}', 'paypal' from users where is_anonymous`.execute(
    plain,
  )
  await guests(121, 130).execute(plain)
  const links = { keptBy: [hasOrders], removeFiles: async () => {} }
  const found: number[] = []
  for (let run = 0; run < 5; run++) found.push(await deleteGuests({ db: plain, ...links, looked: 50 }, NOW, 6))
  // Fifty, fifty, and of the last twenty kept ones and ten others six and four; then from the oldest on.
  expect(found).toEqual([0, 0, 6, 4, 0])
  const { rows } = await sql`select from users where is_anonymous`.execute(plain)
  expect(rows).toHaveLength(120)
})
