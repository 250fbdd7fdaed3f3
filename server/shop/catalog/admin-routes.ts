import { z } from 'zod'
import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/tables.ts'
import { reasonSchema } from '../../../shared/audit/schema.ts'
import {
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
import { acting } from '../../people/audit/acting.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { csvOptions, sendCsv } from '../../platform/data/csv.ts'
import { type App, adminRoutesFor, respondsWith } from '../../platform/http/guards.ts'
import {
  changeFlashSale,
  deleteProducts,
  logProducts,
  restoreProducts,
  setFlashSale,
} from './editing/change-products.ts'
import { exportProducts, listAdminProducts } from './list-admin-products.ts'
import { productError } from './products/errors.ts'
import type { Totals } from './products/totals.ts'

const productParams = z.object({ product_id: productIdSchema })

export interface CatalogAdminDeps {
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
