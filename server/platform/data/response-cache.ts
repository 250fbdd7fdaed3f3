import { countWaiting } from '../../../db/request-context.ts'
import { type CountedCache, cachesCreated } from './cache.ts'
import type { ReadyResponse } from './ready-response.ts'
import { createResponseStore, type StoredResponse } from './response-store.ts'

/** An entry is loaded again in the last part of its time, while it is still used. */
const REFRESHED_FROM = 0.9

export interface ResponseCacheOptions<Dependence, Change> {
  name: string
  maxBytes: number
  /** The limit of an entry's age, which may change. */
  maxAgeMs: () => number
  /** Returns whether a change may affect a response that depends on this. */
  touches: (change: Change, dependence: Dependence) => boolean
  now?: () => number
}

/** A response, and what it depends on; without that it is not kept. */
export interface Loaded<Dependence> {
  response: ReadyResponse
  dependsOn: Dependence | undefined
}

/** Loads a response; `previous` is the one that is kept, which may be returned while it is still right. */
type Load<Dependence> = (previous: ReadyResponse | undefined) => Promise<Loaded<Dependence>>

interface GetOptions {
  /** The address is one of very many that any client can make up: they share a part of the cache. */
  crowd?: boolean
}

/** Ready responses by address, until a change touches what they depend on. */
export interface ResponseCache<Dependence, Change> extends CountedCache {
  /** Returns the fresh response of an address, without loading anything. */
  peek(address: string): ReadyResponse | undefined
  /** Returns the fresh response of an address, or loads it; concurrent callers wait for the same load. */
  get(address: string, load: Load<Dependence>, options?: GetOptions): Promise<ReadyResponse>
  /** Drops what a change touches; what is being loaded is dropped afterwards, if it depends on the change. */
  invalidate(change: Change): void
  readonly bytes: number
}

/** A load in progress, and the changes that were announced since it began. */
interface Flight<Dependence, Change> {
  loaded: Promise<Loaded<Dependence>>
  changes: Change[]
}

/** Creates a cache of responses, bounded by their bytes in all encodings; the least recently used are dropped first. */
export function createResponseCache<Dependence, Change>({
  name,
  maxBytes,
  maxAgeMs,
  touches,
  now = () => Date.now(),
}: ResponseCacheOptions<Dependence, Change>): ResponseCache<Dependence, Change> {
  const store = createResponseStore<Dependence>(maxBytes)
  const counts = { hits: 0, misses: 0 }
  const flights = createFlights<Dependence, Change>(touches)

  function fresh(address: string): StoredResponse<Dependence> | undefined {
    const stored = store.use(address)
    // One that is too old is kept for `load`, which may find that it is still right.
    return stored && now() - stored.loadedAt < maxAgeMs() ? stored : undefined
  }

  const isAging = ({ loadedAt }: StoredResponse<Dependence>) => now() - loadedAt >= maxAgeMs() * REFRESHED_FROM

  function start(address: string, load: Load<Dependence>, isCrowd: boolean): Promise<Loaded<Dependence>> {
    const loadedAt = now()
    const previous = store.use(address)?.response
    const keep = ({ response, dependsOn }: Loaded<Dependence>) => {
      if (dependsOn === undefined) return
      // The same bytes need not be compressed again.
      const kept = previous && isSame(previous, response) ? previous : response
      store.set(address, { response: kept, dependsOn, loadedAt }, isCrowd)
    }
    return flights.start(address, () => load(previous), keep)
  }

  const cache: ResponseCache<Dependence, Change> = {
    name,
    counts,
    get bytes() {
      return store.bytes
    },
    peek(address) {
      const stored = fresh(address)
      // The first caller goes on to `get`, which loads it again.
      if (!stored || (isAging(stored) && !flights.has(address))) return undefined
      counts.hits++
      return stored.response
    },
    async get(address, load, { crowd = false } = {}) {
      for (let isFirst = true; ; isFirst = false) {
        const stored = fresh(address)
        if (isFirst) counts[stored ? 'hits' : 'misses']++
        if (stored) {
          // It is used until its time ends; a caller after that gets the error.
          if (isAging(stored) && !flights.has(address)) start(address, load, crowd).catch(() => {})
          return stored.response
        }
        // guard: one-render
        if (!flights.has(address)) return (await start(address, load, crowd)).response
        const loaded = await flights.join(address)
        if (loaded) return loaded.response
      }
    },
    invalidate(change) {
      flights.change(change)
      store.dropWhere(({ dependsOn }) => touches(change, dependsOn))
    },
  }
  cachesCreated.publish(cache)
  return cache
}

function isSame(a: ReadyResponse, b: ReadyResponse): boolean {
  return a.status === b.status && a.etag === b.etag
}

interface Flights<Dependence, Change> {
  has(address: string): boolean
  /** Returns what is loaded, and passes it to `keep` unless a change touched it meanwhile. */
  start(
    address: string,
    load: () => Promise<Loaded<Dependence>>,
    keep: (loaded: Loaded<Dependence>) => void,
  ): Promise<Loaded<Dependence>>
  /** Waits for a load; returns undefined if a change that was announced before this call touched it. */
  join(address: string): Promise<Loaded<Dependence> | undefined>
  change(change: Change): void
}

function createFlights<Dependence, Change>(
  touches: (change: Change, dependence: Dependence) => boolean,
): Flights<Dependence, Change> {
  const flights = new Map<string, Flight<Dependence, Change>>()

  /** Returns whether changes touched a response; one that depends on unknown things is touched by all. */
  function isOutdated({ dependsOn }: Loaded<Dependence>, changes: readonly Change[]): boolean {
    return changes.some((change) => dependsOn === undefined || touches(change, dependsOn))
  }

  return {
    has: (address) => flights.has(address),
    start(address, load, keep) {
      const changes: Change[] = []
      const fly = async () => {
        try {
          const loaded = await load()
          // guard: changed-while-loading
          if (!isOutdated(loaded, changes)) keep(loaded)
          return loaded
        } finally {
          flights.delete(address)
        }
      }
      const loaded = fly()
      flights.set(address, { loaded, changes })
      return loaded
    },
    async join(address) {
      const flight = flights.get(address)
      if (!flight) return undefined
      const before = flight.changes.length
      try {
        const loaded = await countWaiting(flight.loaded)
        // guard: changed-before-joining
        return isOutdated(loaded, flight.changes.slice(0, before)) ? undefined : loaded
      } catch (error) {
        if (before) return undefined
        throw error
      }
    },
    change(change) {
      for (const flight of flights.values()) flight.changes.push(change)
    },
  }
}
