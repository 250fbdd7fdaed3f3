import { sql } from 'kysely'
import type { Role } from '../../shared/accounts/constants.ts'
import { advisoryLocks } from '../advisory-locks.ts'
import type { Db, Tx } from '../tables.ts'
import type { LineRow, OrderRow } from './generate-orders.ts'
import type { StoredPicture } from './pictures.ts'
import type { ReviewRow } from './reviews.ts'
import type { MovementRow, StockRow } from './stock.ts'

const INSERT_TIMEOUT = '5min'

export interface UserRow {
  id: string
  email: string
  /** Null for accounts that are never used to sign in. */
  password_hash: string | null
  role: Role
  user_metadata: { display_name: string; avatar_url?: string }
  created_at: Date
}

export interface ProductRow {
  product_number: number
  seller_id: string
  product_name: string
  /** Dollars with two decimals. */
  product_price: string
  featured_image: string
  other_images: string[]
  product_desc: string
  product_category: readonly string[]
  total_sales: number
  flash_sale: boolean
  created_at: Date
}

/** Returns what `work` returns, which runs on one connection while no other process fills this database. */
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

/** Raises the transaction's timeouts for bulk inserts, and for creating rows between them. */
export async function allowLongStatements(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = ${sql.lit(INSERT_TIMEOUT)}`.execute(tx)
  await sql`set local idle_in_transaction_session_timeout = ${sql.lit(INSERT_TIMEOUT)}`.execute(tx)
}

/** Returns the highest numbers used so far. */
export async function readCounters(db: Db): Promise<{ product: number; order: number }> {
  const rows = await db.selectFrom('counters').select(['name', 'last_number']).execute()
  const of = (name: 'product' | 'order') => Number(rows.find((row) => row.name === name)?.last_number ?? 0)
  return { product: of('product'), order: of('order') }
}

/** Returns whether there are accounts other than those of admins, which the operator makes before the first start. */
export async function hasUsers(db: Db): Promise<boolean> {
  const found = await db.selectFrom('users').select('id').where('role', '<>', 'admin').limit(1).executeTakeFirst()
  return found !== undefined
}

/** Raises a counter to the highest number used. */
export async function raiseCounter(tx: Tx, name: 'product' | 'order', last_number: number): Promise<void> {
  await tx.updateTable('counters').set({ last_number }).where('name', '=', name).execute()
  // The demo's buyers get no mails about orders of the past.
  if (name === 'order') await tx.updateTable('order_mails').set({ last_order_number: last_number }).execute()
}

/** Inserts rows for the files of products' pictures, owned by the sellers. */
export async function insertPictures(tx: Tx, pictures: readonly StoredPicture[]): Promise<void> {
  await sql`
    insert into storage_objects (bucket_id, name, owner_id, blob, size, mimetype, cache_control, content_hash, width)
    select 'products', picture.name, seller_id, 'products/' || picture.name, picture.size, 'image/webp',
      'public, max-age=3600, must-revalidate', picture.content_hash, picture.width
    from jsonb_to_recordset(${JSON.stringify(pictures)}) picture(name text, size bigint, content_hash text, width integer)
    join products on product_id = split_part(picture.name, '/', 1)
    on conflict do nothing`.execute(tx)
}

/** Inserts confirmed accounts with their email identities; existing addresses are skipped. */
export async function insertUsers(tx: Tx, users: readonly UserRow[]): Promise<void> {
  await sql`
    with inserted as (
      insert into users
        (id, email, password_hash, role, user_metadata, email_confirmed_at, created_at, updated_at)
      select id, email, password_hash, role, user_metadata, created_at, created_at, created_at
      from jsonb_to_recordset(${JSON.stringify(users)}::jsonb)
        as row(id uuid, email text, password_hash text, role text, user_metadata jsonb, created_at timestamptz)
      on conflict do nothing
      returning id, email, user_metadata, created_at
    )
    insert into identities (user_id, provider, provider_id, identity_data, created_at, updated_at)
    select id, 'email', id::text,
      user_metadata || jsonb_build_object('sub', id, 'email', email, 'email_verified', false, 'phone_verified', false),
      created_at, created_at
    from inserted`.execute(tx)
}

/** Writes what sellers say about themselves on their pages, which were opened with their accounts. */
export async function describeSellers(tx: Tx, texts: readonly { seller_id: string; about: string }[]): Promise<void> {
  for (const { seller_id, about } of texts)
    await tx.updateTable('seller_pages').set({ about }).where('seller_id', '=', seller_id).execute()
}

/** Inserts products, visible in the shop. */
export async function insertProducts(tx: Tx, products: readonly ProductRow[]): Promise<void> {
  await sql`
    insert into products
      (product_number, seller_id, product_name, product_price, featured_image, other_images, product_desc,
       product_category, total_sales, flash_sale, created_at, updated_at)
    select product_number, seller_id, product_name, product_price, featured_image, other_images, product_desc,
      array(select jsonb_array_elements_text(product_category)), total_sales, flash_sale, created_at, created_at
    from jsonb_to_recordset(${JSON.stringify(products)}::jsonb) as row(
      product_number bigint, seller_id uuid, product_name text, product_price numeric, featured_image text,
      other_images jsonb, product_desc text, product_category jsonb, total_sales bigint, flash_sale boolean,
      created_at timestamptz)`.execute(tx)
}

/** Inserts orders. */
export async function insertOrders(tx: Tx, orders: readonly OrderRow[]): Promise<void> {
  await sql`
    insert into orders
      (order_number, buyer_id, order_state, total_count, products_id, shipping_address, payment_method, created_at)
    select order_number, buyer_id, order_state, total_count, products_id, shipping_address, payment_method, created_at
    from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) as row(
      order_number bigint, buyer_id uuid, order_state text, total_count numeric, products_id jsonb,
      shipping_address jsonb, payment_method text, created_at timestamptz)`.execute(tx)
}

/** Inserts the lines of existing orders. */
export async function insertOrderLines(tx: Tx, lines: readonly LineRow[]): Promise<void> {
  await sql`
    insert into order_lines (
      order_number, line_number, product_number, product_name, unit_price, quantity, cancelled, sent, returned_units
    )
    select order_number, line_number, product_number, product_name, unit_price, quantity, cancelled, sent, returned_units
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as row(
      order_number bigint, line_number smallint, product_number bigint, product_name text, unit_price numeric,
      quantity integer, cancelled smallint, sent smallint, returned_units smallint)`.execute(tx)
}

/** Inserts the stock of products. */
export async function insertStock(tx: Tx, stock: readonly StockRow[]): Promise<void> {
  await sql`
    insert into stock (product_number, on_hand, backorder, low_at, flash_start, counted_since)
    select product_number, on_hand, backorder, low_at, flash_start, counted_since
    from jsonb_to_recordset(${JSON.stringify(stock)}::jsonb) as row(
      product_number bigint, on_hand integer, backorder boolean, low_at integer, flash_start integer,
      counted_since timestamptz)`.execute(tx)
}

/** Inserts movements of stock, numbered in this order. */
export async function insertMovements(tx: Tx, movements: readonly MovementRow[]): Promise<void> {
  await sql`
    insert into stock_movements (product_number, change, on_hand_after, reason, order_number, by_user, created_at)
    select product_number, change, on_hand_after, reason, order_number, by_user, created_at
    from rows from (jsonb_to_recordset(${JSON.stringify(movements)}::jsonb) as (
      product_number bigint, change integer, on_hand_after integer, reason text, order_number bigint, by_user uuid,
      created_at timestamptz)) with ordinality as row(
      product_number, change, on_hand_after, reason, order_number, by_user, created_at, place)
    order by place`.execute(tx)
}

/** Inserts reviews, numbered in this order. */
export async function insertReviews(tx: Tx, reviews: readonly ReviewRow[]): Promise<void> {
  await sql`
    insert into reviews (
      product_number, seller_id, buyer_id, rating, review_text, answer_text, answered_at, first_answered_at, created_at
    )
    select product_number, seller_id, buyer_id, rating, review_text, answer_text, answered_at, answered_at, created_at
    from jsonb_to_recordset(${JSON.stringify(reviews)}::jsonb) as row(
      product_number bigint, seller_id uuid, buyer_id uuid, rating smallint, review_text text, answer_text text,
      answered_at timestamptz, created_at timestamptz)
    order by created_at`.execute(tx)
}

/** Updates the statistics and visibility maps of the tables, as autovacuum would some minutes later. */
export async function analyze(db: Db): Promise<void> {
  await sql`vacuum (analyze) users, products, product_listings, category_sets, orders, order_lines, seller_orders,
    order_events, shipments, shipment_lines, order_returns, order_return_lines, seller_days, order_days, product_reversals, stock,
    stock_movements, reviews, product_ratings, seller_ratings, conversations, conversation_messages,
    conversation_sides`.execute(db)
}
