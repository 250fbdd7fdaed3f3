import { z } from 'zod'
import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/tables.ts'
import { reasonSchema } from '../../../shared/audit/schema.ts'
import { PRODUCT_ID_PATTERN } from '../../../shared/catalog/constants.ts'
import type { AdminProductSort } from '../../../shared/catalog/desk-constants.ts'
import { productListMessages } from '../../../shared/catalog/product-list-messages.ts'
import {
  type AdminProduct,
  type AdminProductPage,
  type AdminProductsQuery,
  adminProductPageSchema,
  adminProductSchema,
  adminProductsExportSchema,
  adminProductsQuerySchema,
  changedProductsSchema,
  changeFlashSaleSchema,
  changeFlashSalesSchema,
  deleteProductsSchema,
  productIdSchema,
  selectedProductsSchema,
} from '../../../shared/catalog/schema.ts'
import { LIST_PAGE_SIZE, MAX_MATCHES } from '../../../shared/kernel/list-constants.ts'
import { findAccountIds } from '../../people/accounts/admin-queries.ts'
import { acting } from '../../people/audit/acting.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { type CsvColumn, type CsvFile, csvFile, csvOptions, sendCsv } from '../../platform/data/csv.ts'
import { pageRange, type SortedPage } from '../../platform/data/paging.ts'
import { type App, adminRoutesFor, respondsWith } from '../../platform/http/guards.ts'
import {
  changeFlashSale,
  deleteProducts,
  logProducts,
  restoreProducts,
  setFlashSale,
} from './editing/change-products.ts'
import { goodsColumns } from './list-seller-products.ts'
import * as queries from './products/admin-queries.ts'
import { productError } from './products/errors.ts'
import type { Totals } from './products/totals.ts'

const productParams = z.object({ product_id: productIdSchema })

interface CatalogAdminDeps {
  db: Db
  clock: Clock
  totals: Totals
}

/** The admins' list of all products, with deleting, restoring and the flash sale. */
export const catalogAdminRoutes = adminRoutesFor('products', (app, deps: CatalogAdminDeps) => {
  listRoutes(app, deps)
  oneProductRoutes(app, deps)
  selectedProductsRoutes(app, deps)
})

function listRoutes(app: App, deps: CatalogAdminDeps): void {
  app.get(
    '/api/admin/products',
    respondsWith(adminProductPageSchema, { summary: 'A page of all products', querystring: adminProductsQuerySchema }),
    (request) => listAdminProducts(deps, request.query),
  )

  app.get(
    '/api/admin/products.csv',
    csvOptions('All products as CSV', adminProductsExportSchema),
    async (request, reply) => sendCsv(reply, 'products.csv', await exportProducts(deps, request.query)),
  )
}

function oneProductRoutes(app: App, { db, clock }: CatalogAdminDeps): void {
  app.patch(
    '/api/admin/products/:product_id',
    respondsWith(adminProductSchema, {
      summary: 'Turn the flash sale of a product on or off',
      params: productParams,
      body: changeFlashSaleSchema,
    }),
    async (request) => {
      const { product_id } = request.params
      const product = await changeFlashSale(db, acting(request, clock), product_id, request.body.flash_sale)
      logProducts(request, 'flash_sale_changed', [product_id])
      return product
    },
  )

  app.delete(
    '/api/admin/products/:product_id',
    { schema: { summary: 'Delete a product; a reason is optional', params: productParams, body: reasonSchema } },
    async (request, reply) => {
      const by = acting(request, clock, request.body?.reason)
      const deleted = await inTransaction(db, (tx) => deleteProducts(tx, by, [request.params.product_id]))
      if (!deleted.length) throw productError('product_not_found')
      logProducts(request, 'products_deleted', deleted)
      return reply.code(204).send(null)
    },
  )
}

function selectedProductsRoutes(app: App, { db, clock }: CatalogAdminDeps): void {
  app.patch(
    '/api/admin/products',
    respondsWith(changedProductsSchema, {
      summary: 'Turn the flash sale of products on or off',
      body: changeFlashSalesSchema,
    }),
    async (request) => {
      const { product_ids: selected, flash_sale } = request.body
      const by = acting(request, clock)
      const product_ids = await inTransaction(db, (tx) => setFlashSale(tx, by, selected, flash_sale))
      logProducts(request, 'flash_sale_changed', product_ids)
      return { product_ids }
    },
  )

  app.post(
    '/api/admin/products/delete',
    respondsWith(changedProductsSchema, { summary: 'Delete products', body: deleteProductsSchema }),
    async (request) => {
      const { product_ids: selected, reason } = request.body
      const by = acting(request, clock, reason)
      const product_ids = await inTransaction(db, (tx) => deleteProducts(tx, by, selected))
      logProducts(request, 'products_deleted', product_ids)
      return { product_ids }
    },
  )

  app.post(
    '/api/admin/products/restore',
    respondsWith(changedProductsSchema, { summary: 'Undo a recent deletion', body: selectedProductsSchema }),
    async (request) => {
      const product_ids = await restoreProducts(db, acting(request, clock), request.body.product_ids)
      logProducts(request, 'products_restored', product_ids)
      return { product_ids }
    },
  )
}

const exportColumns = (): readonly CsvColumn<AdminProduct>[] => [
  [productListMessages.id, ({ product_id }) => product_id],
  [productListMessages.name, ({ product_name }) => product_name],
  [productListMessages.price, ({ product_price }) => product_price.toFixed(2)],
  [productListMessages.sellerId, ({ seller_id }) => seller_id],
  [productListMessages.flashSale, ({ flash_sale }) => productListMessages[flash_sale ? 'active' : 'inactive']],
  ...goodsColumns(),
]

/** Returns a page, from 1, of the products in the shop or of a search, and their count; at most 10,000 unless by number. */
async function listAdminProducts(
  { db, totals }: CatalogAdminDeps,
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
async function exportProducts(deps: CatalogAdminDeps, { q = '', seller = '' }: Partial<Search>): Promise<CsvFile> {
  const { db } = deps
  const product = seller ? undefined : await findById(db, q)
  const found = await readSellers(db, { q, seller })
  const total = await countForExport(deps, { q, seller })
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

async function countForExport({ db, totals }: CatalogAdminDeps, { q, seller }: Search): Promise<number | undefined> {
  if (!q && !seller) return totals.inCategories(db, 'all')
  const { total, total_is_exact } = await search(
    db,
    { q, seller },
    { offset: 0, limit: 1, sorting: { sort: 'id', direction: 'asc' } },
  )
  return total_is_exact ? total : undefined
}
