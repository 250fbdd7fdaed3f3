import { z } from 'zod'
import type { Replicas } from '../../../db/replicas.ts'
import type { Db } from '../../../db/tables.ts'
import {
  type CategoryFilter,
  categoriesMatching,
  isCategoryTerm,
  movedCategory,
  presentSlug,
} from '../../../shared/catalog/categories.ts'
import { CATEGORY_PAGE_SIZE, SELLER_PAGE_SIZE } from '../../../shared/catalog/constants.ts'
import {
  type AfterChange,
  afterChangeSchema,
  categoryPageSchema,
  type ProductCard,
  productIdSchema,
  productIdsQuerySchema,
  productListSchema,
  productPageSchema,
  productSchema,
  searchResultSchema,
} from '../../../shared/catalog/schema.ts'
import {
  type FacetsQuery,
  facetsQuerySchema,
  type SearchQuery,
  searchFacetsSchema,
  searchQuerySchema,
  suggestionsQuerySchema,
  suggestionsSchema,
} from '../../../shared/catalog/search-schema.ts'
import {
  handleParamSchema,
  type Quote,
  sellerPageQuerySchema,
  sellerSchema,
} from '../../../shared/catalog/seller-schema.ts'
import { MAX_SEARCH_LENGTH } from '../../../shared/kernel/list-constants.ts'
import { pageQuerySchema } from '../../../shared/kernel/list-schema.ts'
import { singleLineText } from '../../../shared/kernel/text.ts'
import { pageRange } from '../../platform/data/paging.ts'
import { type Filters, filtersOf, hasPriceFilter, needsMoreThanLists } from '../search/filters.ts'
import { productNumberOf, type Tagged, tagOf } from './products/catalog-changes.ts'
import { productError, sellerError } from './products/errors.ts'
import * as queries from './products/queries.ts'
import { listRelated } from './products/related-queries.ts'
import * as sellerQueries from './products/seller-page-queries.ts'
import { countShownProducts } from './products/seller-queries.ts'
import { type Totals, uncachedTotals } from './products/totals.ts'
import type { SearchCounter } from './searches/count-searches.ts'
import { countSearchFacets, searchProducts, suggestProducts } from './searches/search-products.ts'

export interface CatalogPublicDeps {
  db: Db
  searches: Pick<SearchCounter, 'found'>
  totals: Totals
  replicas: Replicas
  clean: (html: string) => Promise<string>
  quotesOf: (db: Db, sellerId: string) => Promise<Quote[]>
  /** Reads of other modules. */
  reads: readonly PublicRead[]
  /** Returns when this process knows the current categories, for the conversion of their slugs and names. */
  readMarket: (db: Db) => Promise<unknown>
}

interface ReadInput<Params extends z.ZodType = z.ZodType, Query extends z.ZodType = z.ZodObject> {
  params: z.output<Params>
  query: z.output<Query>
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
  /** True when the body is already the output of `result`. */
  isParsed?: true
  /** Returns the body, with the tags of the products in it and of those that could enter. Throws AppError. */
  run(db: Db, input: ReadInput<Params, Query>): Promise<Tagged<z.input<Result>>>
  /** True for one of the many requests that any client can make up. */
  isLowPriority?(input: ReadInput<Params, Query>): boolean
}

export function publicRead<Params extends z.ZodType, Query extends z.ZodObject, Result extends z.ZodType>(
  read: PublicRead<Params, Query, Result>,
): PublicRead {
  return read as unknown as PublicRead
}

/** Returns what a read finds in a replica, or in the primary if the request must see every earlier change. */
export async function runRead(
  { db, replicas, readMarket }: Pick<CatalogPublicDeps, 'db' | 'replicas' | 'readMarket'>,
  { run, result, isParsed }: PublicRead,
  input: ReadInput,
): Promise<Tagged<unknown>> {
  const { after_change } = input.query as AfterChange
  const read = async (source: Db) => {
    await readMarket(source)
    return run(source, input)
  }
  const { value, tags } = await (after_change ? read(db) : replicas.read(read))
  return { value: isParsed ? value : result.parse(value), tags }
}

const noParams = z.object({})
const productParams = z.object({ product_id: productIdSchema })
const sellerParams = z.object({ handle: handleParamSchema })
const categoryParams = z.object({ category: singleLineText(MAX_SEARCH_LENGTH) })

/** Returns the reads of the public catalog, fixed paths before patterns that match them. */
export function publicReads({ reads, ...deps }: Omit<CatalogPublicDeps, 'readMarket'>): PublicRead[] {
  return [...shortLists, ...productReads(deps), ...sellerReads(deps), ...reads, ...pagedLists(deps)]
}

const shortList = { params: noParams, query: afterChangeSchema, result: productListSchema }
const shortLists = [
  publicRead({
    ...shortList,
    path: '/api/products/flash-sale',
    summary: 'Products on flash sale',
    run: async (db) => listOf(await queries.listFlashSale(db), [tagOf.flashSale]),
  }),
  publicRead({
    ...shortList,
    path: '/api/products/just-for-you',
    summary: 'The first products of the shop',
    run: async (db) => listOf(await queries.listFirst(db), [tagOf.first]),
  }),
  publicRead({
    ...shortList,
    path: '/api/products',
    summary: 'Products by their ids',
    query: productIdsQuerySchema.extend(afterChangeSchema.shape),
    run: async (db, { query: { ids } }) =>
      listOf(await queries.listByNumbers(db, ids.map(productNumberOf)), ids.map(tagOf.product)),
    isLowPriority: () => true,
  }),
]

function listOf(products: ProductCard[], others: readonly string[]) {
  return { value: { products }, tags: [...tagsOf(products), ...others] }
}

function productReads({ clean }: Pick<CatalogPublicDeps, 'clean'>): PublicRead[] {
  return [
    publicRead({
      path: '/api/products/:product_id',
      summary: 'One product',
      params: productParams,
      query: afterChangeSchema,
      result: productSchema,
      run: async (db, { params }) => {
        const product = await queries.findProduct(db, params.product_id)
        if (!product) throw productError('product_not_found')
        const value = { ...product, product_desc: await clean(product.product_desc) }
        return { value, tags: [...tagsOf([product]), tagOf.sellerRating(product.seller_id)] }
      },
    }),
    publicRead({
      path: '/api/products/:product_id/related',
      summary: 'Products of the same categories',
      params: productParams,
      query: afterChangeSchema,
      result: productListSchema,
      run: async (db, { params: { product_id } }) => {
        const related = await listRelated(db, product_id)
        if (!related) throw productError('product_not_found')
        return listOf(related.products, [
          tagOf.product(product_id),
          ...related.categories.map(presentSlug).map(tagOf.prices),
        ])
      },
    }),
  ]
}

/** Returns the reads of a seller, who is not found while suspended. */
function sellerReads({ clean, quotesOf }: Pick<CatalogPublicDeps, 'clean' | 'quotesOf'>): PublicRead[] {
  const findSeller = async (db: Db, handle: string) => {
    const seller = await sellerQueries.findSeller(db, handle)
    if (!seller) throw sellerError('seller_not_found')
    return seller
  }
  return [
    publicRead({
      path: '/api/sellers/:handle',
      summary: 'One seller, by the present handle or an earlier one',
      params: sellerParams,
      query: afterChangeSchema,
      result: sellerSchema,
      run: async (db, { params }) => {
        const { seller_id, ...seller } = await findSeller(db, params.handle)
        const quotes = seller.rating ? await quotesOf(db, seller_id) : []
        const value = { ...seller, about: await clean(seller.about), ...(quotes.length && { quotes }) }
        return { value, tags: [tagOf.seller(seller.handle), tagOf.sellerRating(seller_id)] }
      },
    }),
    publicRead({
      path: '/api/sellers/:handle/products',
      summary: 'A page of the products of a seller',
      params: sellerParams,
      query: sellerPageQuerySchema.extend(afterChangeSchema.shape),
      result: productPageSchema,
      run: async (db, { params, query: { sort = 'name', page = 1 } }) => {
        const { seller_id, handle } = await findSeller(db, params.handle)
        const page_size = SELLER_PAGE_SIZE
        const total = await countShownProducts(db, seller_id)
        const range = pageRange({ total, page, size: page_size })
        const products = range.limit ? await sellerQueries.listPageOfSeller(db, seller_id, { sort, range }) : []
        const tags = [...tagsOf(products), tagOf.seller(handle), tagOf.sellerProducts(seller_id)]
        return { value: { products, total, page, page_size }, tags }
      },
    }),
  ]
}

/** Returns a page of the products of categories. */
export async function readCategoryPage(
  db: Db,
  categories: CategoryFilter,
  page: number,
  totals: Pick<Totals, 'inCategories'> = uncachedTotals,
) {
  const page_size = CATEGORY_PAGE_SIZE
  const total = await totals.inCategories(db, categories)
  const products = await queries.listInCategories(db, categories, pageRange({ total, page, size: page_size }))
  return { products, total, page, page_size }
}

function pagedLists({ searches, totals }: Pick<CatalogPublicDeps, 'searches' | 'totals'>): PublicRead[] {
  const totalsFor = (query: AfterChange) => (query.after_change ? uncachedTotals : totals)
  const ofAnyText = { params: noParams, isLowPriority: () => true }
  return [
    publicRead({
      path: '/api/categories/:category/products',
      summary: 'A page of a category',
      params: categoryParams,
      query: pageQuerySchema.extend(afterChangeSchema.shape),
      result: categoryPageSchema,
      run: async (db, { params, query: { page = 1, ...query } }) => {
        const categories = categoriesMatching(params.category)
        const found = await readCategoryPage(db, categories, page, totalsFor(query))
        const lists = categories === 'all' ? ['all'] : categories
        const moved_to = movedCategory(params.category)
        const value = { ...found, ...(moved_to !== undefined && { moved_to }) }
        return { value, tags: [...tagsOf(found.products), ...lists.map(tagOf.list)] }
      },
      isLowPriority: ({ params }) => !isCategoryTerm(params.category),
    }),
    publicRead({
      ...ofAnyText,
      path: '/api/search',
      summary: 'Search by name, category and price',
      query: searchQuerySchema,
      result: searchResultSchema,
      run: async (db, { query }) => {
        const filters = await readFilters(db, query)
        const [found, sellers] = await Promise.all([
          searchProducts(db, query, { filters, totals: totalsFor(query) }),
          query.q && (query.page ?? 1) === 1 ? sellerQueries.findSellersNamed(db, { name: query.q.trim() }) : [],
        ])
        searches.found(query, found.total > 0)
        const value = { ...found, ...(sellers.length && { sellers }) }
        return {
          value,
          tags: needsMoreThanLists(filters) ? [tagOf.market] : searchTags(query, filters, found.products),
        }
      },
    }),
    publicRead({
      ...ofAnyText,
      path: '/api/search/facets',
      summary: 'Counts of products for each choice of a filter',
      query: facetsQuerySchema,
      result: searchFacetsSchema,
      run: async (db, { query }) => ({
        value: await countSearchFacets(db, query, await readFilters(db, query)),
        tags: [tagOf.market],
      }),
    }),
    publicRead({
      ...ofAnyText,
      path: '/api/suggestions',
      summary: 'Suggestions for a search text',
      query: suggestionsQuerySchema,
      result: suggestionsSchema,
      // The tags cover only part of what suggestions depend on, and the age limit of the cache the rest.
      run: async (db, { query }) => {
        const value = await suggestProducts(db, query.q, totalsFor(query))
        return {
          value,
          tags: [...value.products.map(({ product_id }) => tagOf.product(product_id)), tagOf.sellerNames],
        }
      },
    }),
  ]
}

/** Returns the filters of a request, with the categories that `matching` finds for its terms. */
export async function readFilters(db: Db, query: FacetsQuery, matching?: typeof categoriesMatching): Promise<Filters> {
  return filtersOf(query, query.seller && (await sellerQueries.findSellerIds(db, query.seller)), matching)
}

function searchTags({ q, sort }: SearchQuery, filters: Filters, products: readonly ProductCard[]): string[] {
  const isByPrice = hasPriceFilter(filters) || (sort !== undefined && sort !== 'relevance')
  return [
    ...tagsOf(products),
    tagOf.list('all'),
    ...(isByPrice ? [tagOf.prices('all')] : []),
    // A renamed seller may match the text, exactly or by words.
    ...(q ? [tagOf.sellerNames] : []),
  ]
}

function tagsOf(products: readonly Pick<ProductCard, 'product_id' | 'seller'>[]): string[] {
  return products.flatMap(({ product_id, seller }) => [
    tagOf.product(product_id),
    ...(seller ? [tagOf.seller(seller.handle)] : []),
  ])
}
