import { z } from 'zod'
import type { Replicas } from '../../../db/replicas.ts'
import type { Db } from '../../../db/tables.ts'
import { categoriesMatching, isCategorySlug } from '../../../shared/catalog/categories.ts'
import {
  type AfterChange,
  afterChangeSchema,
  productIdSchema,
  productIdsQuerySchema,
  productListSchema,
  productPageSchema,
  productSchema,
  searchResultSchema,
} from '../../../shared/catalog/schema.ts'
import {
  facetsQuerySchema,
  searchFacetsSchema,
  searchQuerySchema,
  suggestionsQuerySchema,
  suggestionsSchema,
} from '../../../shared/catalog/search-schema.ts'
import { handleParamSchema, sellerPageQuerySchema, sellerSchema } from '../../../shared/catalog/seller-schema.ts'
import { MAX_SEARCH_LENGTH } from '../../../shared/kernel/list-constants.ts'
import { pageQuerySchema } from '../../../shared/kernel/list-schema.ts'
import { singleLineText } from '../../../shared/kernel/text.ts'
import type { Tagged } from './products/catalog-tags.ts'
import { productError, sellerError } from './products/errors.ts'
import { type Totals, uncachedTotals } from './products/totals.ts'
import type { SearchCounter } from './searches/count-searches.ts'
import {
  showByIds,
  showCategories,
  showFacets,
  showFirst,
  showFlashSale,
  showProduct,
  showRelated,
  showSearch,
  showSeller,
  showSellerProducts,
  showSuggestions,
} from './tagged-reads.ts'

export interface CatalogPublicDeps {
  db: Db
  searches: Pick<SearchCounter, 'found'>
  totals: Totals
  replicas: Replicas
  clean: (html: string) => Promise<string>
  reads: readonly PublicRead[]
}

/** A read of the public catalog: a route of the API that server-rendered pages call directly. */
export interface PublicRead<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodObject = z.ZodObject,
  Result extends z.ZodType = z.ZodType,
> {
  /** In the router's form, like `/api/products/:product_id`. */
  path: string
  summary: string
  params: Params
  query: Query
  result: Result
  /** Takes the parsed parameters; returns the body and its tags. Throws AppError. */
  run(input: { params: z.output<Params>; query: z.output<Query> }): Promise<Tagged<z.input<Result>>>
  /** True for one of the many requests that any client can make up. */
  isLowPriority?(input: { params: z.output<Params>; query: z.output<Query> }): boolean
}

/** Reads from a replica, or from the primary if the request must see every earlier change. */
export type Read = <T>(query: AfterChange, read: (source: Db) => Promise<T>) => Promise<T>

const noParams = z.object({})
const productParams = z.object({ product_id: productIdSchema })
const sellerParams = z.object({ handle: handleParamSchema })
const categoryParams = z.object({ category: singleLineText(MAX_SEARCH_LENGTH) })

/** Returns the reads of the public catalog, fixed paths before patterns that match them. */
export function publicReads({ clean, searches, totals, reads, ...source }: CatalogPublicDeps): PublicRead[] {
  const read = readFrom(source)
  const own = [...shortLists(read), ...productReads(read, clean), ...sellerReads(read, clean)]
  return [...own, ...reads, ...pagedLists(read, { searches, totals })]
}

export function readFrom({ db, replicas }: Pick<CatalogPublicDeps, 'db' | 'replicas'>): Read {
  return (query, run) => (query.after_change ? run(db) : replicas.read(run))
}

export function publicRead<Params extends z.ZodType, Query extends z.ZodObject, Result extends z.ZodType>(
  read: PublicRead<Params, Query, Result>,
): PublicRead {
  return read as unknown as PublicRead
}

function shortLists(read: Read): PublicRead[] {
  const list = { params: noParams, query: afterChangeSchema, result: productListSchema }
  return [
    publicRead({
      ...list,
      path: '/api/products/flash-sale',
      summary: 'Products on flash sale',
      run: ({ query }) => read(query, showFlashSale),
    }),
    publicRead({
      ...list,
      path: '/api/products/just-for-you',
      summary: 'The first products of the shop',
      run: ({ query }) => read(query, showFirst),
    }),
    publicRead({
      ...list,
      path: '/api/products',
      summary: 'Products by their ids',
      query: productIdsQuerySchema.extend(afterChangeSchema.shape),
      run: ({ query }) => read(query, (source) => showByIds(source, query.ids)),
      isLowPriority: () => true,
    }),
  ]
}

function productReads(read: Read, clean: CatalogPublicDeps['clean']): PublicRead[] {
  return [
    publicRead({
      path: '/api/products/:product_id',
      summary: 'One product',
      params: productParams,
      query: afterChangeSchema,
      result: productSchema,
      run: async ({ params, query }) => {
        const product = await read(query, (source) => showProduct(source, params.product_id))
        if (!product) throw productError('product_not_found')
        const { value, tags } = product
        return { value: { ...value, product_desc: await clean(value.product_desc) }, tags }
      },
    }),
    publicRead({
      path: '/api/products/:product_id/related',
      summary: 'Products of the same categories',
      params: productParams,
      query: afterChangeSchema,
      result: productListSchema,
      run: async ({ params, query }) => {
        const related = await read(query, (source) => showRelated(source, params.product_id))
        if (!related) throw productError('product_not_found')
        return related
      },
    }),
  ]
}

function sellerReads(read: Read, clean: CatalogPublicDeps['clean']): PublicRead[] {
  return [
    publicRead({
      path: '/api/sellers/:handle',
      summary: 'One seller, by the present handle or an earlier one',
      params: sellerParams,
      query: afterChangeSchema,
      result: sellerSchema,
      run: async ({ params, query }) => {
        const seller = await read(query, (source) => showSeller(source, params.handle))
        if (!seller) throw sellerError('seller_not_found')
        return { ...seller, value: { ...seller.value, about: await clean(seller.value.about) } }
      },
    }),
    publicRead({
      path: '/api/sellers/:handle/products',
      summary: 'A page of the products of a seller',
      params: sellerParams,
      query: sellerPageQuerySchema.extend(afterChangeSchema.shape),
      result: productPageSchema,
      run: async ({ params, query }) => {
        const { sort = 'name', page = 1 } = query
        const products = await read(query, (source) => showSellerProducts(source, params.handle, { sort, page }))
        if (!products) throw sellerError('seller_not_found')
        return products
      },
    }),
  ]
}

function pagedLists(read: Read, { searches, totals }: Pick<CatalogPublicDeps, 'searches' | 'totals'>): PublicRead[] {
  const totalsFor = (query: AfterChange) => (query.after_change ? uncachedTotals : totals)
  return [
    publicRead({
      path: '/api/categories/:category/products',
      summary: 'A page of a category',
      params: categoryParams,
      query: pageQuerySchema.extend(afterChangeSchema.shape),
      result: productPageSchema,
      run: ({ params, query }) =>
        read(query, (source) =>
          showCategories(source, categoriesMatching(params.category), {
            page: query.page ?? 1,
            totals: totalsFor(query),
          }),
        ),
      isLowPriority: ({ params }) => !isCategorySlug(params.category),
    }),
    publicRead({
      path: '/api/search',
      summary: 'Search by name, category and price',
      params: noParams,
      query: searchQuerySchema,
      result: searchResultSchema,
      run: async ({ query }) => {
        const shown = await read(query, (source) => showSearch(source, query, totalsFor(query)))
        if (query.q) searches.found(query.q, shown.value.total > 0)
        return shown
      },
      isLowPriority: () => true,
    }),
    publicRead({
      path: '/api/search/facets',
      summary: 'Counts of products for each choice of a filter',
      params: noParams,
      query: facetsQuerySchema,
      result: searchFacetsSchema,
      run: ({ query }) => read(query, (source) => showFacets(source, query)),
      isLowPriority: () => true,
    }),
    publicRead({
      path: '/api/suggestions',
      summary: 'Suggestions for a search text',
      params: noParams,
      query: suggestionsQuerySchema,
      result: suggestionsSchema,
      run: ({ query }) => read(query, (source) => showSuggestions(source, query.q, totalsFor(query))),
      isLowPriority: () => true,
    }),
  ]
}
