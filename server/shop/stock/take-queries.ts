import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/tables.ts'

// Stock is taken in one statement that first locks the rows of all products in the order of their numbers, and takes from
// none of them when one is short: so the response names all short products, and nothing has to be undone.

/** A product that cannot be sold in this quantity. */
export interface Refused {
  product_number: number
  available: number
  /** Set when the quantity exceeds what one order may have. */
  max_per_order: number | null
}

/**
 * Returns two queries, for `with`: `counted`, those of the `wanted` lines whose stock is counted, locked, and `refused`,
 * those that cannot be sold. `wanted` is the name of a query with `product_number`, `quantity` and `reserved`: what the
 * checkout has reserved of it already.
 */
function countedAndRefused(wanted: RawBuilder<unknown>): RawBuilder<unknown> {
  // guard: stock-lock
  const lock = sql`order by product_number for no key update of stock`
  return sql`counted as materialized (
      select product_number, wanted.quantity, wanted.reserved as own, backorder, max_per_order, on_hand, stock.reserved,
        on_hand - stock.reserved + wanted.reserved as available
      from ${wanted} wanted join stock using (product_number) ${lock}
    ), refused as (
      select product_number, greatest(available, 0) as available,
        case when own = 0 and quantity > max_per_order then max_per_order end as max_per_order
      from counted
      where (own = 0 and quantity > max_per_order) or (available < quantity and not backorder)
    )`
}

/**
 * Returns queries, for `with`, that take what is sold from the stock: after those of `countedAndRefused`, `taken` has a row
 * with `on_hand` after that for each line that was taken, and none when one is refused.
 */
export function takeStock(sold: RawBuilder<unknown>): RawBuilder<unknown> {
  // guard: stock-taken-in-place
  const left = sql`stock.on_hand - counted.quantity`
  return sql`${countedAndRefused(sold)}, taken as (
      update stock set on_hand = ${left}, reserved = stock.reserved - own
      from counted
      where stock.product_number = counted.product_number and not exists (select from refused)
      returning stock.product_number, quantity, stock.on_hand
    )`
}

/** SQL that is true when all could be taken; evaluated after it was. */
export const isTaken = sql`
  not exists (select from refused) and (select count(*) from taken) = (select count(*) from counted)`

/** SQL for whether the stock of a product of these lines is counted. `lines` is the name of a query with `product_number`. */
export function isCounted(lines: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from ${lines} line join stock using (product_number))`
}

/** SQL for the refused lines, as JSON; null when there are none. */
export const refusedLines = sql<Refused[] | null>`(select json_agg(refused order by product_number) from refused)`

/** Returns a statement, for `with`, that records what was taken for the order of a query with number and time. */
export function recordSold(placed: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into stock_movements (product_number, change, on_hand_after, reason, order_number, created_at)
    select product_number, -quantity, on_hand, 'sold', order_number, placed_at from ${placed} placed, taken
    order by product_number`
}

/** Returns those of a checkout's lines that could not be sold now, their stock locked. */
export async function findRefused(
  tx: Tx,
  lines: readonly { product_number: number; quantity: number; reserved: number }[],
): Promise<Refused[]> {
  const { rows } = await sql<{ refused: Refused[] | null }>`
    with lines as (
      select product_number, quantity, reserved from unnest(
        ${lines.map((line) => line.product_number)}::bigint[], ${lines.map((line) => line.quantity)}::integer[],
        ${lines.map((line) => line.reserved)}::integer[]
      ) line (product_number, quantity, reserved)
    ), ${countedAndRefused(sql`lines`)}
    select ${refusedLines} as refused`.execute(tx)
  return rows[0]?.refused ?? []
}

/**
 * Returns queries, for `with`, that reserve the lines of a checkout, or none of them: after those of `countedAndRefused`,
 * `taken` has the units that were reserved of each product. From a backorder they take what there is.
 */
export function reserveLines(lines: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${countedAndRefused(lines)}, units as (
      select product_number, case when backorder then least(quantity, greatest(available, 0)) else quantity end as units
      from counted where not exists (select from refused)
    ), taken as (
      update stock set reserved = stock.reserved + units from units
      where stock.product_number = units.product_number
      returning stock.product_number, units
    )`
}
