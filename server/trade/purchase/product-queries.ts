import { type RawBuilder, sql } from 'kysely'
import { prepared } from '../../../db/prepared.ts'
import type { Tx } from '../../../db/tables.ts'
import {
  type Locking,
  lockedProducts,
  type OrderedProduct,
  type OrderedProducts,
  orderedProductsLocked,
  type ProductToOrder,
} from '../../shop/catalog/products/purchase-queries.ts'
import type { SellableStock } from '../../shop/stock/sell.ts'
import { lockedStock } from '../../shop/stock/sell-queries.ts'
import { linesOfAll } from '../cart/queries.ts'

// Lock order: carts and checkouts (see `queries.ts`), then products by number, then their stock.

export interface CartProduct extends ProductToOrder {
  buyer_id: string
  /** The number of lines of the buyer's cart. */
  in_cart: number
}

const cartsToSell = (buyerIds: string[]) => sql`
  select user_id as buyer_id, (count(*) over (partition by user_id))::integer as in_cart, product_number, quantity, created_at
  from (${linesOfAll(buyerIds)}) line`

/** Locks the products of locked carts, and returns the carts' lines, including those of deleted products. */
export const lockCartProducts = prepared('purchase_products', (db, { buyerIds }: { buyerIds: string[] }) =>
  lockedProducts<CartProduct>(cartsToSell(buyerIds), { waits: true }).compile(db),
)

/** Locks unlocked products of the carts with their stock, and returns the same for these. */
export async function lockFreeProducts(
  tx: Tx,
  buyerIds: string[],
): Promise<{ products: CartProduct[]; stock: SellableStock[] }> {
  const products = await freeProducts(tx, { buyerIds })
  return { products, stock: stockIn(products) }
}

const freeProducts = prepared('purchase_free_products', (db, { buyerIds }: { buyerIds: string[] }) =>
  sql<CartProduct & MaybeCounted>`${withStock(lockedProducts(cartsToSell(buyerIds), { waits: false }))}`.compile(db),
)

/** Locks products and their stock; without waiting, skips locked ones. */
export async function lockOrdered(
  tx: Tx,
  numbers: number[],
  { waits }: Locking,
): Promise<{ products: OrderedProducts; stock: SellableStock[] }> {
  const rows = await (waits ? ordered : freeOrdered)(tx, { numbers })
  return { products: new Map(rows.map((row) => [row.product_number, row])), stock: stockIn(rows) }
}

const orderedWith = (name: string, locking: Locking) =>
  prepared(name, (db, { numbers }: { numbers: number[] }) =>
    sql<OrderedProduct & MaybeCounted>`${withStock(orderedProductsLocked(numbers, locking))}`.compile(db),
  )
const ordered = orderedWith('purchase_ordered', { waits: true })
const freeOrdered = orderedWith('purchase_free_ordered', { waits: false })

type MaybeCounted = SellableStock | { product_number: number; on_hand: null }

/** Returns SQL that locks products, then their stock, and returns both by number; untracked products have no stock. */
function withStock(products: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    with product as materialized (${products}),
    counted as materialized (${lockedStock(sql`array(select product_number from product)`)})
    select * from product left join counted using (product_number) order by product_number`
}

const stockIn = (rows: readonly MaybeCounted[]): SellableStock[] => [
  ...new Map(rows.flatMap((row) => (row.on_hand === null ? [] : [[row.product_number, row]]))).values(),
]
