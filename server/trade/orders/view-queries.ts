import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/tables.ts'
import { MAX_VIEW_COUNT, type SellerOrderState, type SellerOrderView } from '../../../shared/fulfilment/constants.ts'
import type { ViewCounts } from '../../../shared/fulfilment/schema.ts'
import { MAX_MATCHES } from '../../../shared/kernel/list-constants.ts'
import { SHOWN_STATE } from './seller-queries.ts'
import { isFoundBy, type SellerOrderSearch } from './seller-search-queries.ts'

/** A seller, today, and queries for the numbers of the seller's orders with a shipment that is lost or missing, and with a return. */
export interface ViewsOf {
  sellerId: string
  today: string
  troubled: RawBuilder<unknown>
  returning: RawBuilder<unknown>
}

/**
 * Returns a query for the numbers of a view's orders; each part of it is read by an index. Of the late ones, which may be
 * all, it has those that were due first, so many as can be shown or counted.
 */
function numbersOf(
  { sellerId, today, troubled, returning }: ViewsOf,
  view: SellerOrderView,
  limit: number | null,
): RawBuilder<unknown> {
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
    case 'returns':
      // An order may have several.
      return sql`select distinct order_number from (${returning}) listed`
    case 'problem':
      return sql`
        ${own(sql`cancel_requested_at is not null`)}
        union (${own(sql`state in ('pending', 'confirmed') and ship_by < ${today}::date`)}
          order by ship_by limit ${limit})
        union ${troubled}`
  }
}

/** Returns how many seller orders each view of a seller has, up to 1,000. */
export async function countViews(db: Db, views: ViewsOf): Promise<ViewCounts> {
  const count = (view: SellerOrderView) =>
    sql`(select count(*) from (select from (${numbersOf(views, view, MAX_VIEW_COUNT)}) listed limit ${MAX_VIEW_COUNT}) counted)`
  const { rows } = await sql<ViewCounts>`
    select ${count('accept')} as accept, ${count('send')} as send, ${count('sent')} as sent, ${count('done')} as done,
      ${count('returns')} as returns, ${count('problem')} as problem`.execute(db)
  return rows[0] ?? { accept: 0, send: 0, sent: 0, done: 0, returns: 0, problem: 0 }
}

interface ViewPage {
  view: SellerOrderView
  search: SellerOrderSearch | undefined
  limit: number
  offset: number
}

/** Returns the numbers of a page of a view, the oldest first where something is to be done, and their count up to 10,000. */
export async function listView(
  db: Db,
  views: ViewsOf,
  { view, search, limit, offset }: ViewPage,
): Promise<{ numbers: number[]; total: number; total_is_exact: boolean }> {
  const direction = view === 'done' ? sql`desc` : sql`asc`
  const within = Math.max(0, Math.min(limit, MAX_MATCHES - offset))
  // Read once, for both.
  const { rows } = await sql<{ numbers: string[]; total: number }>`
    with matches as materialized (
      select order_number from (${searchable(numbersOf(views, view, MAX_MATCHES + 1), search)}) searched
      where ${search ? isFoundBy(views.sellerId, search) : sql`true`}
      order by order_number ${direction} limit ${MAX_MATCHES + 1}
    )
    select (select count(*) from matches) as total, array(
      select order_number from matches order by order_number ${direction} offset ${offset} limit ${within}
    ) as numbers`.execute(db)
  const { numbers = [], total = 0 } = rows[0] ?? {}
  // The driver returns arrays of numbers as text.
  return { numbers: numbers.map(Number), total: Math.min(total, MAX_MATCHES), total_is_exact: total <= MAX_MATCHES }
}

/** Returns a query for the orders of a list in which a search looks: by names and products in the newest 10,000. */
function searchable(listed: RawBuilder<unknown>, search: SellerOrderSearch | undefined): RawBuilder<unknown> {
  if (search?.text === undefined) return listed
  return sql`select order_number from (${listed}) listed order by order_number desc limit ${MAX_MATCHES}`
}

/** Which orders of a seller a file has; all by default. */
interface Exported {
  view?: SellerOrderView
  state?: SellerOrderState | undefined
  search: SellerOrderSearch | undefined
}

/** Returns the next numbers of a seller's orders after one, lowest first. */
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
