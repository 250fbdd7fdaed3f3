import { sql } from 'kysely'
import { advisoryLocks } from '../db/advisory-locks.ts'
import type { Db, Tables, Tx } from '../db/tables.ts'
import type { DemoSeller } from './accounts.ts'
import type { SellerOrderRow } from './fulfilment.ts'

const INSERT_TIMEOUT = '5min'

/** Runs `work` on one connection that locks the database against other loads; returns its result. */
export function withFillingLock<T>(db: Db, work: (session: Db) => Promise<T>): Promise<T> {
  return db.connection().execute(async (session) => {
    await sql`select set_config('statement_timeout', '0', false), set_config('lock_timeout', '0', false)`.execute(
      session,
    )
    try {
      await sql`select pg_advisory_lock(${advisoryLocks.filling})`.execute(session)
      return await work(session)
    } finally {
      await sql`select pg_advisory_unlock(${advisoryLocks.filling})`.execute(session)
      await sql`reset statement_timeout`.execute(session)
      await sql`reset lock_timeout`.execute(session)
    }
  })
}

/** Raises the transaction's timeouts for bulk inserts and the generation of rows between them. */
export async function allowLongStatements(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = ${sql.lit(INSERT_TIMEOUT)}`.execute(tx)
  await sql`set local idle_in_transaction_session_timeout = ${sql.lit(INSERT_TIMEOUT)}`.execute(tx)
}

/** Returns whether the database ever had a product, or has buyers or sellers; it then gets no demo. */
export async function isSeeded(db: Db): Promise<boolean> {
  const { rows } = await sql<{ seeded: boolean }>`
    select (select is_called or last_value > 1 from product_numbers)
      or exists (select from users where role <> 'admin') as seeded`.execute(db)
  return rows[0]?.seeded ?? false
}

/**
 * Throws an Error with instructions when `npm run demo` was interrupted: indexes, constraints and figures are then
 * missing.
 */
export async function requireFinishedLoad(db: Db): Promise<void> {
  const { rows } = await sql<{ loading: boolean }>`select to_regclass('demo_load') is not null as loading`.execute(db)
  if (rows[0]?.loading)
    throw new Error(
      '`npm run demo` is filling this database, or was interrupted: run it again, it goes on where it stopped',
    )
}

export function readPasswordHashes(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'password_hash'])
    .where('id', 'in', ids)
    .where('password_hash', 'is not', null)
    .orderBy('email')
    .execute()
}

export async function insertRows(tx: Tx, table: keyof Tables, rows: readonly object[]): Promise<void> {
  if (rows.length)
    await tx
      .insertInto(table)
      .values(rows as never)
      .execute()
}

/** Inserts rows; returns their numbers. */
export async function insertNumbered(
  tx: Tx,
  table: keyof Tables,
  rows: readonly object[],
  number: string,
): Promise<unknown[]> {
  if (!rows.length) return []
  const insert = tx
    .insertInto(table)
    .values(rows as never)
    .returning(number as never)
  return ((await insert.execute()) as Record<string, unknown>[]).map((row) => row[number])
}

/** Updates the seller orders, which a trigger has created with the order lines. */
export async function updateSellerOrders(tx: Tx, sellerOrders: readonly SellerOrderRow[]): Promise<void> {
  await sql`update order_events set announced = true, mail_due = false`.execute(tx)
  await sql`
    update seller_orders seller_order set state = row.state, cancel_requested_at = row.cancel_requested_at,
      cancel_note = row.cancel_note, confirmed_at = row.confirmed_at, shipped_at = row.shipped_at,
      delivered_at = row.delivered_at, ended_at = row.ended_at
    from jsonb_populate_recordset(null::seller_orders, ${JSON.stringify(sellerOrders)}) row
    where seller_order.order_number = row.order_number and seller_order.seller_id = row.seller_id`.execute(tx)
}

/** Sets the next product and order numbers. Restarting a sequence is transactional. */
export async function continueAfter(tx: Tx, { products, orders }: { products: number; orders: number }): Promise<void> {
  await sql`alter sequence product_numbers restart`.execute(tx)
  await sql`alter sequence order_numbers restart`.execute(tx)
  await sql`select setval('product_numbers', ${products}), setval('order_numbers', ${orders})`.execute(tx)
}

/** Inserts confirmed accounts with email identities; skips existing addresses. */
export async function insertUsers(tx: Tx, users: readonly object[]): Promise<void> {
  await sql`
    with inserted as (
      insert into users
        (id, email, password_hash, role, user_metadata, email_confirmed_at, created_at, updated_at)
      select id, email, password_hash, role, user_metadata, created_at, created_at, created_at
      from jsonb_populate_recordset(null::users, ${JSON.stringify(users)})
      on conflict do nothing
      returning id, email, user_metadata, created_at
    )
    insert into identities (user_id, provider, provider_id, identity_data, created_at, updated_at)
    select id, 'email', id::text,
      user_metadata || jsonb_build_object('sub', id, 'email', email, 'email_verified', false, 'phone_verified', false),
      created_at, created_at
    from inserted`.execute(tx)
}

export async function describeSeller(
  tx: Tx,
  seller_id: string,
  page: DemoSeller['page'] & { awning: number },
): Promise<void> {
  await tx.updateTable('seller_pages').set(page).where('seller_id', '=', seller_id).execute()
}

/** Updates statistics and visibility maps, as autovacuum would some minutes later. */
export async function analyze(db: Db): Promise<void> {
  await sql`vacuum (analyze) users, products, product_search, orders, order_lines, seller_orders,
    order_events, shipments, shipment_lines, order_returns, order_return_lines, day_sums, product_sums, figure_changes, stock,
    stock_movements, reviews, product_ratings, seller_ratings, conversations, conversation_messages,
    conversation_sides`.execute(db)
}
