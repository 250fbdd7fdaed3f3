import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../db/tables.ts'
import type { OrderRow } from '../../../shared/orders/schema.ts'
import { type Condition, conjuncts, type RowsWanted, requiredOf } from '../../platform/data/row-filter.ts'
import {
  boundsSql,
  conditionSql,
  directionSql,
  type FilteredOf,
  findRows,
  orderSql,
  type RowSource,
  type RowsFound,
} from '../../platform/data/row-filter-queries.ts'
import { countOrders } from './admin-queries.ts'
import { fromStored, ORDER_COLUMNS, ORDER_ROW_COLUMNS as TYPES } from './order-columns.ts'

const COLUMNS = {
  order_id: { type: TYPES.order_id, sql: sql`number`, text: sql`order_id` },
  created_at: { type: TYPES.created_at, sql: sql`created_at` },
  total_count: { type: TYPES.total_count, sql: sql`total_count` },
  order_state: { type: TYPES.order_state, sql: sql`order_state` },
  products_id: {
    type: TYPES.products_id,
    sql: sql`array(select jsonb_array_elements_text(products_id))`,
  },
  buyer_id: { type: TYPES.buyer_id, sql: sql`buyer_id` },
  payment_method: { type: TYPES.payment_method, sql: sql`payment_method` },
} satisfies FilteredOf<typeof TYPES>

const NUMBER = { type: TYPES.order_id, sql: sql`order_number` }

/** Lateral, one row at a time: a plain join could read all orders. */
const JOINED = sql`cross join lateral (
  select order_id, created_at, total_count, order_state, products_id, buyer_id, payment_method
  from orders where order_number = number limit 1
) ordered`

/** Returns the numbers of the matching orders of all buyers; undefined when filtering would take too long. */
export function findOrderRows(db: Db | Tx, wanted: RowsWanted): Promise<RowsFound | undefined> {
  return findRows(db, orderSource(db, wanted), wanted)
}

function orderSource(db: Db | Tx, { condition, order }: RowsWanted): RowSource {
  const narrow = narrowCandidates(condition)
  return {
    joined: JOINED,
    condition: conditionSql(condition, COLUMNS),
    order: orderSql(order, COLUMNS),
    bytes: sql`0`,
    candidates: narrow ?? datedCandidates(condition),
    // One buyer's orders are few.
    isNarrow: narrow !== undefined,
    walk: walkOf({ condition, order }),
    knownCount: async () => (conjuncts(condition).length ? undefined : countOrders(db, '')),
  }
}

function narrowCandidates(condition: Condition): RawBuilder<unknown> | undefined {
  for (const test of requiredOf(condition, 'order_id')) {
    if (test.operator === 'eq')
      return sql`select order_number as number from orders where order_number = ${test.value}::bigint`
    if (test.operator === 'in')
      return sql`select order_number as number from orders where order_number = any(${test.values}::bigint[])`
  }
  const [buyer] = buyersOf(condition)
  return buyer === undefined
    ? undefined
    : sql`select order_number as number from orders where buyer_id = ${buyer}::uuid`
}

function buyersOf(condition: Condition): string[] {
  return requiredOf(condition, 'buyer_id').flatMap((test) => (test.operator === 'eq' ? [String(test.value)] : []))
}

function datedCandidates(condition: Condition): RawBuilder<unknown> {
  const numbers = boundsSql(requiredOf(condition, 'order_id'), NUMBER)
  const times = boundsSql(requiredOf(condition, 'created_at'), COLUMNS.created_at)
  return sql`select order_number as number from orders where ${numbers} and ${times}`
}

function walkOf({ condition, order }: Pick<RowsWanted, 'condition' | 'order'>): RowSource['walk'] {
  const [first = { column: 'order_id', descending: true }, second] = order
  const direction = directionSql(first.descending)
  if (first.column === 'order_id') {
    const bounds = boundsSql(requiredOf(condition, 'order_id'), NUMBER)
    const [buyer] = buyersOf(condition)
    const own = buyer === undefined ? sql`true` : sql`buyer_id = ${buyer}::uuid`
    const rows = sql`select order_number as number, order_number as sort_key from orders
      where ${own} and ${bounds} order by order_number ${direction}`
    return { rows, direction }
  }
  if (first.column !== 'created_at' || second) return undefined
  const bounds = boundsSql(requiredOf(condition, 'created_at'), COLUMNS.created_at)
  const rows = sql`select order_number as number, created_at as sort_key from orders
    where ${bounds} order by created_at ${direction}, order_number ${direction}`
  return { rows, direction }
}

export async function listOrderRows(db: Db | Tx, numbers: readonly number[]): Promise<OrderRow[]> {
  if (!numbers.length) return []
  const rows = await db
    .selectFrom('orders')
    .select('order_number')
    .select(ORDER_COLUMNS)
    .where('order_number', '=', sql<number>`any(${numbers}::bigint[])`)
    .execute()
  const byNumber = new Map(rows.map(({ order_number, ...row }) => [order_number, fromStored(row)]))
  return numbers.flatMap((number) => byNumber.get(number) ?? [])
}
