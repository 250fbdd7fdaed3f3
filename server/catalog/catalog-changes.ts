import { notify } from '../../db/notify.ts'
import type { Replicas } from '../../db/replicas.ts'
import type { Tx } from '../../db/tables.ts'
import { type Cache, type CacheOptions, createCache } from '../data/cache.ts'
import type { Notifications } from '../data/notifications.ts'

const CHANNEL = 'catalog_changes'
/** The limit of how long a change is not seen while messages may be lost. */
const DISCONNECTED_MAX_AGE_MS = 1_000

/**
 * Announces a change of what visitors see of the catalog. Every use case that makes such a change calls this in its
 * transaction: this process stops using what it cached, and replicas without the change, before the transaction's caller
 * continues; other processes when they receive the message of the commit.
 */
export function catalogChanged(tx: Tx): Promise<void> {
  return notify(tx, CHANNEL)
}

export interface CatalogChanges {
  /**
   * Creates a cache of what visitors see of the catalog. It is cleared at each change, by whatever process; while
   * messages of changes may be lost, no entry is used for longer than a second.
   */
  createCache<V>(options: CacheOptions & { maxAgeMs: number }): Cache<V>
}

/** Clears caches and excludes outdated replicas at each change of the catalog, from `notifications.start()` on. */
export function createCatalogChanges(options: { notifications: Notifications; replicas: Replicas }): CatalogChanges {
  const { notifications, replicas } = options
  const caches: { clear(): void }[] = []

  function invalidate(): void {
    // In this order: what is loaded again must not come from a replica that does not have the change yet.
    replicas.changed()
    for (const cache of caches) cache.clear()
  }

  notifications.subscribe(CHANNEL, { onMessage: invalidate, onConnect: invalidate })
  return {
    createCache<V>({ maxAgeMs, ...rest }: CacheOptions & { maxAgeMs: number }) {
      const boundedAge = () => (notifications.connected ? maxAgeMs : Math.min(maxAgeMs, DISCONNECTED_MAX_AGE_MS))
      const cache = createCache<V>({ ...rest, maxAgeMs: boundedAge })
      caches.push(cache)
      return cache
    },
  }
}
