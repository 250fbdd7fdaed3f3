import type { Db } from '../../../../db/tables.ts'
import { createCache } from '../../../platform/data/cache.ts'
import { readSample, type SampledProduct } from './name-sample-queries.ts'
import type { Filters } from './search-filters.ts'

/** So many show how frequent a text is well enough to choose how to look for it. */
const SIZE = 3_000
/** What is chosen by an old sample takes longer, and finds the same. */
const MAX_AGE_MS = 5 * 60_000
/** A shop that is filled outgrows its sample at once. */
const MAX_AGE_OF_FEW_MS = 5_000

interface NameSample {
  /** How many of the shop's products stand behind each of these. */
  each: number
  /** The names as they are searched, each on a line. */
  names: string
  rows: readonly SampledProduct[]
}

const samples = new WeakMap<Db, () => Promise<NameSample>>()

/** Returns a sample of the products of the shop, some minutes old at most. */
export function sampleNames(db: Db): Promise<NameSample> {
  let read = samples.get(db)
  if (!read) {
    read = keepSample(db)
    samples.set(db, read)
  }
  return read()
}

function keepSample(db: Db): () => Promise<NameSample> {
  let maxAgeMs = MAX_AGE_MS
  const cache = createCache<NameSample>({ name: 'name_sample', maxEntries: 1, maxAgeMs: () => maxAgeMs })
  return () =>
    cache.get('', async () => {
      const { total, rows } = await readSample(db, SIZE)
      maxAgeMs = total > 2 * SIZE ? MAX_AGE_MS : MAX_AGE_OF_FEW_MS
      return {
        each: total / Math.max(rows.length, 1),
        names: rows.map(({ search_name }) => `${search_name}\n`).join(''),
        rows,
      }
    })
}

/** About how many products there are: in the categories of a filter, with a text in their names, and with all of it. */
export function countMatches(
  { each, names, rows }: NameSample,
  { text, categories, minPrice = 0, maxPrice = Number.POSITIVE_INFINITY }: Filters & { text: string },
): { matches: number; listed: number; passing: number } {
  const wanted = text.toLowerCase()
  if (categories === 'all' && minPrice === 0 && maxPrice === Number.POSITIVE_INFINITY) {
    const matches = each * countLines(names, wanted)
    return { matches, listed: each * rows.length, passing: matches }
  }
  const counts = { matches: 0, listed: 0, passing: 0 }
  for (const { search_name, price, categories: own } of rows) {
    const isListed = categories === 'all' || own.some((category) => categories.includes(category))
    const isMatch = search_name.includes(wanted)
    if (isListed) counts.listed += each
    if (isMatch) counts.matches += each
    if (isListed && isMatch && price >= minPrice && price <= maxPrice) counts.passing += each
  }
  return counts
}

/** Returns how many lines contain a text: one search over all of them is much faster than one in each. */
function countLines(lines: string, text: string): number {
  let count = 0
  for (let at = lines.indexOf(text); at !== -1; count++) {
    const end = lines.indexOf('\n', at)
    at = end === -1 ? -1 : lines.indexOf(text, end)
  }
  return count
}
