import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/tables.ts'
import { MAX_MATCHES } from '../../shared/kernel/list-constants.ts'
import type { OrderState } from '../../shared/orders/constants.ts'
import { orderNumbersMatching } from '../../shared/orders/rules.ts'
import { accountContains } from '../accounts/admin-queries.ts'
import { inRanges } from './seller-queries.ts'

/** A search for a buyer that more accounts match than can be listed is applied to this many orders, the newest. */
const ORDERS_SCANNED = 100_000

/** What must be true of an order, besides part of its id. */
export interface OrderConditions {
  /** Part of the id, in capitals; empty for any. */
  part: string
  /** The accounts that the search for a buyer found, or its text when they are too many. */
  buyers?: string[] | { text: string }
  state?: OrderState
  /** From the one time until before the other. */
  from?: Date
  until?: Date
  /** Exact decimals. */
  min?: string
  max?: string
}

/** Returns the numbers of a page of the orders that meet the conditions, newest first, and their count up to a maximum. */
export async function findOrderNumbers(
  db: Db,
  conditions: OrderConditions,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ total: number; total_is_exact: boolean; numbers: number[] }> {
  const scansNewest = conditions.buyers !== undefined && !Array.isArray(conditions.buyers)
  const { rows } = await sql<{ total: number; numbers: number[] }>`
    with matches as materialized (
      select order_number, created_at from ${scansNewest ? newestOrders : sql`orders`}
      where ${meets(conditions)}
      order by created_at desc, order_number desc limit ${MAX_MATCHES + 1}
    )
    select (select count(*) from matches) as total, array(
      select order_number from matches order by created_at desc, order_number desc
      offset ${offset} limit ${Math.max(0, Math.min(limit, MAX_MATCHES - offset))}
    ) as numbers`.execute(db)
  const { total = 0, numbers = [] } = rows[0] ?? {}
  return { total: Math.min(total, MAX_MATCHES), total_is_exact: total <= MAX_MATCHES && !scansNewest, numbers }
}

const newestOrders = sql`(
  select order_number, created_at, total_count, order_state, buyer_id from orders
  order by created_at desc, order_number desc limit ${ORDERS_SCANNED}
) newest`

/** Returns SQL for whether an order meets the conditions. */
export function meets({ part, buyers, state, from, until, min, max }: OrderConditions): RawBuilder<boolean> {
  const all = [sql`true`]
  if (Array.isArray(buyers)) all.push(sql`buyer_id = any(${buyers}::uuid[])`)
  else if (buyers) all.push(accountContains(sql`buyer_id`, buyers.text))
  if (state) all.push(sql`order_state = ${state}`)
  if (from) all.push(sql`created_at >= ${from}`)
  if (until) all.push(sql`created_at < ${until}`)
  if (min !== undefined) all.push(sql`total_count >= ${min}::numeric`)
  if (max !== undefined) all.push(sql`total_count <= ${max}::numeric`)
  // Computed from the number, which the indexes have.
  if (part) all.push(sql`numbered_id('ORD', order_number) like ${`%${part}%`}`)
  if (part.startsWith('ORD')) all.push(inRanges(orderNumbersMatching(part)))
  return sql<boolean>`${sql.join(all, sql` and `)}`
}
