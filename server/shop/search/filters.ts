import { type CategoryFilter, categoriesMatching } from '../../../shared/catalog/categories.ts'
import type { PriceRange } from '../../../shared/catalog/constants.ts'
import type { FacetsQuery } from '../../../shared/catalog/search-schema.ts'

/** Filters of a search, applied in memory by `passes` and in the database by `match-queries.ts`. */
export interface Filters {
  categories: CategoryFilter
  /** Dollars, both inclusive. */
  minPrice?: number | undefined
  maxPrice?: number | undefined
  /** Ids of sellers; absent for all. */
  sellers?: readonly string[] | undefined
  isOnSale?: boolean
  isInStock?: boolean
  /** The lowest average, in whole stars. */
  rating?: number | undefined
}

export interface Search {
  text: string
  filters: Filters
  /** Finds only products whose names contain the text. */
  isExact: boolean
  /** Finds the product with this number when no name contains the text. */
  number: number | undefined
}

/** A product that a search may show. */
export interface Candidate {
  number: number
  /** Dollars. */
  price: number
  categories: readonly string[]
  on_sale: boolean
  in_stock: boolean
  /** The seller's id. */
  seller: string
  /** The average in whole stars; 0 without a rating. */
  rating: number
}

/** Returns the filters of a request; `sellers` are the ids of the sellers that it names. */
export function filtersOf(
  query: FacetsQuery,
  sellers: readonly string[] | undefined,
  matching = categoriesMatching,
): Filters {
  const range = query.price && boundsOf(query.price)
  const least = [query.price_from, range?.from].filter((price) => price !== undefined)
  const most = [query.price_to, range?.to].filter((price) => price !== undefined)
  return {
    categories: query.category === undefined ? 'all' : anyMatching(query.category, matching),
    ...(least.length && { minPrice: Math.max(...least) }),
    ...(most.length && { maxPrice: Math.min(...most) }),
    sellers,
    isOnSale: query.flash_sale !== undefined,
    isInStock: query.in_stock !== undefined,
    rating: query.rating && Number(query.rating),
  }
}

function anyMatching(parts: string, matching: typeof categoriesMatching): CategoryFilter {
  const found = parts.split(',').map(matching)
  return found.includes('all') ? 'all' : [...new Set(found.flat())]
}

/** Returns the bounds of a range in dollars, both inclusive. */
export function boundsOf(range: PriceRange): { from: number; to?: number } {
  const [from, to] = range.split('-')
  return { from: Number(from), ...(to && { to: Number(to) }) }
}

/** Returns whether a product is in one of these categories. */
export function isIn(product: Pick<Candidate, 'categories'>, categories: CategoryFilter): boolean {
  return categories === 'all' || product.categories.some((name) => categories.includes(name))
}

/** Returns whether a product passes filters. */
export function passes(product: Candidate, filters: Filters): boolean {
  const { categories, minPrice = 0, maxPrice = Number.POSITIVE_INFINITY, sellers, rating = 0 } = filters
  return (
    product.price >= minPrice &&
    product.price <= maxPrice &&
    isIn(product, categories) &&
    (!sellers || sellers.includes(product.seller)) &&
    (!filters.isOnSale || product.on_sale) &&
    (!filters.isInStock || product.in_stock) &&
    product.rating >= rating
  )
}

/** Returns whether filters depend on values, such as stock, that change without a change of the shop's lists. */
export function needsMoreThanLists({ sellers, isOnSale, isInStock, rating }: Filters): boolean {
  return sellers !== undefined || isOnSale === true || isInStock === true || rating !== undefined
}

/** Returns whether filters depend on prices. */
export function hasPriceFilter({ minPrice, maxPrice }: Filters): boolean {
  return minPrice !== undefined || maxPrice !== undefined
}

export function countEach(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
