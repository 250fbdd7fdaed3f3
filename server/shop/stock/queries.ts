import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../../db/tables.ts'
import type { CountedStock, Movement, OwnStock } from '../../../shared/stock/schema.ts'
import { countOf } from '../../platform/data/count-queries.ts'

const COLUMNS = ['on_hand', 'reserved', 'low_at', 'backorder', 'max_per_order', 'stock_state'] as const

export type StockRow = Omit<CountedStock, 'counted'>

/** Returns the stock of a product; undefined when it is not tracked. */
export function findStock(db: Db | Tx, productNumber: number): Promise<StockRow | undefined> {
  return stockOf(db, productNumber).executeTakeFirst()
}

/** Locks and returns the stock of a product. */
export function lockStock(tx: Tx, productNumber: number): Promise<StockRow | undefined> {
  return stockOf(tx, productNumber).forNoKeyUpdate().executeTakeFirst()
}

function stockOf(db: Db | Tx, productNumber: number) {
  return db.selectFrom('stock').select(COLUMNS).where('product_number', '=', productNumber)
}

export type StockValues = Pick<StockRow, 'on_hand' | 'low_at' | 'backorder' | 'max_per_order'>

export async function insertStock(
  tx: Tx,
  productNumber: number,
  { on_hand, ...values }: StockValues,
  { now, isFlashSale }: { now: Date; isFlashSale: boolean },
): Promise<void> {
  const flash_start = isFlashSale && on_hand > 0 ? on_hand : null
  await tx
    .insertInto('stock')
    .values({ product_number: productNumber, on_hand, ...values, flash_start, counted_since: now })
    .execute()
}

/** Updates the stock of a locked product. */
export async function updateStock(tx: Tx, productNumber: number, values: StockValues): Promise<void> {
  await tx.updateTable('stock').set(values).where('product_number', '=', productNumber).execute()
}

export async function deleteStock(tx: Tx, productNumber: number): Promise<void> {
  await tx.deleteFrom('stock').where('product_number', '=', productNumber).execute()
}

/** Records why the number on hand changed; ignores a change of 0. */
export async function insertMovement(tx: Tx, movement: Insertable<Tables['stock_movements']>): Promise<void> {
  if (movement.change !== 0) await tx.insertInto('stock_movements').values(movement).execute()
}

export function countMovements(db: Db, productNumber: number): Promise<number> {
  return countOf(db.selectFrom('stock_movements').where('product_number', '=', productNumber))
}

export async function listMovements(
  db: Db,
  productNumber: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<Movement[]> {
  const rows = await db
    .selectFrom('stock_movements')
    .select([
      'change',
      'on_hand_after',
      'reason',
      sql<string | null>`numbered_id('ORD', order_number)`.as('order_id'),
      'created_at',
    ])
    .where('product_number', '=', productNumber)
    .orderBy('movement_number', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}

/** Stores the number on hand at the start of these products' flash sale; clears it at the end. */
export async function setFlashStart(tx: Tx, productNumbers: number[], isFlashSale: boolean): Promise<void> {
  await sql`
    update stock set flash_start = ${isFlashSale ? sql`case when on_hand > 0 then on_hand end` : sql`null`}
    where product_number = any(array(
      select product_number from stock where product_number = any(${productNumbers}::bigint[])
      order by product_number for no key update
    ))`.execute(tx)
}

/** Returns the limits per order of these products, where there is one. */
export async function listOrderLimits(tx: Tx, productNumbers: number[]): Promise<Map<number, number>> {
  const rows = await tx
    .selectFrom('stock')
    .select(['product_number', 'max_per_order'])
    .where(sql<boolean>`product_number = any(${productNumbers}::bigint[])`)
    .where('max_per_order', 'is not', null)
    .execute()
  return new Map(rows.map(({ product_number, max_per_order }) => [product_number, Number(max_per_order)]))
}

/** SQL for the stock of `products.product_number` as its seller and admins see it; null when not tracked. */
export const ownStock = sql<OwnStock | null>`(
  select json_build_object('on_hand', on_hand, 'reserved', reserved, 'stock_state', stock_state)
  from stock where stock.product_number = products.product_number)`

export const scarceStock: RawBuilder<unknown> = sql`
  select product_number, on_hand, reserved, stock_state from stock where stock_state in ('low', 'out')`

export const sellableStock: RawBuilder<unknown> = sql`
  select product_number, not backorder and on_hand - reserved <= 0 as sold_out, max_per_order from stock`

/** Returns the minutes for which a checkout reserves stock. */
export async function readReservationMinutes(db: Db | Tx): Promise<number> {
  const { reservation_minutes } = await db
    .selectFrom('settings')
    .select('reservation_minutes')
    .executeTakeFirstOrThrow()
  return reservation_minutes
}

/** Sets the minutes; the table refuses a number out of bounds. Running checkouts are not changed. */
export async function setReservationMinutes(db: Db, minutes: number): Promise<void> {
  await db
    .updateTable('settings')
    .set((settings) => ({ reservation_minutes: minutes, revision: settings('revision', '+', 1) }))
    .execute()
}
