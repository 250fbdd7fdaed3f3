import { sql } from 'kysely'
import {
  adminProductSchema,
  productCardSchema,
  productFields,
  productRowSchema,
  sellerProductRowSchema,
  sellerProductSchema,
} from '../../shared/catalog/schema.ts'
import { columnList, columnsOf } from '../data/columns.ts'

const CARD_COLUMNS = columnsOf(productFields, productCardSchema)
/** The seller of a row of `products`; null without a page. */
const SELLER = sql`(
  select json_build_object('handle', handle, 'name', name) from seller_pages where seller_pages.seller_id = products.seller_id
) as seller`
/** SQL for what a card shows of a row of `products`, and for the same columns of what was selected so. */
export const CARD = sql`${columnList(CARD_COLUMNS)}, ${SELLER}`
export const SELECTED_CARD = columnList([...CARD_COLUMNS, 'seller'])
export const PRODUCT_COLUMNS = columnsOf(productFields, productRowSchema)
export const SELLER_PRODUCT_COLUMNS = columnsOf(productFields, sellerProductSchema)
export const SELLER_ROW_COLUMNS = columnsOf(productFields, sellerProductRowSchema)
/** What decides where a product is in the lists of the shop. */
export const LISTED_COLUMNS = [
  'product_id',
  'seller_id',
  'product_name',
  'product_price',
  'product_category',
  'flash_sale',
] as const
export const ADMIN_COLUMNS = columnsOf(productFields, adminProductSchema)

/** A row as PostgreSQL returns it: the price is an exact decimal in text. */
export type Stored<Row extends { product_price: number }> = Omit<Row, 'product_price'> & { product_price: string }

/** Returns a row with its price in dollars. */
export function fromStored<Row extends { product_price: string }>(
  row: Row,
): Omit<Row, 'product_price'> & { product_price: number } {
  return { ...row, product_price: Number(row.product_price) }
}
