import { z } from 'zod'
import type { Replicas } from '../../db/replicas.ts'
import type { Db } from '../../db/tables.ts'
import { categoriesMatching } from '../../shared/catalog/categories.ts'
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
import { productNotFound } from './errors.ts'
import { listCategories } from './list-categories.ts'
import * as queries from './queries.ts'
import { searchProducts } from './search-products.ts'

export interface CatalogPublicDeps {
  db: Db
  replicas: Replicas
  /** Returns a description with what may be shown of it. */
  clean: (html: string) => Promise<string>
}

/** One read of the public catalog: a route of the API, which pages that the server renders call directly. */
export interface PublicRead<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
> {
  /** In the router's form, like `/api/products/:product_id`. */
  path: string
  summary: string
  params: Params
  query: Query
  result: Result
  /** Takes what the two schemas returned. Throws AppError. */
  run(given: { params: z.output<Params>; query: z.output<Query> }): Promise<z.input<Result>>
}

/** Reads from a replica, unless the request demands every change made before it. */
type Read = <T>(query: AfterChange, read: (source: Db) => Promise<T>) => Promise<T>

const noParams = z.object({})
const productParams = z.object({ product_id: productIdSchema })
const categoryParams = z.object({ category: singleLineText(MAX_SEARCH_LENGTH) })

/** Returns the reads of the public catalog, those with a fixed path before those that match it, too. */
export function publicReads({ db, replicas, clean }: CatalogPublicDeps): PublicRead[] {
  const read: Read = (query, run) => (query.after_change ? run(db) : replicas.read(run))
  return [...shortLists(read), ...productReads(read, clean), ...pagedLists(read)]
}

/** Returns a read as one of a list of them; its types hold within it. */
function define<Params extends z.ZodType, Query extends z.ZodType, Result extends z.ZodType>(
  read: PublicRead<Params, Query, Result>,
): PublicRead {
  return read as unknown as PublicRead
}

function shortLists(read: Read): PublicRead[] {
  const list = { params: noParams, query: afterChangeSchema, result: productListSchema }
  return [
    define({
      ...list,
      path: '/api/products/flash-sale',
      summary: 'Products on flash sale',
      run: async ({ query }) => ({ products: await read(query, queries.listFlashSale) }),
    }),
    define({
      ...list,
      path: '/api/products/just-for-you',
      summary: 'The first products of the shop',
      run: async ({ query }) => ({ products: await read(query, queries.listFirst) }),
    }),
    define({
      ...list,
      path: '/api/products',
      summary: 'Products by their ids',
      query: productIdsQuerySchema.extend(afterChangeSchema.shape),
      run: async ({ query }) => ({ products: await read(query, (source) => queries.listByIds(source, query.ids)) }),
    }),
  ]
}

function productReads(read: Read, clean: CatalogPublicDeps['clean']): PublicRead[] {
  return [
    define({
      path: '/api/products/:product_id',
      summary: 'One product',
      params: productParams,
      query: afterChangeSchema,
      result: productSchema,
      run: async ({ params, query }) => {
        const product = await read(query, (source) => queries.findProduct(source, params.product_id))
        if (!product) throw productNotFound()
        return { ...product, product_desc: await clean(product.product_desc) }
      },
    }),
    define({
      path: '/api/products/:product_id/related',
      summary: 'Products of the same categories',
      params: productParams,
      query: afterChangeSchema,
      result: productListSchema,
      run: async ({ params, query }) => {
        const products = await read(query, (source) => queries.listRelated(source, params.product_id))
        if (!products) throw productNotFound()
        return { products }
      },
    }),
  ]
}

function pagedLists(read: Read): PublicRead[] {
  return [
    define({
      path: '/api/categories/:category/products',
      summary: 'A page of a category',
      params: categoryParams,
      query: pageQuerySchema.extend(afterChangeSchema.shape),
      result: productPageSchema,
      run: ({ params, query }) =>
        read(query, (source) => listCategories(source, categoriesMatching(params.category), query.page ?? 1)),
    }),
    define({
      path: '/api/search',
      summary: 'Search by name, category and price',
      params: noParams,
      query: searchQuerySchema.extend(afterChangeSchema.shape),
      result: searchResultSchema,
      run: ({ query: { category, ...search } }) => {
        const categories = category ? categoriesMatching(category) : 'all'
        return read(search, (source) => searchProducts(source, search, categories))
      },
    }),
  ]
}
