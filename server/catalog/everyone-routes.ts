import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Replicas } from '../../db/replicas.ts'
import type { Db } from '../../db/tables.ts'
import { MAX_SEARCH_LENGTH } from '../../shared/catalog/constants.ts'
import {
  pageQuerySchema,
  productIdSchema,
  productIdsQuerySchema,
  productListSchema,
  productPageSchema,
  productSchema,
  searchQuerySchema,
  searchResultSchema,
} from '../../shared/catalog/schema.ts'
import { singleLineText } from '../../shared/kernel/text.ts'
import { createCache } from '../platform/cache.ts'
import { hashOf, isUnchanged } from '../platform/etag.ts'
import { type App, routesFor } from '../platform/guards.ts'
import { addVary } from '../platform/vary.ts'
import { cleanDescription } from './clean-description.ts'
import { productNotFound } from './errors.ts'
import { listCategory } from './list-category.ts'
import * as queries from './queries.ts'
import { searchProducts } from './search-products.ts'

/** Browsers ask again each time, mostly to be told that nothing changed; a CDN in front takes the load of a crowd. */
const CACHE_CONTROL = 'public, max-age=0, s-maxage=5, stale-while-revalidate=60'
/** Who changes the catalogue sees it past every cache. */
const WRITERS_CACHE_CONTROL = 'private, no-cache'

/** The same text is always cleaned to the same: kept for the products that are looked at, at most about 20 MB. */
const MAX_DESCRIPTIONS = 1_000
const MAX_KEPT_LENGTH = 5_000

const productParams = z.object({ product_id: productIdSchema })
const categoryParams = z.object({ category: singleLineText(MAX_SEARCH_LENGTH) })

declare module 'fastify' {
  interface FastifyRequest {
    /** Sent by a seller or an admin, who must see at once what they changed. */
    writesCatalog?: boolean
  }
}

interface CatalogDeps {
  db: Db
  replicas: Replicas
  writesCatalog: (request: FastifyRequest) => Promise<boolean>
}

/** Reads for a request: from a replica, unless whoever sent it must see their own changes. */
type Read = <T>(request: FastifyRequest, query: (source: Db) => Promise<T>) => Promise<T>

/** What everyone may see of the catalogue; alike for all who ask. */
export const catalogEveryoneRoutes = routesFor('everyone', (app, { db, replicas, writesCatalog }: CatalogDeps) => {
  app.decorateRequest('writesCatalog', undefined)
  app.addHook('preHandler', async (request) => {
    request.writesCatalog = await writesCatalog(request)
  })
  app.addHook('onSend', nameContent)
  const read: Read = (request, query) => (request.writesCatalog ? query(db) : replicas.read(query))
  shortListRoutes(app, read)
  productRoutes(app, read)
  pagedListRoutes(app, read)
})

function shortListRoutes(app: App, read: Read): void {
  const list = { response: { 200: productListSchema } }
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
    { schema: { summary: 'Products by their ids', ...list, querystring: productIdsQuerySchema } },
    async (request) => ({
      products: await read(request, (source) => queries.listByIds(source, request.query.ids)),
    }),
  )
}

function productRoutes(app: App, read: Read): void {
  const descriptions = createCache<string>({ name: 'descriptions', maxEntries: MAX_DESCRIPTIONS, maxAgeMs: Infinity })
  const cleaned = async (html: string) =>
    html.length > MAX_KEPT_LENGTH ? cleanDescription(html) : descriptions.get(html, async () => cleanDescription(html))

  app.get(
    '/api/products/:product_id',
    { schema: { summary: 'One product', params: productParams, response: { 200: productSchema } } },
    async (request) => {
      const product = await read(request, (source) => queries.findProduct(source, request.params.product_id))
      if (!product) throw productNotFound()
      return { ...product, product_desc: await cleaned(product.product_desc) }
    },
  )

  app.get(
    '/api/products/:product_id/related',
    {
      schema: {
        summary: 'Products of the same categories',
        params: productParams,
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
        querystring: pageQuerySchema,
        response: { 200: productPageSchema },
      },
    },
    (request) => read(request, (source) => listCategory(source, request.params.category, request.query.page ?? 1)),
  )

  app.get(
    '/api/search',
    {
      schema: {
        summary: 'Search by name, category and price',
        querystring: searchQuerySchema,
        response: { 200: searchResultSchema },
      },
    },
    (request) => read(request, (source) => searchProducts(source, request.query)),
  )
}

/** Names each answer by its content and leaves out what the client already has. */
async function nameContent(request: FastifyRequest, reply: FastifyReply, body: unknown): Promise<unknown> {
  addVary(reply, 'authorization')
  if (reply.statusCode !== 200 || typeof body !== 'string') return body
  const etag = `W/"${hashOf(body)}"`
  reply.headers({ 'cache-control': request.writesCatalog ? WRITERS_CACHE_CONTROL : CACHE_CONTROL, etag })
  if (!isUnchanged(request.headers['if-none-match'], etag.slice(2))) return body
  reply.code(304)
  // Nothing, not an empty body: that would have a length. What answers HEAD takes no nothing.
  return request.method === 'HEAD' ? '' : null
}
