import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/tables.ts'
import type { AdminOrderSort, OrderProblem, OrderState } from '../../../shared/orders/constants.ts'
import { orderNumbersMatching } from '../../../shared/orders/rules.ts'
import { accountContains } from '../../people/accounts/admin-queries.ts'
import { suspendedAccounts } from '../../people/accounts/lookup-queries.ts'
import { withinDays } from '../../platform/data/condition-queries.ts'
import { readMatches } from '../../platform/data/match-queries.ts'
import type { SortedPage, Sorting } from '../../platform/data/paging.ts'
import { DISPUTED_ORDERS, UNPAID_ORDERS } from '../payments/order-payment-queries.ts'
import { REMINDED_OR_NOT } from './due-queries.ts'
import { inRanges } from './seller-search-queries.ts'

/** A buyer search that matches too many accounts is applied to this many of the newest orders. */
const ORDERS_SCANNED = 100_000

/** The conditions of a list of orders. */
export interface OrderConditions {
  /** Part of the id, in capitals; empty for any. */
  part: string
  /** The accounts that the buyer search found, or its text when they are too many. */
  buyers?: string[] | { text: string }
  state?: OrderState
  /** First and last day, inclusive. */
  from?: string
  to?: string
  /** Exact decimals. */
  min?: string
  max?: string
  /** A query for order numbers to restrict the list to. */
  among?: RawBuilder<unknown>
}

/** Each sort order has an index; `desc` is the exact reverse of `asc`. */
const SORTED_BY = {
  date: { asc: sql`created_at, order_number`, desc: sql`created_at desc, order_number desc` },
  id: { asc: sql`order_number`, desc: sql`order_number desc` },
  buyer: { asc: sql`buyer_id, order_number desc`, desc: sql`buyer_id desc, order_number` },
  total: { asc: sql`total_count, order_number`, desc: sql`total_count desc, order_number desc` },
}

/** The columns needed besides number and date, and no others, so that the smallest index covers a filter. */
const ALSO_NEEDED = { date: sql``, id: sql``, buyer: sql`, buyer_id`, total: sql`, total_count` }

const orderOf = ({ sort, direction }: Sorting<AdminOrderSort>) => SORTED_BY[sort][direction]

/** Returns the numbers of a page of `all` orders whose id contains a text in capitals, counted from the nearer end. */
export async function listSortedNumbers(
  db: Db,
  part: string,
  { offset, limit, sorting, all }: SortedPage<AdminOrderSort> & { all: number },
): Promise<number[]> {
  const after = all - offset - limit
  const isReversed = after < offset
  const direction = isReversed === (sorting.direction === 'desc') ? 'asc' : 'desc'
  const { rows } = await sql<{ order_number: number }>`
    select order_number from orders where ${meets({ part })}
    order by ${orderOf({ ...sorting, direction })} offset ${isReversed ? after : offset} limit ${limit}`.execute(db)
  const numbers = rows.map(({ order_number }) => order_number)
  return isReversed ? numbers.reverse() : numbers
}

/** Returns the numbers of a page of orders, sorted, and their count up to a maximum, beyond which older ones are left out. */
export async function findOrderNumbers(
  db: Db,
  conditions: OrderConditions,
  { sorting, ...page }: SortedPage<AdminOrderSort>,
): Promise<{ total: number; total_is_exact: boolean; numbers: number[] }> {
  const scansNewest = conditions.buyers !== undefined && !Array.isArray(conditions.buyers)
  const order = orderOf(sorting)
  const query = sql`
    select order_number, created_at${ALSO_NEEDED[sorting.sort]} from ${scansNewest ? newestOrders : sql`orders`}
    where ${meets(conditions)} order by ${sorting.sort === 'date' ? order : SORTED_BY.date.desc}`
  const { keys, total, total_is_exact } = await readMatches(db, query, { ...page, key: sql`order_number`, order })
  return { total, total_is_exact: total_is_exact && !scansNewest, numbers: keys.map(Number) }
}

const newestOrders = sql`(
  select order_number, created_at, total_count, order_state, buyer_id from orders
  order by created_at desc, order_number desc limit ${ORDERS_SCANNED}
) newest`

export function isInEveryId(part: string): boolean {
  return 'ORD'.includes(part)
}

export function meets({ part, buyers, state, from, to, min, max, among }: OrderConditions): RawBuilder<boolean> {
  const all = [sql`true`]
  if (Array.isArray(buyers)) all.push(sql`buyer_id = any(${buyers}::uuid[])`)
  else if (buyers) all.push(accountContains(sql`buyer_id`, buyers.text))
  if (state) all.push(sql`order_state = ${state}`)
  all.push(...withinDays(from, to))
  if (min !== undefined) all.push(sql`total_count >= ${min}::numeric`)
  if (max !== undefined) all.push(sql`total_count <= ${max}::numeric`)
  // An array forces lookups by order number, however many orders have the problem.
  if (among) all.push(sql`order_number = any(array(${among}))`)
  if (!isInEveryId(part)) all.push(sql`order_id like ${`%${part}%`}`)
  if (part.startsWith('ORD')) all.push(inRanges(orderNumbersMatching(part)))
  return sql<boolean>`${sql.join(all, sql` and `)}`
}

/** Today, and queries for orders with a missing shipment and with an unanswered return. */
export interface ProblemsAt {
  today: string
  missing: RawBuilder<unknown>
  returning: RawBuilder<unknown>
}

/** Problems that need an admin: sellers who do not or cannot send, and withheld payments. */
const NEEDS_ACTION: readonly OrderProblem[] = ['late', 'missing', 'seller_suspended', 'stopped', 'disputed']

export function problemOrders(problem: OrderProblem, problems: ProblemsAt): RawBuilder<unknown> {
  const { today, missing, returning } = problems
  switch (problem) {
    case 'needs_action':
      return sql.join(
        NEEDS_ACTION.map((one) => problemOrders(one, problems)),
        sql` union `,
      )
    case 'late':
      return sql`
        select order_number from seller_orders
        where state in ('pending', 'confirmed') and ${REMINDED_OR_NOT} and ship_by < ${today}::date`
    case 'missing':
      return missing
    case 'cancel_requested':
      return sql`select order_number from seller_orders where cancel_requested_at is not null`
    case 'return_requested':
      return returning
    case 'seller_suspended':
      return sql`
        select order_number from seller_orders
        where state in ('pending', 'confirmed') and seller_id in (${suspendedAccounts})`
    case 'unpaid':
      return UNPAID_ORDERS
    case 'disputed':
      return DISPUTED_ORDERS
    case 'stopped':
      // Stopped by an admin with units still to send.
      return sql`
        select order_number from orders stopped
        where state_source = 'admin' and order_state in ('cancelled', 'returned') and exists (
          select from seller_orders open
          where open.order_number = stopped.order_number and state in ('pending', 'confirmed')
        )`
  }
}
