import { channel } from 'node:diagnostics_channel'
import { countWaiting } from '../../../db/request-context.ts'
import { shiftOldest } from './shift-oldest.ts'

export interface CacheOptions {
  name: string
  maxEntries: number
  /** A function for an age that changes. */
  maxAgeMs: number | (() => number)
  now?: () => number
}

export interface CountedCache {
  readonly name: string
  readonly counts: { hits: number; misses: number }
  /** What its entries occupy, where that is what bounds it. */
  readonly bytes?: number
}

export interface Cache<V> extends CountedCache {
  /** Returns the fresh value of `key`, or loads it; concurrent callers wait for the same load. */
  get(key: string, load: () => Promise<V>): Promise<V>
  /** Invalidates one key. A load in progress still returns to its callers but is not kept. */
  drop(key: string): void
  clear(): void
}

/** Every cache is published here when it is created, as its name and counts. */
export const cachesCreated = channel('openstall.caches-created')

/** Creates a bounded LRU cache with a maximum age; failures are not kept, and a key is loaded once at a time. */
export function createCache<V>({ name, maxEntries, maxAgeMs, now = Date.now }: CacheOptions): Cache<V> {
  const entries = new Map<string, { value: V; storedAt: number }>()
  const shift = shiftOldest(entries)
  const ageLimit = typeof maxAgeMs === 'number' ? () => maxAgeMs : maxAgeMs
  const loads = new Map<string, Promise<V>>()
  const counts = { hits: 0, misses: 0 }

  function fresh(key: string) {
    const entry = entries.get(key)
    if (!entry) return undefined
    entries.delete(key)
    if (now() - entry.storedAt >= ageLimit()) return undefined
    entries.set(key, entry)
    return entry
  }

  async function startLoad(key: string, load: () => Promise<V>): Promise<V> {
    const loading = load()
    loads.set(key, loading)
    try {
      const value = await loading
      // Invalidated while it was loading: the value may be outdated.
      if (loads.get(key) === loading) {
        entries.set(key, { value, storedAt: now() })
        if (entries.size > maxEntries) shift()
      }
      return value
    } finally {
      if (loads.get(key) === loading) loads.delete(key)
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
      const loading = loads.get(key)
      // guard: one-flight
      return loading ? countWaiting(loading) : startLoad(key, load)
    },
    drop(key) {
      entries.delete(key)
      loads.delete(key)
    },
    clear() {
      entries.clear()
      loads.clear()
    },
  }
  cachesCreated.publish(cache)
  return cache
}
