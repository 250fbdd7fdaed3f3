import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Db } from '../../db/tables.ts'
import {
  adminExportQuerySchema,
  adminListQuerySchema,
  adminProductPageSchema,
  adminProductSchema,
  changedProductsSchema,
  changeFlashSaleSchema,
  changeFlashSalesSchema,
  selectedProductsSchema,
} from '../../shared/admin/schema.ts'
import { productIdSchema } from '../../shared/catalog/schema.ts'
import type { Clock } from '../platform/clock.ts'
import { sendCsv } from '../platform/csv.ts'
import { type App, callerOf, routesFor } from '../platform/guards.ts'
import { changeFlashSale, changeFlashSales, deleteProducts, restoreProducts } from './change-products.ts'
import { productNotFound } from './errors.ts'
import { exportProducts, listAdminProducts, PRODUCT_EXPORT_HEADER } from './list-admin-products.ts'

const productParams = z.object({ product_id: productIdSchema })

interface CatalogAdminDeps {
  db: Db
  clock: Clock
}

/** What admins do with everybody's products: see, take out of the shop, put on flash sale; nothing else of them. */
export const catalogAdminRoutes = routesFor(['admin'], (app, deps: CatalogAdminDeps) => {
  listRoutes(app, deps)
  oneProductRoutes(app, deps)
  selectedProductsRoutes(app, deps)
})

function listRoutes(app: App, { db }: CatalogAdminDeps): void {
  app.get(
    '/api/admin/products',
    {
      schema: {
        summary: 'A page of all products',
        querystring: adminListQuerySchema,
        response: { 200: adminProductPageSchema },
      },
    },
    (request) => listAdminProducts(db, request.query),
  )

  // Without HEAD: it would make the whole file.
  app.get(
    '/api/admin/products.csv',
    {
      exposeHeadRoute: false,
      schema: {
        summary: 'All products as CSV',
        produces: ['text/csv'],
        querystring: adminExportQuerySchema,
        response: { 200: z.string() },
      },
    },
    (request, reply) => {
      sendCsv(reply, {
        name: 'products.csv',
        header: PRODUCT_EXPORT_HEADER,
        batches: exportProducts(db, request.query.q ?? ''),
      })
    },
  )
}

function oneProductRoutes(app: App, { db, clock }: CatalogAdminDeps): void {
  app.patch(
    '/api/admin/products/:product_id',
    {
      schema: {
        summary: 'Put a product on flash sale, or off it',
        params: productParams,
        body: changeFlashSaleSchema,
        response: { 200: adminProductSchema },
      },
    },
    async (request) => {
      const { product_id } = request.params
      const product = await changeFlashSale(db, acting(request, clock), product_id, request.body.flash_sale)
      log(request, 'flash_sale_changed', [product_id])
      return product
    },
  )

  app.delete(
    '/api/admin/products/:product_id',
    { schema: { summary: 'Delete a product', params: productParams, response: { 204: z.null() } } },
    async (request, reply) => {
      const deleted = await deleteProducts(db, acting(request, clock), [request.params.product_id])
      if (!deleted.length) throw productNotFound()
      log(request, 'products_deleted', deleted)
      return reply.code(204).send(null)
    },
  )
}

/** Many at once; each answers those that it changed. */
function selectedProductsRoutes(app: App, { db, clock }: CatalogAdminDeps): void {
  const changed = { response: { 200: changedProductsSchema } }

  app.patch(
    '/api/admin/products',
    { schema: { summary: 'Put products on flash sale, or off it', ...changed, body: changeFlashSalesSchema } },
    async (request) => {
      const { product_ids: selected, flash_sale } = request.body
      const product_ids = await changeFlashSales(db, acting(request, clock), selected, flash_sale)
      log(request, 'flash_sale_changed', product_ids)
      return { product_ids }
    },
  )

  app.post(
    '/api/admin/products/delete',
    { schema: { summary: 'Delete products', ...changed, body: selectedProductsSchema } },
    async (request) => {
      const product_ids = await deleteProducts(db, acting(request, clock), request.body.product_ids)
      log(request, 'products_deleted', product_ids)
      return { product_ids }
    },
  )

  app.post(
    '/api/admin/products/restore',
    { schema: { summary: 'Take a deletion back, shortly after it', ...changed, body: selectedProductsSchema } },
    async (request) => {
      const product_ids = await restoreProducts(db, acting(request, clock), request.body.product_ids)
      log(request, 'products_restored', product_ids)
      return { product_ids }
    },
  )
}

/** Who does it, and when. */
function acting(request: FastifyRequest, clock: Clock) {
  return { admin_id: callerOf(request).user_id, now: clock() }
}

function log(request: FastifyRequest, event: string, product_ids: string[]): void {
  request.log.info({ event, admin_id: callerOf(request).user_id, product_ids })
}
