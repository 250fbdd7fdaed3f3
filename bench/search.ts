import { sql } from 'kysely'
import { type Connection, connectDatabase } from '../db/connect.ts'
import { countWords } from '../server/shop/search/index-queries.ts'
import { categoryPath } from '../shared/catalog/categories.ts'
import { CATEGORY_PAGE_SIZE, SORT_ORDERS } from '../shared/catalog/constants.ts'
import { CATEGORIES } from '../shared/catalog/standard-categories.ts'
import { openMarket } from './open-market.ts'
import { median, percentile } from './percentile.ts'

// The response times of searches and of deep pages at a million products: `npm run bench -- search`.
const P95_BUDGET_MS = 80
/** For texts of one or two letters. */
const SHORT_P95_BUDGET_MS = 250
/** For rare texts, whose search is widened: words are corrected or may match in any order. */
const WIDENED_P95_BUDGET_MS = 120
const SUGGESTIONS_P95_BUDGET_MS = 60
const FACETS_P95_BUDGET_MS = 150
/** For the first hundred pages of a list, and for any page. */
const [NEAR_PAGE_P95_BUDGET_MS, PAGE_P95_BUDGET_MS] = [20, 400]
const TERMS_PER_KIND = 25
const CALLS_PER_PAGE = 20

/** Prints how long searches and pages of lists take; returns false when a budget is exceeded. */
export async function benchSearch(dataDir: string, size: { products: number; orders: number }): Promise<boolean> {
  const market = await openMarket(dataDir, size)
  try {
    await countAllWords(market.connection)
    const { origin } = await market.startServer({ LOG_LEVEL: 'error' })
    const { 'one letter': letters = [], 'two letters': pairs = [], ...terms } = await chooseTerms(market.connection)
    console.log(`\nMilliseconds per response over HTTP at ${size.products} products`)
    const results = [
      await measureKinds(origin, 'all of one or two letters', { letters, pairs }, SHORT_P95_BUDGET_MS),
      await measureKinds(origin, 'all longer texts that names contain', terms, P95_BUDGET_MS),
      await measureKinds(origin, 'all others', await chooseWidened(market.connection), WIDENED_P95_BUDGET_MS),
    ]
    const { 'a word': words = [], 'two words': twoWords = [] } = terms
    results.push(await measureSuggestions(origin, [...words, ...twoWords]))
    const some = Object.values(terms).flatMap((texts) => texts.slice(0, 10))
    results.push(await measureFacets(origin, some))
    results.push(...(await measurePages(origin)))
    return results.every(Boolean)
  } finally {
    await market.close()
  }
}

/** Counts the words, which a server does within minutes: until then typing errors are not corrected. */
async function countAllWords(connection: Connection): Promise<void> {
  const db = connectDatabase(connection, { max: 1 })
  await sql`set statement_timeout = 0`.execute(db)
  await countWords(db)
  await db.destroy()
}

/** Returns a sample of product names, and their words of more than four letters. */
async function readNames(connection: Connection): Promise<{ names: string[]; words: string[] }> {
  const db = connectDatabase(connection, { max: 1 })
  const { rows } = await sql<{ product_name: string }>`
    select product_name from products where visibility = 'visible' and product_number = any(array(select generate_series(1, 1000000, 4999)))
    order by product_number`.execute(db)
  await db.destroy()
  const names = rows.map(({ product_name }) => product_name.toLowerCase())
  return {
    names,
    words: [...new Set(names.flatMap((name) => name.split(/[^a-z]+/)))].filter((word) => word.length > 4),
  }
}

const first = (texts: string[]) => [...new Set(texts)].slice(0, TERMS_PER_KIND)

/** Returns rare search texts, by kind. */
async function chooseWidened(connection: Connection): Promise<Record<string, string[]>> {
  const { names, words } = await readNames(connection)
  const reversed = (name: string) => name.split(' ').reverse().join(' ')
  const lessLetter = (word: string, at = Math.floor(word.length / 2)) => word.slice(0, at) + word.slice(at + 1)
  const long = words.filter((word) => word.length >= 8)
  return {
    'a whole name': first(names),
    'no match': first(words.map((word) => `${word}qz`)),
    'words the other way round': first(names.map((name) => reversed(name.split(' ').slice(0, 2).join(' ')))),
    'a whole name the other way round': first(names.map(reversed)),
    'a missing letter': first(words.map((word) => lessLetter(word))),
    'two missing letters': first(long.map((word) => lessLetter(lessLetter(word), 1))),
    'two wrong letters': first(long.map((word) => `${word[0]}q${word.slice(2, -2)}q${word.at(-1)}`)),
    'a missing letter in each word': first(
      names.map((name) =>
        name
          .split(' ')
          .map((word) => lessLetter(word))
          .join(' '),
      ),
    ),
    'a word and one that is nowhere': first(words.map((word) => `${word} qzxwv`)),
    'two words of different products': first(words.map((word, at) => `${word} ${words.at(-at - 1)}`)),
  }
}

/** Returns 200 search texts, by kind, the same in every run. */
async function chooseTerms(connection: Connection): Promise<Record<string, string[]>> {
  const { names, words } = await readNames(connection)
  const timesOf = (word: string) => names.filter((name) => name.includes(word)).length
  const byTimes = words.map((word) => ({ word, times: timesOf(word) })).sort((a, b) => b.times - a.times)
  return {
    'one letter': first('etaoinshrdlucmfwypvbgkjqxz'.split('')),
    'two letters': first(words.map((word) => word.slice(1, 3))),
    'three letters': first(words.map((word) => word.slice(0, 3))),
    'a common word': first(byTimes.map(({ word }) => word)),
    'a word': first(words),
    'a rare word': first(names.flatMap((name) => name.match(/\b[a-z]\d{3}\b/g) ?? [])),
    'the middle of a word': first(words.map((word) => word.slice(1, -1))),
    'two words': first(names.map((name) => name.split(' ').slice(0, 2).join(' '))),
  }
}

/** Measures suggestions while words are typed, from the second letter on. */
async function measureSuggestions(origin: string, texts: string[]): Promise<boolean> {
  const times: number[] = []
  for (const text of texts)
    for (let length = 2; length <= text.length; length++) {
      const typed = text.slice(0, length).trim()
      if (typed.length > 1) times.push((await timeOf(`${origin}/api/suggestions?q=${encodeURIComponent(typed)}`)).ms)
    }
  return report('suggestions', times, percentile(times, 95) <= SUGGESTIONS_P95_BUDGET_MS)
}

/** Measures facet counts with and without filters. */
async function measureFacets(origin: string, texts: string[]): Promise<boolean> {
  const times: number[] = []
  for (const text of texts)
    for (const chosen of ['', '&price=0-50', '&in_stock=1&category=Audio,Toys', '&flash_sale=1&price_from=20'])
      times.push((await timeOf(`${origin}/api/search/facets?q=${encodeURIComponent(text)}${chosen}`)).ms)
  return report('filters of a search', times, percentile(times, 95) <= FACETS_P95_BUDGET_MS)
}

/** Prints the times of each kind and of all kinds; the budget is for all. */
async function measureKinds(
  origin: string,
  name: string,
  kinds: Record<string, string[]>,
  p95Budget: number,
): Promise<boolean> {
  const all: number[] = []
  for (const [kind, texts] of Object.entries(kinds)) {
    const times = await measureTerms(origin, texts)
    report(`search: ${kind}`, times, true)
    all.push(...times)
  }
  return report(`search: ${name}`, all, percentile(all, 95) <= p95Budget)
}

async function measureTerms(origin: string, texts: string[]): Promise<number[]> {
  const times: number[] = []
  for (const text of texts) {
    for (const sort of SORT_ORDERS) {
      const address = `${origin}/api/search?q=${encodeURIComponent(text)}&sort=${sort}`
      const { ms, total } = await timeOf(address)
      const last = Math.max(1, Math.min(100, Math.ceil(total / 10)))
      times.push(ms, (await timeOf(`${address}&page=10`)).ms, (await timeOf(`${address}&page=${last}`)).ms)
    }
  }
  return times
}

/** Measures pages of the longest lists: the first, some in the middle and the last. */
async function measurePages(origin: string): Promise<boolean[]> {
  const results: boolean[] = []
  for (const slug of ['all', categoryPath(CATEGORIES[0] ?? '').slice('/category/'.length)]) {
    const list = `${origin}/api/categories/${slug}/products`
    const { total } = await timeOf(list)
    const last = Math.max(1, Math.ceil(total / CATEGORY_PAGE_SIZE))
    for (const share of [0, 0.1, 0.25, 0.5, 0.75, 1]) {
      const page = Math.max(1, Math.floor(last * share))
      const times: number[] = []
      for (let call = 0; call < CALLS_PER_PAGE; call++) {
        const near = Math.max(1, Math.min(last, page - call))
        times.push((await timeOf(`${list}?page=${near}`)).ms)
      }
      const budget = page <= 100 ? NEAR_PAGE_P95_BUDGET_MS : PAGE_P95_BUDGET_MS
      results.push(report(`${slug}: page ${page} of ${last}`, times, percentile(times, 95) <= budget))
    }
  }
  return results
}

function report(name: string, times: number[], isWithin: boolean): boolean {
  const show = (ms: number) => ms.toFixed(1).padStart(7)
  const figures = `median ${show(median(times))}   p95 ${show(percentile(times, 95))}   longest ${show(Math.max(...times))}`
  console.log(`  ${name.padEnd(36)} ${figures}${isWithin ? '' : '   OVER BUDGET'}`)
  return isWithin
}

async function timeOf(address: string): Promise<{ ms: number; total: number }> {
  const beganAt = performance.now()
  const response = await fetch(address)
  const body = (await response.json()) as { total?: number }
  const ms = performance.now() - beganAt
  if (response.status !== 200) throw new Error(`${address} returned ${response.status}`)
  return { ms, total: body.total ?? 0 }
}
