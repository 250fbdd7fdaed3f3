import { cachesCreated } from '../data/cache.ts'
import { shiftOldest } from '../data/shift-oldest.ts'

export interface ByteCache<V> {
  get(key: string): V | undefined
  /** Keeps a value of that size; one that is too large is not kept. */
  set(key: string, value: V, bytes: number): void
  deleteWhere(matches: (key: string) => boolean): void
}

/** One value may take this share of the bytes. */
const MAX_SHARE = 0.125

/** Creates a cache bounded by the bytes of its values; the least recently used are dropped first. */
export function createByteCache<V>({ name, maxBytes }: { name: string; maxBytes: number }): ByteCache<V> {
  const entries = new Map<string, { value: V; bytes: number }>()
  const shift = shiftOldest(entries)
  const counts = { hits: 0, misses: 0 }
  let total = 0

  function remove(key: string): void {
    total -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  cachesCreated.publish({ name, counts })
  return {
    get(key) {
      const entry = entries.get(key)
      if (!entry) {
        counts.misses++
        return undefined
      }
      counts.hits++
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    set(key, value, bytes) {
      remove(key)
      if (bytes > maxBytes * MAX_SHARE) return
      entries.set(key, { value, bytes })
      total += bytes
      while (total > maxBytes) total -= shift()?.bytes ?? total
    },
    deleteWhere(matches) {
      for (const key of entries.keys()) if (matches(key)) remove(key)
    },
  }
}
