import { slugOfCategory } from '../../../shared/catalog/categories.ts'
import { productIdSchema } from '../../../shared/catalog/schema.ts'
import { orderIdSchema } from '../../../shared/orders/schema.ts'
import type { RowOrder } from '../../platform/data/row-filter.ts'
import { PRODUCT_ROW_COLUMNS } from '../../shop/catalog/products/row-queries.ts'
import { ORDER_ROW_COLUMNS } from '../../trade/orders/order-columns.ts'
import type { RestTable } from './grammar/comparison.ts'

export type Table = RestTable & { key: string; order: RowOrder[] }

/** The tables of the API, with the default order of their rows. */
export const PRODUCTS = {
  name: 'products',
  key: 'product_id',
  columns: PRODUCT_ROW_COLUMNS,
  id: productIdSchema,
  stored: { product_category: slugOfCategory },
  order: [{ column: 'product_id', descending: false }],
}
export const ORDERS = {
  name: 'orders',
  key: 'order_id',
  columns: ORDER_ROW_COLUMNS,
  id: orderIdSchema,
  stored: { products_id: (text: string) => text.toUpperCase() },
  order: [{ column: 'order_id', descending: true }],
}
export const USERS = {
  name: 'users',
  key: 'id',
  columns: { id: 'uuid', email: 'text' } as const,
  // Unused, as no column of this table has the type `id`.
  id: productIdSchema,
  stored: {},
  order: [],
} satisfies Table
