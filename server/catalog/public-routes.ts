import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Replicas } from '../../db/replicas.ts'
import type { Db } from '../../db/tables.ts'
import { categoriesMatching } from '../../shared/catalog/categories.ts'
import { RESPONSE_FRESH_SECONDS, RESPONSE_STALE_SECONDS } from '../../shared/catalog/constants.ts'
import {
  type AfterChange,
  afterChangeSchema,
  productIdSchema,
  productIdsQuerySchema,
  productListSchema,
  productPageSchema,
  productSchema,
  searchQuerySchema,
  searchResultSchema,
} from '../../shared/catalog/schema.ts'
import { MAX_SEARCH_LENGTH } from '../../shared/kernel/list-constants.ts'
import { pageQuerySchema } from '../../shared/kernel/list-schema.ts'
import { singleLineText } from '../../shared/kernel/text.ts'
import { hashOf, isUnchanged } from '../http/etag.ts'
import { type App, routesFor } from '../http/guards.ts'
import { productNotFound } from './errors.ts'
import { listCategories } from './list-categories.ts'
import * as queries from './queries.ts'
import { searchProducts } from './search-products.ts'

/** Browsers revalidate each time, mostly with a 304; a CDN in front absorbs peaks of load. */
const CACHE_CONTROL = `public, max-age=0, s-maxage=${RESPONSE_FRESH_SECONDS}, stale-while-revalidate=${RESPONSE_STALE_SECONDS}`

const productParams = z.object({ product_id: productIdSchema })
const categoryParams = z.object({ category: singleLineText(MAX_SEARCH_LENGTH) })

export interface CatalogPublicDeps {
  db: Db
  replicas: Replicas
  /** Returns a description with what may be shown of it. */
  clean: (html: string) => Promise<string>
}

/** Reads for a request: from a replica, unless the request demands every change made before it. */
type Read = <T>(request: { query: AfterChange }, query: (source: Db) => Promise<T>) => Promise<T>

/** The public catalog: the same for every visitor. */
export const catalogPublicRoutes = routesFor('public', (app, { db, replicas, clean }: CatalogPublicDeps) => {
  app.addHook('onSend', nameContent)
  const read: Read = (request, query) => (request.query.after_change ? query(db) : replicas.read(query))
  shortListRoutes(app, read)
  productRoutes(app, read, clean)
  pagedListRoutes(app, read)
})

function shortListRoutes(app: App, read: Read): void {
  const list = { querystring: afterChangeSchema, response: { 200: productListSchema } }
  app.get('/api/products/flash-sale', { schema: { summary: 'Products on flash sale', ...list } }, async (request) => ({
    products: await read(request, queries.listFlashSale),
  }))

  app.get(
    '/api/products/just-for-you',
    { schema: { summary: 'The first products of the shop', ...list } },
    async (request) => ({ products: await read(request, queries.listFirst) }),
  )

  app.get(
    '/api/products',
    {
      schema: {
        summary: 'Products by their ids',
        ...list,
        querystring: productIdsQuerySchema.extend(afterChangeSchema.shape),
      },
    },
    async (request) => ({
      products: await read(request, (source) => queries.listByIds(source, request.query.ids)),
    }),
  )
}

function productRoutes(app: App, read: Read, clean: CatalogPublicDeps['clean']): void {
  app.get(
    '/api/products/:product_id',
    {
      schema: {
        summary: 'One product',
        params: productParams,
        querystring: afterChangeSchema,
        response: { 200: productSchema },
      },
    },
    async (request) => {
      const product = await read(request, (source) => queries.findProduct(source, request.params.product_id))
      if (!product) throw productNotFound()
      return { ...product, product_desc: await clean(product.product_desc) }
    },
  )

  app.get(
    '/api/products/:product_id/related',
    {
      schema: {
        summary: 'Products of the same categories',
        params: productParams,
        querystring: afterChangeSchema,
        response: { 200: productListSchema },
      },
    },
    async (request) => {
      const products = await read(request, (source) => queries.listRelated(source, request.params.product_id))
      if (!products) throw productNotFound()
      return { products }
    },
  )
}

function pagedListRoutes(app: App, read: Read): void {
  app.get(
    '/api/categories/:category/products',
    {
      schema: {
        summary: 'A page of a category',
        params: categoryParams,
        querystring: pageQuerySchema.extend(afterChangeSchema.shape),
        response: { 200: productPageSchema },
      },
    },
    (request) => {
      const categories = categoriesMatching(request.params.category)
      return read(request, (source) => listCategories(source, categories, request.query.page ?? 1))
    },
  )

  app.get(
    '/api/search',
    {
      schema: {
        summary: 'Search by name, category and price',
        querystring: searchQuerySchema.extend(afterChangeSchema.shape),
        response: { 200: searchResultSchema },
      },
    },
    (request) => {
      const { category, ...search } = request.query
      const categories = category ? categoriesMatching(category) : 'all'
      return read(request, (source) => searchProducts(source, search, categories))
    },
  )
}

/** Sends each response with an ETag of its content, and 304 to a client that already has it. */
async function nameContent(request: FastifyRequest, reply: FastifyReply, body: unknown): Promise<unknown> {
  if (reply.statusCode !== 200 || typeof body !== 'string') return body
  const etag = `W/"${hashOf(body)}"`
  reply.headers({ 'cache-control': CACHE_CONTROL, etag })
  if (!isUnchanged(request.headers['if-none-match'], etag.slice(2))) return body
  reply.code(304)
  // An empty body would have a content-length; HEAD does not accept null.
  return request.method === 'HEAD' ? '' : null
}
