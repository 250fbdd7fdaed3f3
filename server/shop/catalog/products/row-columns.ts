import type { ProductRow } from '../../../../shared/catalog/schema.ts'
import type { ColumnType } from '../../../platform/data/row-filter.ts'

/** The readable columns of products, and how rows are filtered by them. */
export const PRODUCT_ROW_COLUMNS = {
  product_id: 'id',
  product_name: 'text',
  product_price: 'number',
  featured_image: 'unfiltered',
  product_category: 'texts',
  flash_sale: 'boolean',
  seller_id: 'uuid',
  other_images: 'unfiltered',
  product_desc: 'unfiltered',
  total_sales: 'integer',
  lowest_price_30_days: 'unfiltered',
} as const satisfies Record<keyof ProductRow, ColumnType>
