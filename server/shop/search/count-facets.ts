import type { Db } from '../../../db/tables.ts'
import { MAX_PRICE_BARS, MAX_UNPAGED_ROWS, PRICE_RANGES, RATING_FILTERS } from '../../../shared/catalog/constants.ts'
import type { SearchFacets } from '../../../shared/catalog/search-schema.ts'
import { boundsOf, type Candidate, type Filters, hasPriceFilter, passes, type Search } from './filters.ts'
import { widenCandidates } from './find-by-words.ts'
import { ENOUGH, listMatching } from './match-queries.ts'

/** The figures of a search's filters; `sellers` counts by the ids of sellers. */
export interface Facets extends Omit<SearchFacets, 'sellers'> {
  sellers: ReadonlyMap<string, number>
}

interface Read {
  candidates: readonly Candidate[]
  /** True when there may be more. */
  isCut: boolean
}

/** Returns how many products each choice of a filter would show; beyond 1,000 those of the first that are found. */
export async function countFacets(db: Db, search: Search): Promise<Facets> {
  const { filters } = search
  const { sellers, rating } = filters
  const atAnyPriceFilters = hasPriceFilter(filters) ? { ...filters, minPrice: undefined, maxPrice: undefined } : filters
  const ofAnySellerFilters = sellers ? { ...filters, sellers: undefined } : filters
  const ofAnyRatingFilters = rating === undefined ? filters : { ...filters, rating: undefined }
  const read = await readAll(db, search, [filters, atAnyPriceFilters, ofAnySellerFilters, ofAnyRatingFilters])
  const [shown, atAnyPrice, ofAnySeller, ofAnyRating] = [
    read(filters),
    read(atAnyPriceFilters),
    read(ofAnySellerFilters),
    read(ofAnyRatingFilters),
  ]
  return {
    total_is_exact: ![shown, atAnyPrice, ofAnySeller, ofAnyRating].some(({ isCut }) => isCut),
    price_ranges: PRICE_RANGES.map((range) => ({ range, count: countInRange(atAnyPrice.candidates, range) })),
    price_bars: barsOf(atAnyPrice.candidates.map(({ price }) => price)),
    flash_sale: shown.candidates.filter(({ on_sale }) => on_sale).length,
    in_stock: shown.candidates.filter(({ in_stock }) => in_stock).length,
    ratings: RATING_FILTERS.map((stars) => ({
      rating: stars,
      count: ofAnyRating.candidates.filter((one) => one.rating >= Number(stars)).length,
    })),
    sellers: countSellers(ofAnySeller.candidates),
  }
}

/** Reads what each of some filters lets through, in one statement. Of few products their words find more. */
async function readAll(
  db: Db,
  { text, isExact }: Search,
  filters: readonly Filters[],
): Promise<(filters: Filters) => Read> {
  const isFinal = text === '' || isExact
  const everything: Filters = { categories: 'all' }
  const all = [...new Set([...filters, ...(isFinal ? [] : [everything])])]
  const lists = await listMatching(
    db,
    all.map((one) => ({ text, filters: one })),
  )
  const unfiltered = lists.at(-1) ?? []
  const widened =
    isFinal || unfiltered.length >= ENOUGH ? undefined : await widenCandidates(db, text, 'relevance', unfiltered)
  if (widened)
    return (chosen) => ({
      candidates: widened.candidates.filter((one) => passes(one, chosen)),
      isCut: !widened.isExact,
    })
  return (chosen) => {
    const candidates = lists[all.indexOf(chosen)] ?? []
    return { candidates: candidates.slice(0, MAX_UNPAGED_ROWS), isCut: candidates.length > MAX_UNPAGED_ROWS }
  }
}

function countInRange(candidates: readonly Candidate[], range: (typeof PRICE_RANGES)[number]): number {
  const { from, to = Number.POSITIVE_INFINITY } = boundsOf(range)
  return candidates.filter(({ price }) => price >= from && price <= to).length
}

/**
 * Returns bars of equal width in dollars, of 1, 2 or 5 times a power of ten. The last one has no end: the few highest prices
 * would make the others narrow.
 */
function barsOf(prices: readonly number[]): SearchFacets['price_bars'] {
  const sorted = prices.toSorted((a, b) => a - b)
  const [lowest] = sorted
  const usual = sorted[Math.ceil(0.95 * (sorted.length - 1))]
  if (lowest === undefined || usual === undefined) return []
  const widths = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000]
  const barsIn = (width: number) => Math.floor(usual / width) - Math.floor(lowest / width) + 1
  const width = widths.find((one) => barsIn(one) <= MAX_PRICE_BARS) ?? 1_000_000
  const start = Math.floor(lowest / width) * width
  const bars = Array.from({ length: barsIn(width) }, (_, at) => ({
    from: start + at * width,
    to: at + 1 < barsIn(width) ? start + (at + 1) * width : null,
    count: 0,
  }))
  for (const price of sorted) {
    const bar = bars[Math.min(Math.floor((price - start) / width), bars.length - 1)]
    if (bar) bar.count++
  }
  return bars
}

function countSellers(candidates: readonly Candidate[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { seller } of candidates) counts.set(seller, (counts.get(seller) ?? 0) + 1)
  return counts
}
