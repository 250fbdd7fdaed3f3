import { sql } from 'kysely'
import type { Db } from '../../../db/tables.ts'
import { SELLER_ORDER_STATES, type SellerOrderState } from '../../../shared/fulfilment/constants.ts'
import { MAX_MATCHES, type SortDirection } from '../../../shared/kernel/list-constants.ts'
import type { SellerOrderSort } from '../../../shared/orders/constants.ts'
import { countOf, isAny } from '../../platform/data/count-queries.ts'
import type { Sorting } from '../../platform/data/paging.ts'
import { inRanges, isFoundBy, type NumberRange, type SellerOrderSearch } from './seller-search-queries.ts'

/** Returns the ids of the sellers of orders, by order number. */
export async function listSellersOf(db: Db, orderNumbers: number[]): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('seller_orders')
    .select(['order_number', 'seller_id'])
    .where('order_number', '=', sql<number>`any(${orderNumbers}::bigint[])`)
    .orderBy('number')
    .execute()
  const sellers = new Map<number, string[]>()
  for (const { order_number, seller_id } of rows)
    sellers.set(order_number, [...(sellers.get(order_number) ?? []), seller_id])
  return sellers
}

export function countSellerOrdersIn(db: Db, sellerId: string, ranges: NumberRange[]): Promise<number> {
  return countOf(db.selectFrom('seller_orders').where('seller_id', '=', sellerId).where(inRanges(ranges)))
}

interface Page {
  ranges: NumberRange[] | undefined
  limit: number
  offset: number
}

export async function listSellerNumbers(
  db: Db,
  sellerId: string,
  { ranges, limit, offset, direction }: Page & { direction: SortDirection },
): Promise<number[]> {
  const page = await db
    .selectFrom('seller_orders')
    .select('order_number')
    .where('seller_id', '=', sellerId)
    .$if(ranges !== undefined, (some) => some.where(inRanges(ranges ?? [])))
    .orderBy('order_number', direction)
    .limit(limit)
    .offset(offset)
    .execute()
  return page.map((row) => row.order_number)
}

/** SQL for the displayed state of a row of `seller_orders` joined with its order; see `shownState`. */
export const SHOWN_STATE = sql<SellerOrderState>`case
  when state_source = 'admin' and is_reversed(order_state) then order_state else state end`

/** SQL for the remaining goods; see `goodsLeft`. */
const GOODS_LEFT = sql`case when is_reversed(order_state) then 0 else goods - cancelled_goods - returned_goods end`

/** States sort in the order of their progress. */
const SORTED_BY = {
  date: { asc: sql`order_number`, desc: sql`order_number desc` },
  state: { asc: sql`place, order_number desc`, desc: sql`place desc, order_number desc` },
  total: { asc: sql`amount, order_number desc`, desc: sql`amount desc, order_number desc` },
}

/** Returns the numbers of a page of a seller's orders, their count, and how many were examined. */
export async function findSellerOrders(
  db: Db,
  sellerId: string,
  {
    search,
    limit,
    offset,
    state,
    sorting,
  }: Pick<Page, 'limit' | 'offset'> & {
    search: SellerOrderSearch | undefined
    state: SellerOrderState | undefined
    sorting: Sorting<SellerOrderSort>
  },
): Promise<{ numbers: number[]; total: number; examined: number }> {
  const place = sorting.sort === 'state' ? sql`array_position(${[...SELLER_ORDER_STATES]}::text[], shown)` : sql`0`
  const amount = sorting.sort === 'total' ? sql`goods` : sql`0`
  const { rows } = await sql<{ numbers: string[]; total: number; examined: number }>`
    with newest as materialized (
      select order_number, ${SHOWN_STATE} as shown, ${GOODS_LEFT} as goods
      from seller_orders join orders using (order_number)
      where seller_id = ${sellerId}::uuid and ${search?.text === undefined && search ? inRanges(search.ranges) : sql`true`}
      order by order_number desc limit ${MAX_MATCHES + 1}
    ), matches as materialized (
      select order_number, ${place} as place, ${amount} as amount from newest searched
      where ${search ? isFoundBy(sellerId, search) : sql`true`} and ${state ? sql`shown = ${state}` : sql`true`}
    )
    select (select count(*) from newest) as examined, (select count(*) from matches) as total, array(
      select order_number from matches order by ${SORTED_BY[sorting.sort][sorting.direction]}
      offset ${offset} limit ${limit}
    ) as numbers`.execute(db)
  const { numbers = [], total = 0, examined = 0 } = rows[0] ?? {}
  return { numbers: numbers.map(Number), total: Math.min(total, MAX_MATCHES), examined }
}

/** Returns whether any of the seller's orders is delivered by a method. */
export const hasDeliveries = (db: Db, sellerId: string): Promise<boolean> =>
  isAny(db.selectFrom('order_deliveries').where('seller_id', '=', sellerId))
