import type { Db } from '../../../../db/tables.ts'
import {
  MAX_PRICE_BARS,
  MAX_UNPAGED_ROWS,
  PRICE_RANGES,
  RATING_FILTERS,
  SELLERS_COUNTED,
} from '../../../../shared/catalog/constants.ts'
import type { SearchFacets } from '../../../../shared/catalog/search-schema.ts'
import { nameSellers } from '../products/seller-page-queries.ts'
import type { Candidate } from './candidate-queries.ts'
import { ENOUGH } from './find-by-words.ts'
import { estimateMatches } from './match-queries.ts'
import { boundsOf, type Filters, letAllPass, lookAtPrices, passes } from './search-filters.ts'
import { type Search, widenCandidates } from './search-products.ts'
import { listMatching } from './search-queries.ts'

interface Read {
  candidates: readonly Candidate[]
  /** Whether there may be more. */
  isCut: boolean
}

type Reading = (filters: Filters) => Promise<Read>

/** Returns how many products each choice of a filter would show; beyond 1,000 those of the first by relevance. */
export async function countFacets(
  db: Db,
  { q: text = '', exact }: Pick<Search, 'q' | 'exact'>,
  filters: Filters,
): Promise<SearchFacets> {
  const read = await readingOf(db, { text, isExact: exact !== undefined, filters })
  const { sellers, rating } = filters
  const [shown, atAnyPrice, ofAnySeller, ofAnyRating] = await Promise.all([
    read(filters),
    read(lookAtPrices(filters) ? { ...filters, minPrice: undefined, maxPrice: undefined } : filters),
    read(sellers ? { ...filters, sellers: undefined } : filters),
    read(rating ? { ...filters, rating: undefined } : filters),
  ])
  return {
    total_is_exact: ![shown, atAnyPrice, ofAnySeller, ofAnyRating].some(({ isCut }) => isCut),
    price_ranges: PRICE_RANGES.map((range) => ({ range, count: countInRange(atAnyPrice.candidates, range) })),
    price_bars: barsOf(atAnyPrice.candidates.map(({ price }) => price)),
    flash_sale: shown.candidates.filter(({ flash_sale }) => flash_sale).length,
    in_stock: shown.candidates.filter(({ is_out }) => !is_out).length,
    ratings: RATING_FILTERS.map((stars) => ({
      rating: stars,
      count: ofAnyRating.candidates.filter((one) => one.rating >= 10 * Number(stars)).length,
    })),
    sellers: await nameMost(db, countSellers(ofAnySeller.candidates), sellers ?? []),
  }
}

/**
 * Returns how the products of a search are read: once for all filters, or, of too many, the first that pass the filters. Those
 * of `filters` are read at the same time, as most searches with filters have too many products without.
 */
async function readingOf(
  db: Db,
  { text, isExact, filters }: { text: string; isExact: boolean; filters: Filters },
): Promise<Reading> {
  const readFirst: Reading = async (chosen) => {
    const filter = { ...chosen, text }
    const { rowsInOrder } = await estimateMatches(db, filter, MAX_UNPAGED_ROWS)
    return listMatching(db, { filter, limit: MAX_UNPAGED_ROWS, rowsInOrder })
  }
  const isFiltered = !letAllPass(filters)
  if (isFiltered) {
    const { matches } = await estimateMatches(db, { categories: 'all', text }, MAX_UNPAGED_ROWS)
    const first = matches > 2 * MAX_UNPAGED_ROWS ? await readFirst(filters) : undefined
    if (first && (first.isCut || first.candidates.length >= ENOUGH))
      return async (chosen) => (chosen === filters ? first : readFirst(chosen))
  }
  const readAll = readFirst({ categories: 'all' })
  const [contained, first] = await Promise.all([readAll, isFiltered ? readFirst(filters) : readAll])
  if (contained.isCut)
    return async (chosen) => (chosen === filters ? first : letAllPass(chosen) ? contained : readFirst(chosen))
  const isEnough = text === '' || isExact || contained.candidates.length >= ENOUGH
  const widened = isEnough ? undefined : await widenCandidates(db, text, 'relevance', contained.candidates)
  const candidates: readonly Candidate[] = widened?.candidates ?? contained.candidates
  const isCut = widened?.isExact === false
  return async (filters) => ({ candidates: candidates.filter((one) => passes(one, filters)), isCut })
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

async function nameMost(
  db: Db,
  counts: ReadonlyMap<string, number>,
  chosen: readonly string[],
): Promise<SearchFacets['sellers']> {
  const most = [...counts].sort(([, a], [, b]) => b - a).slice(0, SELLERS_COUNTED)
  const wanted = new Set([...chosen, ...most.map(([seller]) => seller)])
  const named = await nameSellers(db, [...wanted])
  return named
    .map(({ seller_id, handle, name }) => ({ handle, name, count: counts.get(seller_id) ?? 0 }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
}
