import type { OrderRow } from '../../../shared/orders/schema.ts'
import type { ColumnType } from '../../platform/data/row-filter.ts'

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
