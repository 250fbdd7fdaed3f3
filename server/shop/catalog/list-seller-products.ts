import type { Db } from '../../../db/tables.ts'
import { productFormMessages } from '../../../shared/catalog/product-form-messages.ts'
import { productListMessages } from '../../../shared/catalog/product-list-messages.ts'
import type { SellerProductPage, SellerProductRow, SellerProductsQuery } from '../../../shared/catalog/schema.ts'
import { LIST_PAGE_SIZE } from '../../../shared/kernel/list-constants.ts'
import { type CsvColumn, csvFile } from '../../platform/data/csv.ts'
import { productNumberOf } from './products/catalog-changes.ts'
import * as queries from './products/seller-queries.ts'

/** Returns a page, from 1, of a seller's products, sorted; with `q` only matches. */
export async function listSellerProducts(
  db: Db,
  sellerId: string,
  { q: text = '', sort = 'number', direction = 'asc', page = 1, page_size = LIST_PAGE_SIZE }: SellerProductsQuery,
): Promise<SellerProductPage> {
  const [total, products] = await Promise.all([
    queries.countSellerProducts(db, sellerId, text),
    queries.listSellerProducts(db, sellerId, {
      text,
      sort,
      direction,
      limit: page_size,
      offset: (page - 1) * page_size,
    }),
  ])
  return { products, total, page, page_size }
}

/** Columns of what delivery depends on; empty for goods without a weight. */
export const goodsColumns = (): readonly CsvColumn<Pick<SellerProductRow, 'weight_grams' | 'delivery_kind'>>[] => [
  [productListMessages.headings.weight, ({ weight_grams }) => weight_grams ?? ''],
  [productFormMessages.delivery, ({ delivery_kind }) => productFormMessages.deliveryKinds[delivery_kind ?? 'parcel']],
]

/** Untracked stock leaves its columns empty. */
const exportColumns = (): readonly CsvColumn<SellerProductRow>[] => [
  [productListMessages.id, ({ product_id }) => product_id],
  [productListMessages.name, ({ product_name }) => product_name],
  [productListMessages.price, ({ product_price }) => product_price.toFixed(2)],
  [productListMessages.totalOrders, ({ total_sales }) => total_sales],
  [productListMessages.totalSales, ({ sales_amount }) => sales_amount.toFixed(2)],
  [productListMessages.headings.onHand, ({ stock }) => stock?.on_hand ?? ''],
  [productListMessages.headings.reserved, ({ stock }) => stock?.reserved ?? ''],
  [productListMessages.headings.reversed, ({ reversed_units }) => reversed_units],
  ...goodsColumns(),
]

export async function exportSellerProducts(db: Db, sellerId: string, { q: text = '' }: { q?: string | undefined }) {
  return csvFile(exportColumns(), {
    total: await queries.countSellerProducts(db, sellerId, text),
    first: 1,
    async read(from, limit) {
      const rows = await queries.listSellerProductsFrom(db, sellerId, { text, from, limit })
      const last = rows.at(-1)
      return last && { rows, next: productNumberOf(last.product_id) + 1 }
    },
  })
}
