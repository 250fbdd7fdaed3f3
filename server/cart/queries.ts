import { sql } from 'kysely'
import type { Db, Tx } from '../../db/tables.ts'
import { MAX_LINE_QUANTITY } from '../../shared/cart/constants.ts'
import type { Cart } from '../../shared/cart/schema.ts'

/**
 * The buyer's lines, oldest first. Lines of products that were deleted meanwhile are among them: they take room and stop
 * an order, so their owner must see them to remove them.
 */
export async function readCart(db: Db | Tx, userId: string): Promise<Cart> {
  const lines = await db
    .selectFrom('cart_lines')
    .innerJoin('products', 'products.product_number', 'cart_lines.product_number')
    .select(['products.product_id', 'cart_lines.quantity'])
    .where('cart_lines.user_id', '=', userId)
    .orderBy('cart_lines.created_at')
    .orderBy('cart_lines.product_number')
    .execute()
  return Object.fromEntries(lines.map((line) => [line.product_id, line.quantity]))
}

/** Locks the buyer's cart, making it when there is none: from here on everything that happens to it waits. */
export async function lockCart(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .insertInto('carts')
    .values({ user_id: userId, updated_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ updated_at: now }))
    .execute()
}

/** The numbers of those products among `productIds` that can be bought. */
export async function findProductNumbers(tx: Tx, productIds: string[]): Promise<Map<string, number>> {
  if (!productIds.length) return new Map()
  const products = await tx
    .selectFrom('products')
    .select(['product_id', 'product_number'])
    .where('product_id', 'in', productIds)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(products.map((product) => [product.product_id, product.product_number]))
}

/** Raises a line by `quantity`; answers false when it would hold more than a line may. */
export async function addToLine(
  tx: Tx,
  userId: string,
  productNumber: number,
  quantity: number,
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('cart_lines')
    .values({ user_id: userId, product_number: productNumber, quantity, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'product_number'])
        .doUpdateSet({ quantity: sql`cart_lines.quantity + excluded.quantity` })
        .where(sql<boolean>`cart_lines.quantity + excluded.quantity <= ${MAX_LINE_QUANTITY}`),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Sets a line to `quantity`, making it when there is none. */
export async function setLine(
  tx: Tx,
  userId: string,
  productNumber: number,
  quantity: number,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('cart_lines')
    .values({ user_id: userId, product_number: productNumber, quantity, created_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'product_number']).doUpdateSet({ quantity }))
    .execute()
}

/** Adds to several lines at once, each up to the limit of a line. */
export async function mergeLines(
  tx: Tx,
  userId: string,
  lines: { product_number: number; quantity: number }[],
  now: Date,
): Promise<void> {
  if (!lines.length) return
  await tx
    .insertInto('cart_lines')
    .values(lines.map((line) => ({ user_id: userId, ...line, created_at: now })))
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'product_number']).doUpdateSet({
        quantity: sql`least(cart_lines.quantity + excluded.quantity, ${MAX_LINE_QUANTITY})`,
      }),
    )
    .execute()
}

/** Removes the line of a product, deleted ones included. */
export async function removeLine(tx: Tx, userId: string, productId: string): Promise<void> {
  await tx
    .deleteFrom('cart_lines')
    .where('user_id', '=', userId)
    .where('product_number', 'in', (products) =>
      products.selectFrom('products').select('product_number').where('product_id', '=', productId),
    )
    .execute()
}

/** Empties a cart. */
export async function removeAllLines(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('cart_lines').where('user_id', '=', userId).execute()
}

/** Whether the order is the buyer's own. */
export async function hasOrder(db: Db, buyerId: string, orderId: string): Promise<boolean> {
  const order = await db
    .selectFrom('orders')
    .select('order_id')
    .where('order_id', '=', orderId)
    .where('buyer_id', '=', buyerId)
    .executeTakeFirst()
  return order !== undefined
}

/** How many lines a cart has. */
export async function countLines(tx: Tx, userId: string): Promise<number> {
  const { lines } = await tx
    .selectFrom('cart_lines')
    .select((count) => count.fn.countAll<number>().as('lines'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return lines
}

/** What an earlier merge with the same id dropped, if there was one. */
export async function findMerge(tx: Tx, userId: string, mergeId: string): Promise<string[] | undefined> {
  const merge = await tx
    .selectFrom('cart_merges')
    .select('dropped')
    .where('user_id', '=', userId)
    .where('merge_id', '=', mergeId)
    .executeTakeFirst()
  return merge?.dropped
}

/** Notes that a merge was applied, and which of its lines were for unknown products. */
export async function insertMerge(tx: Tx, userId: string, mergeId: string, dropped: string[]): Promise<void> {
  await tx.insertInto('cart_merges').values({ user_id: userId, merge_id: mergeId, dropped }).execute()
}
