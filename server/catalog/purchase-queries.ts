import { type AliasableExpression, expressionBuilder, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../db/tables.ts'

/** Returns the numbers of those products among `productIds` that are in the shop. */
export async function findProductNumbers(tx: Tx, productIds: string[]): Promise<Map<string, number>> {
  if (!productIds.length) return new Map()
  const products = await tx
    .selectFrom('products')
    .select(['product_id', 'product_number'])
    .where('product_id', 'in', productIds)
    .where('visibility', '=', sql.lit('visible'))
    .execute()
  return new Map(products.map((product) => [product.product_id, product.product_number]))
}

export interface ProductToOrder {
  product_number: number
  product_id: string
  product_name: string
  /** Exact decimal. */
  product_price: string
  featured_image: string
  quantity: number
  deleted: boolean
}

/** The lines of a cart, as a query to join. */
type CartLines = AliasableExpression<{ product_number: number; quantity: number; created_at: Date }>

/**
 * Returns the products of a cart's lines, locked in the order of their numbers, so that two orders never deadlock.
 */
export function lockProductsToOrder(tx: Tx, cartLines: CartLines): Promise<ProductToOrder[]> {
  return tx
    .selectFrom(cartLines.as('line'))
    .innerJoin('products', 'products.product_number', 'line.product_number')
    .select(['products.product_number', 'product_id', 'product_name', 'product_price', 'featured_image', 'quantity'])
    .select(sql<boolean>`visibility <> 'visible'`.as('deleted'))
    .orderBy('products.product_number') // guard: products-in-order
    .forNoKeyUpdate('products') // guard: products-lock
    .execute()
}

/** Returns the products of a cart's lines that are no longer in the shop, with their names. */
export function listGoneProducts(
  db: Db | Tx,
  cartLines: CartLines,
): Promise<{ product_id: string; product_name: string }[]> {
  return db
    .selectFrom(cartLines.as('line'))
    .innerJoin('products', 'products.product_number', 'line.product_number')
    .select(['product_id', 'product_name'])
    .where('visibility', '<>', sql.lit('visible'))
    .orderBy('products.product_number')
    .execute()
}

/** Raises `total_sales` of each product by the units sold. */
export async function raiseTotalSales(
  tx: Tx,
  sold: readonly { product_number: number; quantity: number }[],
): Promise<void> {
  const numbers = sold.map((line) => line.product_number)
  const quantities = sold.map((line) => line.quantity)
  await sql`
    update products set total_sales = total_sales + sold.quantity
    from unnest(${numbers}::bigint[], ${quantities}::integer[]) sold(product_number, quantity)
    where products.product_number = sold.product_number`.execute(tx)
}

/**
 * Returns a query to join with the lines of orders by `product_number`: what they show of products as they are now, in
 * the shop or not; with `sellerId` that seller's only.
 */
export function orderedProducts(sellerId?: string) {
  return expressionBuilder<Tables>()
    .selectFrom('products')
    .select(['product_number', 'product_id', 'featured_image'])
    .where((row) => (sellerId === undefined ? row.lit(true) : row('seller_id', '=', sellerId)))
}

/** Returns the sellers of products, in the shop or not, by product id. */
export async function listSellersOf(db: Db, productIds: string[]): Promise<Map<string, string>> {
  const products = await db
    .selectFrom('products')
    .select(['product_id', 'seller_id'])
    .where('product_id', '=', sql<string>`any(${productIds}::text[])`)
    .execute()
  return new Map(products.map(({ product_id, seller_id }) => [product_id, seller_id]))
}

/** SQL for the numbers and ids of the products in the shop, to join. */
export const visibleProducts = sql`select product_number, product_id from products where visibility = 'visible'`
