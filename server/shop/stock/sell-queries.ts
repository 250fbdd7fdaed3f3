import { type Insertable, type RawBuilder, sql } from 'kysely'
import { inTransaction } from '../../../db/connect.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Db, Tables, Tx } from '../../../db/tables.ts'
import type { SellableStock } from './sell.ts'

/** Returns SQL that locks the stock of products by ascending number; untracked products have none. */
export function lockedStock(productNumbers: RawBuilder<unknown>): RawBuilder<SellableStock> {
  // guard: stock-lock
  const lock = sql`order by product_number for no key update`
  return sql<SellableStock>`
    select product_number, on_hand, reserved, backorder, max_per_order from stock
    where product_number = any(${productNumbers}) ${lock}`
}

/** Locks the stock of these products until the transaction ends. */
export const lockStockOf = prepared('stock_of', (db, { numbers }: { numbers: number[] }) =>
  lockedStock(sql`${numbers}::bigint[]`).compile(db),
)

/** Releases reservations of expired checkouts on these products; waits for a concurrent release. */
export async function releaseExpired(db: Db, productNumbers: number[], now: Date): Promise<void> {
  await inTransaction(db, (tx) => sql`select release_expired(${productNumbers}::bigint[], ${now})`.execute(tx))
}

type Movement = Omit<Insertable<Tables['stock_movements']>, 'product_number' | 'change' | 'on_hand_after'>

/** Restocks units of an order's products, with a movement; only units sold since tracking began. */
export async function restockUnits(
  tx: Tx,
  back: readonly { product_number: number; units: number }[],
  { reason, order_number, by_user, created_at }: Movement,
): Promise<void> {
  await sql`
    with counted as materialized (
      select product_number, units
      from json_to_recordset(${JSON.stringify(back)}) back (product_number bigint, units integer)
        join stock using (product_number)
      where exists (
        select from stock_movements sold
        where sold.order_number = ${order_number} and sold.product_number = stock.product_number
          and reason = 'sold' and sold.created_at >= counted_since
      )
      order by product_number for no key update of stock
    ), restocked as (
      update stock set on_hand = stock.on_hand + units from counted
      where stock.product_number = counted.product_number
      returning stock.product_number, units, stock.on_hand
    )
    insert into stock_movements (product_number, change, on_hand_after, reason, order_number, by_user, created_at)
    select product_number, units, on_hand, ${reason}, ${order_number}, ${by_user}::uuid, ${created_at} from restocked
    order by product_number`.execute(tx)
}
