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
import { callerOf, routesFor } from '../platform/guards.ts'
import { changeFlashSale, changeFlashSales, deleteProducts, restoreProducts } from './change-products.ts'
import { productNotFound } from './errors.ts'
import { exportProducts, listAdminProducts, PRODUCT_EXPORT_HEADER } from './list-admin-products.ts'

const productParams = z.object({ product_id: productIdSchema })

/** What admins do with everybody's products: see, take out of the shop, put on flash sale; nothing else of them. */
export const catalogAdminRoutes = routesFor(['admin'], (app, { db, clock }: { db: Db; clock: Clock }) => {
  const acting = (request: FastifyRequest) => ({ admin_id: callerOf(request).user_id, now: clock() })
  const changed = { response: { 200: changedProductsSchema } }

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
      const product = await changeFlashSale(db, acting(request), product_id, request.body.flash_sale)
      log(request, 'flash_sale_changed', [product_id])
      return product
    },
  )

  app.delete(
    '/api/admin/products/:product_id',
    { schema: { summary: 'Delete a product', params: productParams, response: { 204: z.null() } } },
    async (request, reply) => {
      const deleted = await deleteProducts(db, acting(request), [request.params.product_id])
      if (!deleted.length) throw productNotFound()
      log(request, 'products_deleted', deleted)
      return reply.code(204).send(null)
    },
  )

  app.patch(
    '/api/admin/products',
    { schema: { summary: 'Put products on flash sale, or off it', ...changed, body: changeFlashSalesSchema } },
    async (request) => {
      const { product_ids: selected, flash_sale } = request.body
      const product_ids = await changeFlashSales(db, acting(request), selected, flash_sale)
      log(request, 'flash_sale_changed', product_ids)
      return { product_ids }
    },
  )

  app.post(
    '/api/admin/products/delete',
    { schema: { summary: 'Delete products', ...changed, body: selectedProductsSchema } },
    async (request) => {
      const product_ids = await deleteProducts(db, acting(request), request.body.product_ids)
      log(request, 'products_deleted', product_ids)
      return { product_ids }
    },
  )

  app.post(
    '/api/admin/products/restore',
    { schema: { summary: 'Take a deletion back, shortly after it', ...changed, body: selectedProductsSchema } },
    async (request) => {
      const product_ids = await restoreProducts(db, acting(request), request.body.product_ids)
      log(request, 'products_restored', product_ids)
      return { product_ids }
    },
  )
})

function log(request: FastifyRequest, event: string, product_ids: string[]): void {
  request.log.info({ event, admin_id: callerOf(request).user_id, product_ids })
}
