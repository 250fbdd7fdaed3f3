import { type AliasableExpression, expressionBuilder, type RawBuilder, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../../../db/tables.ts'
import type { GoodsKind } from '../../../../shared/delivery/constants.ts'
import type { SellerDelivery } from '../../../../shared/delivery/offers.ts'
import { isSelling } from '../../../people/accounts/suspension-queries.ts'
import { deliveryOf } from './card-queries.ts'

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
  seller_id: string
  product_name: string
  /** Exact decimal. */
  product_price: string
  featured_image: string
  quantity: number
  visibility: string
  weight_grams: number | null
  delivery_kind: GoodsKind
}

type CartLines = AliasableExpression<{ product_number: number; quantity: number; created_at: Date }>

/** Decides if a locking statement waits for locked rows or skips them. */
interface Locking {
  waits: boolean
}

/** Returns SQL that locks the products of lines, in an order that avoids deadlocks, and returns both. */
export function lockedProducts<Row extends ProductToOrder>(
  lines: RawBuilder<unknown>,
  { waits }: Locking,
): RawBuilder<Row> {
  // guard: products-in-order
  const order = sql`products.product_number`
  // guard: products-lock
  const lock = sql`for no key update of products ${waits ? sql`` : sql`skip locked`}`
  return sql<Row>`
    select line.*, product_id, seller_id, product_name, product_price::text, featured_image, visibility,
      weight_grams, delivery_kind
    from (${lines}) line join products using (product_number) order by ${order} ${lock}`
}

interface ProductToQuote
  extends Pick<ProductToOrder, 'product_id' | 'seller_id' | 'product_price' | 'weight_grams' | 'delivery_kind'> {
  /** The seller's name. */
  name: string
  handle: string
  delivery: SellerDelivery | null
}

/** Returns visible products; the first of each seller has the seller's delivery. */
export async function listToQuote(db: Db, ids: readonly string[]): Promise<Map<string, ProductToQuote>> {
  const { rows } = await sql<ProductToQuote>`
    with product as materialized (
      select product_id, product_number, seller_id, product_price::text, weight_grams, delivery_kind from products
      where product_id = any(${[...ids]}::text[]) and visibility = 'visible'
    ), seller as materialized (
      select seller_id, name, handle, ${deliveryOf(sql`seller_id`)} as delivery from seller_pages
      where seller_id in (select seller_id from product)
    )
    select product_id, seller_id, product_price, weight_grams, delivery_kind, name, handle,
      case when row_number() over (partition by seller_id order by product_number) = 1 then delivery end as delivery
    from product join seller using (seller_id)`.execute(db)
  return new Map(rows.map((product) => [product.product_id, product]))
}

/** Returns SQL for the day until which a seller is absent, which may have passed; null for none. */
export const absentUntil = (sellerId: RawBuilder<unknown>) => sql<string | null>`(
  select away_until from seller_pages where seller_pages.seller_id = ${sellerId}
)`

/** Returns the products of a cart that have left the shop, with their names. */
export function listGoneProducts(db: Db | Tx, cartLines: CartLines) {
  return db
    .selectFrom(cartLines.as('line'))
    .innerJoin('products', 'products.product_number', 'line.product_number')
    .select(['product_id', 'product_name'])
    .where('visibility', '<>', sql.lit('visible'))
    .orderBy('products.product_number')
    .execute()
}

/** Returns a query for the current products of order lines, including deleted ones. */
export function orderedProducts() {
  return expressionBuilder<Tables>().selectFrom('products').select(['product_number', 'product_id', 'featured_image'])
}

const IN_SHOP = sql<boolean>`visibility = 'visible'`.as('in_shop')

/**
 * Returns the rateable ones of some products, by id. What buyers have received they rate after it was deleted or an admin hid
 * it, but not while all products of its seller are hidden.
 */
export async function listProductsToReview(db: Db | Tx, productIds: readonly string[]) {
  const products = await db
    .selectFrom('products')
    .select(['product_number', 'product_id', 'product_name', 'seller_id', IN_SHOP])
    .where('product_id', '=', sql<string>`any(${productIds}::text[])`)
    .where('visibility', '<>', sql.lit('hidden_with_seller'))
    .where(sql<boolean>`(visibility <> 'hidden_by_admin' or ${isSelling(sql.ref('products.seller_id'))})`)
    .execute()
  return new Map(products.map((product) => [product.product_id, product]))
}

/** Returns ids and names of products, including deleted ones, by number. */
export async function nameProducts(db: Db | Tx, numbers: readonly number[]) {
  const products = await db
    .selectFrom('products')
    .select(['product_number', 'product_id', 'product_name', IN_SHOP])
    .where('product_number', '=', sql<number>`any(${numbers}::bigint[])`)
    .execute()
  return new Map(products.map(({ product_number, ...named }) => [product_number, named]))
}

export const visibleProducts = sql`select product_number, product_id from products where visibility = 'visible'`
