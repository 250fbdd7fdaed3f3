import { sql } from 'kysely'
import type { Db, Tx } from '../../db/tables.ts'
import { MAX_LINE_QUANTITY } from '../../shared/cart/constants.ts'
import type { Cart } from '../../shared/cart/schema.ts'

/** The buyer's lines, oldest first; lines of products that were deleted meanwhile are left out. */
export async function readCart(db: Db | Tx, userId: string): Promise<Cart> {
  const lines = await db
    .selectFrom('cart_lines')
    .innerJoin('products', 'products.product_number', 'cart_lines.product_number')
    .select(['products.product_id', 'cart_lines.quantity'])
    .where('cart_lines.user_id', '=', userId)
    .where('products.deleted_at', 'is', null)
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
export async function findProductNumbers(db: Db | Tx, productIds: string[]): Promise<Map<string, number>> {
  if (!productIds.length) return new Map()
  const products = await db
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

/** Removes the line of a product, deleted ones included. */
export async function removeLine(db: Db | Tx, userId: string, productId: string): Promise<void> {
  await db
    .deleteFrom('cart_lines')
    .where('user_id', '=', userId)
    .where('product_number', 'in', (products) =>
      products.selectFrom('products').select('product_number').where('product_id', '=', productId),
    )
    .execute()
}

export async function removeAllLines(db: Db | Tx, userId: string): Promise<void> {
  await db.deleteFrom('cart_lines').where('user_id', '=', userId).execute()
}

/** Removes the lines that were in the cart before the order was placed; later ones stay. */
export async function removeLinesOlderThan(db: Db | Tx, userId: string, time: Date): Promise<void> {
  await db.deleteFrom('cart_lines').where('user_id', '=', userId).where('created_at', '<', time).execute()
}

/** When the buyer's own order was placed. */
export async function findOrderTime(tx: Tx, buyerId: string, orderId: string): Promise<Date | undefined> {
  const order = await tx
    .selectFrom('orders')
    .select('created_at')
    .where('order_id', '=', orderId)
    .where('buyer_id', '=', buyerId)
    .executeTakeFirst()
  return order?.created_at
}

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

export async function insertMerge(tx: Tx, userId: string, mergeId: string, dropped: string[]): Promise<void> {
  await tx.insertInto('cart_merges').values({ user_id: userId, merge_id: mergeId, dropped }).execute()
}
