import { expressionBuilder, type RawBuilder, sql } from 'kysely'
import { prepared } from '../../../db/prepared.ts'
import type { Db, Tables, Tx } from '../../../db/tables.ts'
import { MAX_LINE_QUANTITY } from '../../../shared/cart/constants.ts'
import type { Cart } from '../../../shared/cart/schema.ts'
import { deletionOf } from '../../platform/data/expired-queries.ts'
import { productIdOf } from '../../shop/catalog/products/catalog-changes.ts'
import { visibleProducts } from '../../shop/catalog/products/purchase-queries.ts'

export interface CartLine {
  product_number: number
  quantity: number
}

export function cartLines(userId: string) {
  return expressionBuilder<Tables>()
    .selectFrom('cart_lines')
    .select(['product_number', 'quantity', 'created_at'])
    .where('user_id', '=', userId)
}

/**
 * Returns SQL for the lines of a cart. The user id is wrapped in a subquery so that one generic plan serves all carts.
 */
export function linesOf(userId: string): RawBuilder<unknown> {
  return sql`select product_number, quantity, created_at from cart_lines where user_id = (select ${userId}::uuid)`
}

/** Returns SQL for the lines of several carts, with `user_id`. */
export function linesOfAll(userIds: readonly string[]): RawBuilder<unknown> {
  return sql`
    select user_id, product_number, quantity, created_at from cart_lines where user_id = any((select ${userIds}::uuid[])::uuid[])`
}

/** Returns the buyer's lines, oldest first, including those of deleted products, which the buyer can remove. */
export async function readCart(db: Db | Tx, userId: string): Promise<Cart> {
  const lines = await listCartLines(db, { userId })
  return cartFrom(lines.map(({ product_number, quantity }) => [product_number, quantity]))
}

export const listCartLines = prepared('cart', (db, { userId }: { userId: string }) =>
  sql<CartLine>`
    select product_number, quantity from (${linesOf(userId)}) line order by created_at, product_number`.compile(db),
)

export function cartFrom(lines: readonly (readonly [product_number: number, quantity: number])[]): Cart {
  return Object.fromEntries(lines.map(([productNumber, quantity]) => [productIdOf(productNumber), quantity]))
}

/** Locks the buyer's cart until the transaction ends; creates it if it is missing. */
export async function lockCart(tx: Tx, userId: string, now: Date): Promise<void> {
  await lock(tx, { userId, now })
}

const lock = prepared('cart_lock', (db, { userId, now }: { userId: string; now: Date }) =>
  db
    .insertInto('carts')
    .values({ user_id: userId, updated_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ updated_at: now })) // guard: cart-lock
    .compile(),
)

/** Returns SQL for carts with their versions; one generic plan serves any number of them. */
const versionsOf = (userIds: string[]) => sql`
  select user_id, xmin as version from carts where user_id = any((select ${userIds}::uuid[])::uuid[])`

/** Returns SQL that locks carts, skipping those already locked. */
export function lockedCarts(userIds: string[]): RawBuilder<unknown> {
  // guard: carts-lock
  const lock = sql`for no key update skip locked`
  return sql`${versionsOf(userIds)} order by user_id ${lock}`
}

/**
 * Returns SQL that locks carts in the statement that reads their lines, and selects their `user_id`. A statement reads a
 * snapshot, so carts that another request has changed since are skipped as locked ones are: their versions (PostgreSQL's xmin)
 * differ, as every change of a cart locks and writes its row.
 */
export function currentCarts(userIds: string[]): RawBuilder<unknown> {
  // guard: carts-version
  const isCurrent = sql`locked.version = seen.version`
  return sql`
    select user_id from (${lockedCarts(userIds)}) locked join (${versionsOf(userIds)}) seen using (user_id) where ${isCurrent}`
}

/** Adds to several lines, each up to the limit of a line. */
export function mergeLines(tx: Tx, userId: string, lines: CartLine[], now: Date): Promise<void> {
  const raised = sql<number>`least(cart_lines.quantity + excluded.quantity, ${MAX_LINE_QUANTITY})`
  return putLines(tx, userId, lines, { now, quantity: raised })
}

/** Replaces all lines; remaining ones keep their position. */
export async function replaceLines(tx: Tx, userId: string, lines: CartLine[], now: Date): Promise<void> {
  const numbers = lines.map(({ product_number }) => product_number)
  await tx
    .deleteFrom('cart_lines')
    .where('user_id', '=', userId)
    .where(sql<boolean>`product_number <> all(${numbers}::bigint[])`)
    .execute()
  await putLines(tx, userId, lines, { now, quantity: sql<number>`excluded.quantity` })
}

/** `quantity` is the new quantity of a line that exists already. */
async function putLines(
  tx: Tx,
  userId: string,
  lines: CartLine[],
  { now, quantity }: { now: Date; quantity: RawBuilder<number> },
): Promise<void> {
  if (!lines.length) return
  await tx
    .insertInto('cart_lines')
    .values(lines.map((line) => ({ user_id: userId, ...line, created_at: now })))
    .onConflict((conflict) => conflict.columns(['user_id', 'product_number']).doUpdateSet({ quantity }))
    .execute()
}

/** Returns the products that an earlier merge with this id dropped; undefined if there was none. */
export async function findMerge(tx: Tx, userId: string, mergeId: string): Promise<string[] | undefined> {
  const merge = await tx
    .selectFrom('cart_merges')
    .select('dropped')
    .where('user_id', '=', userId)
    .where('merge_id', '=', mergeId)
    .executeTakeFirst()
  return merge?.dropped
}

export async function insertMerge(tx: Tx, userId: string, mergeId: string, dropped: string[]): Promise<void> {
  await tx.insertInto('cart_merges').values({ user_id: userId, merge_id: mergeId, dropped }).execute()
}

/** Deletes up to `limit` merge records older than a time; returns the count. */
export const deleteMerges = deletionOf(sql`cart_merges`, sql`user_id, merge_id`, sql`created_at`)

/** Returns SQL for the visible products of a cart, product id → quantity, given an expression for the user id. */
export function cartOf(userId: RawBuilder<unknown>): RawBuilder<Record<string, number>> {
  return sql`(
    select coalesce(jsonb_object_agg(product.product_id, line.quantity), '{}')
    from cart_lines as line join (${visibleProducts}) as product using (product_number)
    where line.user_id = ${userId}
  )`
}
