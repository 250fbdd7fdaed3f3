import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/tables.ts'
import { MAX_VIEW_COUNT, type SellerOrderState, type SellerOrderView } from '../../../shared/fulfilment/constants.ts'
import type { ViewCounts } from '../../../shared/fulfilment/schema.ts'
import { MAX_MATCHES } from '../../../shared/kernel/list-constants.ts'
import { readMatches } from '../../platform/data/match-queries.ts'
import { SHOWN_STATE } from './seller-queries.ts'
import { isFoundBy, type SellerOrderSearch } from './seller-search-queries.ts'

/** A seller, today, and queries for the seller's orders with a lost or missing shipment, and with a return. */
export interface ViewsOf {
  sellerId: string
  today: string
  troubled: RawBuilder<unknown>
  returning: RawBuilder<unknown>
}

/**
 * Returns a query for the order numbers of a view; each branch uses an index. Late orders, which may be all, are
 * limited to the earliest due.
 */
function numbersOf({ sellerId, today, troubled, returning }: ViewsOf, view: SellerOrderView, limit: number | null) {
  const own = (condition: RawBuilder<unknown>) =>
    sql`select order_number from seller_orders where seller_id = ${sellerId}::uuid and ${condition}`
  switch (view) {
    case 'accept':
      return own(sql`state = 'pending'`)
    case 'send':
      return own(sql`state = 'confirmed'`)
    case 'sent':
      return own(sql`state = 'shipped'`)
    case 'done':
      return own(sql`state in ('delivered', 'cancelled', 'returned')`)
    case 'pickup':
      return sql`
        select order_number from order_deliveries join seller_orders using (seller_id, order_number)
        where seller_id = ${sellerId}::uuid and kind = 'pickup' and state in ('pending', 'confirmed', 'shipped')`
    case 'returns':
      // An order may have several returns.
      return sql`select distinct order_number from (${returning}) listed`
    case 'problem':
      return sql`
        ${own(sql`cancel_requested_at is not null`)}
        union (${own(sql`state in ('pending', 'confirmed') and ship_by < ${today}::date`)}
          order by ship_by limit ${limit})
        union ${troubled}`
  }
}

export async function countViews(db: Db, views: ViewsOf): Promise<ViewCounts> {
  const count = (view: SellerOrderView) =>
    sql`(select count(*) from (select from (${numbersOf(views, view, MAX_VIEW_COUNT)}) listed limit ${MAX_VIEW_COUNT}) counted)`
  const { rows } = await sql<ViewCounts>`
    select ${count('accept')} as accept, ${count('send')} as send, ${count('sent')} as sent, ${count('done')} as done,
      ${count('pickup')} as pickup, ${count('returns')} as returns, ${count('problem')} as problem`.execute(db)
  const { pickup, ...counts } = rows[0] ?? { accept: 0, send: 0, sent: 0, done: 0, returns: 0, problem: 0 }
  return { ...counts, ...(pickup && { pickup }) }
}

interface ViewPage {
  view: SellerOrderView
  search: SellerOrderSearch | undefined
  limit: number
  offset: number
}

/** Returns the order numbers of a page of a view, oldest first where action is needed, and their count up to 10,000. */
export async function listView(db: Db, views: ViewsOf, { view, search, ...page }: ViewPage) {
  const order = view === 'done' ? sql`order_number desc` : sql`order_number`
  const query = sql`
    select order_number from (${searchable(numbersOf(views, view, MAX_MATCHES + 1), search)}) searched
    where ${search ? isFoundBy(views.sellerId, search) : sql`true`} order by ${order}`
  const { keys, ...found } = await readMatches(db, query, { ...page, key: sql`order_number`, order })
  return { ...found, numbers: keys.map(Number) }
}

/** Returns a query for the orders that a search covers: all by id, the newest 10,000 by names and products. */
function searchable(listed: RawBuilder<unknown>, search: SellerOrderSearch | undefined): RawBuilder<unknown> {
  if (search?.text === undefined) return listed
  return sql`select order_number from (${listed}) listed order by order_number desc limit ${MAX_MATCHES}`
}

/** The orders in an export; all by default. */
interface Exported {
  view?: SellerOrderView
  state?: SellerOrderState | undefined
  search: SellerOrderSearch | undefined
}

export async function listNumbersAfter(
  db: Db,
  views: ViewsOf,
  { view, state, search, after, limit }: Exported & { after: number; limit: number },
): Promise<number[]> {
  const listed = view
    ? numbersOf(views, view, null)
    : sql`select order_number from seller_orders ${state ? sql`join orders using (order_number)` : sql``}
        where seller_id = ${views.sellerId}::uuid and ${state ? sql`${SHOWN_STATE} = ${state}` : sql`true`}`
  const { rows } = await sql<{ order_number: number }>`
    select order_number from (${searchable(listed, search)}) searched
    where order_number > ${after} and ${search ? isFoundBy(views.sellerId, search) : sql`true`}
    order by order_number limit ${limit}`.execute(db)
  return rows.map(({ order_number }) => order_number)
}
