import { type OrderRow, orderLineSchema, orderRowSchema, orderSummarySchema } from '../../../shared/orders/schema.ts'
import { columnsOf } from '../../platform/data/columns.ts'
import type { ColumnType } from '../../platform/data/row-filter.ts'

export const ORDER_COLUMNS = columnsOf(orderRowSchema, orderRowSchema)
export const SUMMARY_COLUMNS = columnsOf(orderRowSchema, orderSummarySchema)

/** The columns of order lines joined with `orderedProducts`. */
export const LINE_COLUMNS = columnsOf(orderLineSchema, orderLineSchema)

/** Converts the driver's values: the total to dollars, the time to ISO 8601. */
export function fromStored<Row extends { total_count: string; created_at: Date }>({
  total_count,
  created_at,
  ...row
}: Row): Omit<Row, 'total_count' | 'created_at'> & { total_count: number; created_at: string } {
  return { ...row, total_count: Number(total_count), created_at: created_at.toISOString() }
}

/** The readable columns of orders, and how rows are filtered by them. */
export const ORDER_ROW_COLUMNS = {
  order_id: 'id',
  created_at: 'time',
  total_count: 'number',
  order_state: 'text',
  products_id: 'texts',
  buyer_id: 'uuid',
  shipping_address: 'unfiltered',
  payment_method: 'text',
} as const satisfies Record<keyof OrderRow, ColumnType>
