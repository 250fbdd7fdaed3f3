import { categoriesOfSlugs } from '../../../../shared/catalog/categories.ts'
import {
  adminProductSchema,
  editedColumns,
  productCardSchema,
  productFields,
  productRowSchema,
  type Rating,
  sellerProductRowSchema,
} from '../../../../shared/catalog/schema.ts'
import type { GoodsKind } from '../../../../shared/delivery/constants.ts'
import type { OwnStock } from '../../../../shared/stock/schema.ts'
import { columnsOf } from '../../../platform/data/columns.ts'
import { type ShownStock, stockFields } from '../../stock/shown-queries.ts'

export const CARD_COLUMNS = columnsOf(productFields, productCardSchema)
export const PRODUCT_COLUMNS = columnsOf(productFields, productRowSchema)
const GOODS_COLUMNS = ['weight_grams', 'delivery_kind'] as const
export const SELLER_PRODUCT_COLUMNS = [...columnsOf(productFields, editedColumns), ...GOODS_COLUMNS]
export const SELLER_ROW_COLUMNS = [...columnsOf(productFields, sellerProductRowSchema), ...GOODS_COLUMNS]
export const LISTED_COLUMNS = [
  'product_id',
  'seller_id',
  'product_name',
  'product_price',
  'product_category',
  'flash_sale',
] as const
export const ADMIN_COLUMNS = [...columnsOf(productFields, adminProductSchema), ...GOODS_COLUMNS]

/** A stored row: the price is an exact decimal in text, categories are slugs. */
export type Stored<Row extends { product_price: number }> = Omit<Row, 'product_price'> & { product_price: string }

export function fromStored<Row extends { product_price: string; product_category?: string[] }>(
  row: Row,
): Omit<Row, 'product_price'> & { product_price: number } {
  const names = row.product_category && { product_category: categoriesOfSlugs(row.product_category) }
  return { ...row, ...names, product_price: Number(row.product_price) }
}

interface GoodsColumns {
  weight_grams: number | null
  delivery_kind: GoodsKind
}

const goodsFields = ({ weight_grams, delivery_kind }: GoodsColumns) => ({
  ...(weight_grams !== null && { weight_grams }),
  ...(delivery_kind === 'none' && { delivery_kind }),
})

/** A stored row with its tracked stock, as for sellers and admins. */
export type Tracked<Row extends { product_price: number }> = Stored<
  Omit<Row, keyof GoodsColumns | 'stock'> & { product_price: number }
> &
  GoodsColumns & { stock: OwnStock | null }

/** Converts the price to dollars; drops what is not tracked or declared. */
export function fromTracked<Row extends GoodsColumns & { product_price: string; stock: OwnStock | null }>({
  stock,
  weight_grams,
  delivery_kind,
  ...row
}: Row) {
  return { ...fromStored(row), ...goodsFields({ weight_grams, delivery_kind }), ...(stock && { stock }) }
}

export type Stocked<Row extends { product_price: number }> = Stored<
  Omit<Row, keyof StockedColumns | 'stock_state' | 'stock_left' | 'stock_share' | 'lowest_price_30_days'> & {
    product_price: number
  }
> &
  StockedColumns

interface StockedColumns {
  stock: ShownStock | null
  delivery_kind: GoodsKind
  picture_text?: string | null
  rating: Rating | null
  /** An exact decimal in text. */
  lowest_price: string | null
}

/** Converts the prices to dollars, and adds the fields of stock, rating and picture text. */
export function fromStocked<Row extends StockedColumns & { product_price: string }>(stocked: Row) {
  const { stock, delivery_kind, picture_text, rating, lowest_price, ...row } = stocked
  return {
    ...fromStored(row),
    ...(picture_text && { picture_text }),
    ...(rating && { rating }),
    ...(delivery_kind === 'none' && { delivery_kind }),
    ...(lowest_price !== null && { lowest_price_30_days: Number(lowest_price) }),
    ...stockFields(stock),
  }
}

export function withTexts<Row extends { picture_texts?: string[] | undefined }>({ picture_texts, ...row }: Row) {
  return { ...row, ...(picture_texts?.length && { picture_texts }) }
}

interface EditedColumns extends GoodsColumns {
  product_price: string
  product_category: string[]
  picture_texts: string[]
}

/** Returns a product as its seller edits it, without what the seller has not given. */
export function asEdited<Row extends EditedColumns>({ weight_grams, delivery_kind, ...row }: Row) {
  return { ...withTexts(fromStored(row)), ...goodsFields({ weight_grams, delivery_kind }) }
}
