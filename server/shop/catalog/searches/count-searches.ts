import { LRUCache } from 'lru-cache'
import { createContext, runInContext } from '../../../../db/request-context.ts'
import type { Db } from '../../../../db/tables.ts'
import { type SearchQuery, searchQuerySchema } from '../../../../shared/catalog/search-schema.ts'
import type { Clock } from '../../../platform/config/clock.ts'
import { repeat } from '../../../platform/jobs/repeat.ts'
import type { AnsweredRequest } from '../../../platform/observe/log.ts'
import { addSearches, type SearchesOfText } from './queries.ts'

const EVERY_MS = 5_000
/** Limits the addresses counted between writes, and the texts with a known result. */
const MAX_CACHED = 5_000
const MAX_ADDRESS_LENGTH = 512
const MAX_TEXT_LENGTH = 100
/** Searches come through the API and the server-rendered page, in any language. */
const PATHS = /^(?:\/(?:api|[a-z]{2}(?:-[A-Z]{2})?))?\/search\?/
/** Any other parameter means that the text was counted before. */
const FIRST = ['q', 'after_change']
const LATER = searchQuerySchema.keyof().options.filter((name) => !FIRST.includes(name))
/** Email addresses and telephone or card numbers can identify the searcher. */
const PERSONAL = /@|\d{7}/
/** A text of only symbols matches no product, and cannot have synonyms. */
const HAS_WORDS = /[\p{L}\p{N}]/u

export type SearchCounter = ReturnType<typeof createSearchCounter>

/** Creates the counter of this process's searches by text. It never waits, and never fails a request. */
export function createSearchCounter() {
  let addresses = new Map<string, number>()
  const withoutResult = new LRUCache<string, boolean>({ max: MAX_CACHED })
  /** Counts that are not written yet. */
  let left: SearchesOfText[] = []

  return {
    /** Counts a request that was answered with 200 or 304, if it is a search. */
    countAnswered({ url, method, status }: Pick<AnsweredRequest, 'url' | 'method' | 'status'>): void {
      if (method !== 'GET' || (status !== 200 && status !== 304)) return
      if (url.length > MAX_ADDRESS_LENGTH || !PATHS.test(url)) return
      const times = addresses.get(url)
      if (times === undefined && addresses.size >= MAX_CACHED) return
      addresses.set(url, (times ?? 0) + 1)
    },
    /** Records whether a search without filters finds any product. */
    found(query: SearchQuery, isAny: boolean): void {
      if (query.q && !LATER.some((name) => query[name] !== undefined)) withoutResult.set(keyOf(query.q), !isAny)
    },
    /** Clears the counts once `write` has written them. */
    async flush(write: (counted: readonly SearchesOfText[]) => Promise<void>): Promise<void> {
      const searches = new Map(left.slice(0, MAX_CACHED).map((one) => [one.text, one.searches]))
      for (const [url, times] of addresses) {
        const text = textOf(url)
        if (text !== undefined) searches.set(text, (searches.get(text) ?? 0) + times)
      }
      addresses = new Map()
      left = Array.from(searches, ([text, times]) => {
        return { text, searches: times, without_result: withoutResult.get(text) ? times : 0 }
      })
      if (left.length) await write(left)
      left = []
    },
  }
}

/** Returns the text of a search without filters; undefined for others, and for one that may identify the searcher. */
function textOf(url: string): string | undefined {
  const query = new URLSearchParams(url.slice(url.indexOf('?')))
  if (LATER.some((name) => query.has(name))) return undefined
  const text = keyOf(query.get('q') ?? '')
  if (!HAS_WORDS.test(text) || text.length > MAX_TEXT_LENGTH || !text.isWellFormed()) return undefined
  return PERSONAL.test(text.replaceAll(/[ ()./+-]/g, '')) ? undefined : text
}

/** Normalises a text as the page does, and strips control characters, some of which the database refuses. */
function keyOf(text: string): string {
  return text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toLowerCase()
}

interface Deps {
  db: Db
  clock: Clock
  searches: SearchCounter
  log: { error(event: object): void }
}

/** Starts writing the counts of this process; `close` writes the rest. */
export function startCountingSearches({ db, clock, searches, log }: Deps): { close(): Promise<void> } {
  const add = (counted: readonly SearchesOfText[]) =>
    runInContext(createContext('job', 'search-counts'), () => addSearches(db, clock(), counted))
  const write = () => searches.flush(add).catch((error) => log.error({ err: error, event: 'searches_not_counted' }))
  const writing = repeat(EVERY_MS, write)
  return {
    async close() {
      await writing.close()
      await write()
    },
  }
}
