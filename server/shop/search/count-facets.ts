import type { Db } from '../../../db/tables.ts'
import { MAX_PRICE_BARS, MAX_UNPAGED_ROWS, PRICE_RANGES, RATING_FILTERS } from '../../../shared/catalog/constants.ts'
import type { SearchFacets } from '../../../shared/catalog/search-schema.ts'
import { boundsOf, countEach, type Filters, hasPriceFilter, passes, type Search } from './filters.ts'
import { widen } from './find-by-words.ts'
import { listMatching } from './match-queries.ts'

/** Returns the number of products for each choice of a filter, counted among the first 1,000 found; of sellers by their ids. */
export async function countFacets(db: Db, search: Search) {
  const { filters } = search
  const atAnyPrice = hasPriceFilter(filters) ? { ...filters, minPrice: undefined, maxPrice: undefined } : filters
  const ofAnySeller = filters.sellers ? { ...filters, sellers: undefined } : filters
  const ofAnyRating = filters.rating === undefined ? filters : { ...filters, rating: undefined }
  const { lists, isExact } = await readLists(db, search, [filters, atAnyPrice, ofAnySeller, ofAnyRating])
  const passing = (chosen: Filters) => lists.get(chosen) ?? []
  const prices = passing(atAnyPrice).map(({ price }) => price)
  return {
    total_is_exact: isExact,
    price_ranges: PRICE_RANGES.map((range) => ({ range, count: countInRange(prices, range) })),
    price_bars: barsOf(prices),
    flash_sale: passing(filters).filter(({ on_sale }) => on_sale).length,
    in_stock: passing(filters).filter(({ in_stock }) => in_stock).length,
    ratings: RATING_FILTERS.map((stars) => ({
      rating: stars,
      count: passing(ofAnyRating).filter((one) => one.rating >= Number(stars)).length,
    })),
    sellers: countEach(passing(ofAnySeller).map(({ seller }) => seller)),
  }
}

/** Reads the products that pass each set of filters, in one statement; widens a short list by words. */
async function readLists(db: Db, search: Search, filters: readonly Filters[]) {
  const { text } = search
  const isFinal = text === '' || search.isExact
  const chosen = [...new Set(filters)]
  const lists = await listMatching(db, text, isFinal ? chosen : [...chosen, { categories: 'all' }])
  const contained = lists.at(-1) ?? []
  const widened = isFinal ? undefined : await widen(db, search, contained)
  const found = chosen.map((one, at) =>
    widened ? widened.candidates.filter((candidate) => passes(candidate, one)) : (lists[at] ?? []),
  )
  const isExact = widened?.isExact ?? found.every(({ length }) => length <= MAX_UNPAGED_ROWS)
  return { lists: new Map(chosen.map((one, at) => [one, (found[at] ?? []).slice(0, MAX_UNPAGED_ROWS)])), isExact }
}

function countInRange(prices: readonly number[], range: (typeof PRICE_RANGES)[number]): number {
  const { from, to = Number.POSITIVE_INFINITY } = boundsOf(range)
  return prices.filter((price) => price >= from && price <= to).length
}

/**
 * Returns price ranges of equal width: 1, 2 or 5 times a power of ten, in dollars. The last one has no end, as the few
 * highest prices would make all ranges too wide.
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
