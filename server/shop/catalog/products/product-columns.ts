import {
  adminProductSchema,
  productCardSchema,
  productFields,
  productRowSchema,
  type Rating,
  sellerProductRowSchema,
  sellerProductSchema,
} from '../../../../shared/catalog/schema.ts'
import type { OwnStock } from '../../../../shared/stock/schema.ts'
import { columnsOf } from '../../../platform/data/columns.ts'
import { type ShownStock, stockFields } from '../../stock/shown-queries.ts'

export const CARD_COLUMNS = columnsOf(productFields, productCardSchema)
export const PRODUCT_COLUMNS = columnsOf(productFields, productRowSchema)
export const SELLER_PRODUCT_COLUMNS = columnsOf(productFields, sellerProductSchema)
export const SELLER_ROW_COLUMNS = columnsOf(productFields, sellerProductRowSchema)
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

/** A row of a product with its stock, as lists of its seller and of admins show it. */
export type Counted<Row extends { product_price: number; stock?: OwnStock | undefined }> = Stored<
  Omit<Row, 'stock'> & { product_price: number }
> & { stock: OwnStock | null }

/** Returns a row with its price in dollars, and with its stock when that is counted. */
export function fromCounted<Row extends { product_price: string; stock: OwnStock | null }>({ stock, ...row }: Row) {
  return { ...fromStored(row), ...(stock && { stock }) }
}

/** A row of a product with what the shop shows of its stock. */
export type Stocked<Row extends { product_price: number }> = Stored<
  Omit<Row, 'stock_state' | 'stock_left' | 'stock_share' | 'picture_text' | 'rating'> & { product_price: number }
> & { stock: ShownStock | null; picture_text?: string | null; rating: Rating | null }

/** Returns a row with its price in dollars, and the fields that its stock, its rating and the text of its picture add. */
export function fromStocked<
  Row extends { product_price: string; stock: ShownStock | null; picture_text?: string | null; rating: Rating | null },
>({ stock, picture_text, rating, ...row }: Row) {
  return { ...fromStored(row), ...(picture_text && { picture_text }), ...(rating && { rating }), ...stockFields(stock) }
}

/** Returns a row without an empty list of texts. */
export function withTexts<Row extends { picture_texts?: string[] | undefined }>({ picture_texts, ...row }: Row) {
  return { ...row, ...(picture_texts?.length && { picture_texts }) }
}
