import multipart from '@fastify/multipart'
import { z } from 'zod'
import type { Db } from '../../../db/tables.ts'
import { PRODUCT_FIELD } from '../../../shared/catalog/desk-constants.ts'
import {
  createProductSchema,
  editProductSchema,
  productIdSchema,
  sellerProductPageSchema,
  sellerProductSchema,
  sellerProductsQuerySchema,
} from '../../../shared/catalog/schema.ts'
import { ownSellerPageSchema, saveSellerPageSchema } from '../../../shared/catalog/seller-schema.ts'
import { listSearchSchema } from '../../../shared/kernel/list-schema.ts'
import type { Clock } from '../../platform/config/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import { csvOptions, sendCsv } from '../../platform/data/csv.ts'
import { type App, callerOf, respondsWith, routesFor } from '../../platform/http/guards.ts'
import type { Storage } from '../../programs/storage/storage.ts'
import { createProduct, deleteProduct, editProduct, restoreProduct } from './editing/edit-products.ts'
import { readProductForm } from './editing/read-product-form.ts'
import { readOwnPage, savePage } from './editing/seller-page.ts'
import { exportSellerProducts, listSellerProducts } from './list-seller-products.ts'
import { productError } from './products/errors.ts'
import { findOwnProduct } from './products/seller-queries.ts'

const productParams = z.object({ product_id: productIdSchema })

interface CatalogSellerDeps {
  db: Db
  storage: Storage
  clock: Clock
  config: Pick<Config, 'maxProductsPerSeller' | 'siteUrl'>
}

/** A seller's own products; another seller's is reported as not found. */
export const catalogSellerRoutes = routesFor(['seller'], (app, deps: CatalogSellerDeps) => {
  app.register(multipart)
  readRoutes(app, deps)
  saveRoutes(app, deps)
  deleteRoutes(app, deps)
  pageRoutes(app, deps)
})

function readRoutes(app: App, { db }: CatalogSellerDeps): void {
  app.get(
    '/api/seller/products',
    respondsWith(sellerProductPageSchema, {
      summary: "A page of the caller's products",
      querystring: sellerProductsQuerySchema,
    }),
    (request) => listSellerProducts(db, callerOf(request).user_id, request.query),
  )

  app.get(
    '/api/seller/products.csv',
    csvOptions("The caller's products as CSV", listSearchSchema),
    async (request, reply) =>
      sendCsv(reply, 'products.csv', await exportSellerProducts(db, callerOf(request).user_id, request.query)),
  )

  app.get(
    '/api/seller/products/:product_id',
    respondsWith(sellerProductSchema, { summary: 'One own product, as it is edited', params: productParams }),
    async (request) => {
      const product = await findOwnProduct(db, callerOf(request).user_id, request.params.product_id)
      if (!product) throw productError('product_not_found')
      return product
    },
  )
}

function saveRoutes(app: App, { db, storage, clock, config }: CatalogSellerDeps): void {
  app.post(
    '/api/seller/products',
    {
      config: { form: z.object({ [PRODUCT_FIELD]: createProductSchema }).catchall(z.file()) },
      schema: { summary: 'Create a product', response: { 201: sellerProductSchema } },
    },
    async (request, reply) => {
      const form = await readProductForm(request, createProductSchema, storage)
      const sellerId = callerOf(request).user_id
      return reply.code(201).send(await createProduct({ db, storage, config }, { sellerId, form, now: clock() }))
    },
  )

  app.put(
    '/api/seller/products/:product_id',
    {
      config: { form: z.object({ [PRODUCT_FIELD]: editProductSchema }).catchall(z.file()) },
      schema: { summary: 'Edit an own product', params: productParams, response: { 200: sellerProductSchema } },
    },
    async (request) => {
      const productId = request.params.product_id
      const sellerId = callerOf(request).user_id
      if (!(await findOwnProduct(db, sellerId, productId))) throw productError('product_not_found')
      const form = await readProductForm(request, editProductSchema, storage)
      return editProduct({ db, storage }, { sellerId, productId, form, now: clock() })
    },
  )
}

function deleteRoutes(app: App, { db, clock, config }: CatalogSellerDeps): void {
  app.delete(
    '/api/seller/products/:product_id',
    { schema: { summary: 'Delete an own product', params: productParams } },
    async (request, reply) => {
      const { product_id: productId } = request.params
      await deleteProduct(db, { productId, sellerId: callerOf(request).user_id, now: clock() })
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/api/seller/products/:product_id/restore',
    respondsWith(sellerProductSchema, { summary: 'Undo the recent deletion of an own product', params: productParams }),
    (request) => {
      const { product_id: productId } = request.params
      return restoreProduct(db, { productId, sellerId: callerOf(request).user_id, now: clock() }, config)
    },
  )
}

function pageRoutes(app: App, { db, clock, config }: CatalogSellerDeps): void {
  app.get(
    '/api/seller/page',
    respondsWith(ownSellerPageSchema, { summary: "The caller's page in the shop, as it is edited" }),
    (request) => readOwnPage(db, callerOf(request).user_id),
  )

  app.put(
    '/api/seller/page',
    respondsWith(ownSellerPageSchema, { summary: "Change the caller's page in the shop", body: saveSellerPageSchema }),
    (request) => {
      const sellerId = callerOf(request).user_id
      return savePage({ db, siteUrl: config.siteUrl }, { sellerId, page: request.body, now: clock() })
    },
  )
}
