import { channel } from 'node:diagnostics_channel'
import { countWaiting } from '../../db/work.ts'

export interface CacheOptions {
  /** Names the cache in metrics. */
  name: string
  maxEntries: number
  /** Asked at each use when it changes with time. */
  maxAgeMs: number | (() => number)
  now?: () => number
}

export interface Cache<V> {
  readonly name: string
  /** Answers the fresh value of `key`, else loads it; callers that come meanwhile wait for the same load. */
  get(key: string, load: () => Promise<V>): Promise<V>
  /** Forgets one key. A load under way answers its callers but is not kept. */
  drop(key: string): void
  /** Forgets everything, as `drop` does. */
  clear(): void
  readonly counts: { hits: number; misses: number }
}

/** Every cache is published here when it is made. */
export const cachesMade = channel('openstall.caches-made')

/** A bounded cache with an age: the entry unused for longest gives way, failures are not kept, one flight per key. */
export function createCache<V>({ name, maxEntries, maxAgeMs, now = Date.now }: CacheOptions): Cache<V> {
  const entries = new Map<string, { value: V; storedAt: number }>()
  const ageLimit = typeof maxAgeMs === 'number' ? () => maxAgeMs : maxAgeMs
  const flights = new Map<string, Promise<V>>()
  const counts = { hits: 0, misses: 0 }

  function fresh(key: string) {
    const entry = entries.get(key)
    if (!entry) return undefined
    entries.delete(key)
    if (now() - entry.storedAt >= ageLimit()) return undefined
    entries.set(key, entry)
    return entry
  }

  async function fly(key: string, load: () => Promise<V>): Promise<V> {
    const flight = load()
    flights.set(key, flight)
    try {
      const value = await flight
      // Dropped while it was loading: the value may be from before the change that spoiled it.
      if (flights.get(key) === flight) {
        entries.set(key, { value, storedAt: now() })
        const oldest = entries.size > maxEntries ? entries.keys().next().value : undefined
        if (oldest !== undefined) entries.delete(oldest)
      }
      return value
    } finally {
      if (flights.get(key) === flight) flights.delete(key)
    }
  }

  const cache: Cache<V> = {
    name,
    counts,
    async get(key, load) {
      const entry = fresh(key)
      if (entry) {
        counts.hits++
        return entry.value
      }
      counts.misses++
      const flight = flights.get(key)
      return flight ? countWaiting(flight) : fly(key, load)
    },
    drop(key) {
      entries.delete(key)
      flights.delete(key)
    },
    clear() {
      entries.clear()
      flights.clear()
    },
  }
  cachesMade.publish(cache)
  return cache
}
