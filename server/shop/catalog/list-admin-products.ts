import { z } from 'zod'
import type { Db } from '../../../db/tables.ts'
import { PRODUCT_ID_PATTERN } from '../../../shared/catalog/constants.ts'
import type { AdminProductSort } from '../../../shared/catalog/desk-constants.ts'
import { productListMessages } from '../../../shared/catalog/product-list-messages.ts'
import type { AdminProduct, AdminProductPage, AdminProductsQuery } from '../../../shared/catalog/schema.ts'
import { LIST_PAGE_SIZE, MAX_MATCHES } from '../../../shared/kernel/list-constants.ts'
import { findAccountIds } from '../../people/accounts/admin-queries.ts'
import { type CsvColumn, type CsvFile, csvFile } from '../../platform/data/csv.ts'
import { pageRange, type SortedPage } from '../../platform/data/paging.ts'
import { goodsColumns } from './list-seller-products.ts'
import * as queries from './products/admin-queries.ts'
import type { Totals } from './products/totals.ts'

const exportColumns = (): readonly CsvColumn<AdminProduct>[] => [
  [productListMessages.id, ({ product_id }) => product_id],
  [productListMessages.name, ({ product_name }) => product_name],
  [productListMessages.price, ({ product_price }) => product_price.toFixed(2)],
  [productListMessages.sellerId, ({ seller_id }) => seller_id],
  [productListMessages.flashSale, ({ flash_sale }) => productListMessages[flash_sale ? 'active' : 'inactive']],
  ...goodsColumns(),
]

interface Deps {
  db: Db
  totals: Totals
}

/** Returns a page, from 1, of the products in the shop or of a search, and their count; at most 10,000 unless by number. */
export async function listAdminProducts(
  { db, totals }: Deps,
  { q = '', seller = '', page = 1, page_size = LIST_PAGE_SIZE, sort = 'id', direction = 'asc' }: AdminProductsQuery,
): Promise<AdminProductPage> {
  const sorting = { sort, direction }
  if (q || seller) {
    const start = { offset: (page - 1) * page_size, limit: page_size, sorting }
    return { ...(await search(db, { q, seller }, start)), page, page_size }
  }
  const all = await totals.inCategories(db, 'all')
  const isById = sort === 'id' && direction === 'asc'
  // In other sort orders pages far from the start are slow.
  const total = isById ? all : Math.min(all, MAX_MATCHES)
  const { start, limit, ...nearer } = pageRange({ total, page, size: page_size })
  const products = await queries.listSorted(db, { limit, sorting, ...(isById ? nearer : { offset: start }) })
  return { products, total, total_is_exact: total === all, page, page_size }
}

interface Search {
  q: string
  seller: string
}

async function search(db: Db, { q, seller }: Search, range: SortedPage<AdminProductSort>) {
  const product = await findById(db, q)
  if (product && !seller) return { products: range.offset ? [] : [product], total: 1, total_is_exact: true }
  return queries.listMatchingProducts(db, await readSellers(db, { q, seller }), range)
}

async function findById(db: Db, q: string): Promise<AdminProduct | undefined> {
  const productId = q.toUpperCase()
  return PRODUCT_ID_PATTERN.test(productId) ? queries.findAdminProduct(db, productId) : undefined
}

/** Returns the sellers that a search names, if any, and the text to find in product names. */
async function readSellers(
  db: Db,
  { q, seller }: Search,
): Promise<{ sellers: queries.Sellers | undefined; text: string }> {
  if (seller) return { sellers: (await findAccountIds(db, seller)) ?? { text: seller }, text: q }
  if (z.guid().safeParse(q).success) return { sellers: [q], text: '' }
  return { sellers: undefined, text: q }
}

/** Returns a file of all products of the list, by number; without a count when the search matches too many. */
export async function exportProducts({ db, totals }: Deps, { q = '', seller = '' }: Partial<Search>): Promise<CsvFile> {
  const product = seller ? undefined : await findById(db, q)
  const found = await readSellers(db, { q, seller })
  const total = await countForExport({ db, totals }, { q, seller })
  return csvFile(exportColumns(), {
    total,
    first: 1,
    async read(low, size) {
      if (product) return low === 1 ? { rows: [product], next: 2 } : undefined
      const high = await queries.findHighest(db, low, size)
      if (high === undefined) return undefined
      return { rows: await queries.listProductsBetween(db, { ...found, low, high }), next: high + 1 }
    },
  })
}

async function countForExport({ db, totals }: Deps, { q, seller }: Search): Promise<number | undefined> {
  if (!q && !seller) return totals.inCategories(db, 'all')
  const { total, total_is_exact } = await search(
    db,
    { q, seller },
    { offset: 0, limit: 1, sorting: { sort: 'id', direction: 'asc' } },
  )
  return total_is_exact ? total : undefined
}
