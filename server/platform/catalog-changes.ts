import type { FastifyInstance } from 'fastify'
import type { Replicas } from '../../db/replicas.ts'
import { type Cache, type CacheOptions, createCache } from './cache.ts'
import type { Notifications } from './notifications.ts'

const CHANNEL = 'catalog_changes'
/** The longest a change can stay unseen while nobody tells of it. */
const UNTOLD_MAX_AGE_MS = 1_000
const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

export interface CatalogChanges {
  /**
   * Makes a cache of what visitors see of the catalogue. It is emptied at each change, by whatever process; while
   * messages of changes may be lost, nothing in it is used for longer than a second.
   */
  createCache<V>(options: CacheOptions & { maxAgeMs: number }): Cache<V>
  /** To be called after a change by this process, before it is answered: its message may come later. */
  happened(): void
}

/** Hears of changes of the catalogue, from `notifications.start()` on. */
export function createCatalogChanges(options: { notifications: Notifications; replicas: Replicas }): CatalogChanges {
  const { notifications, replicas } = options
  const caches: { clear(): void }[] = []

  function happened(): void {
    // In this order: what is loaded anew must not come from a replica that does not have the change yet.
    replicas.changed()
    for (const cache of caches) cache.clear()
  }

  notifications.hear(CHANNEL, { onMessage: happened, onConnect: happened })
  return {
    happened,
    createCache<V>({ maxAgeMs, ...rest }: CacheOptions & { maxAgeMs: number }) {
      const boundedAge = () => (notifications.connected ? maxAgeMs : Math.min(maxAgeMs, UNTOLD_MAX_AGE_MS))
      const cache = createCache<V>({ ...rest, maxAgeMs: boundedAge })
      caches.push(cache)
      return cache
    },
  }
}

/** Counts whatever sellers and admins change here as a change of the catalogue: only they can. */
export function installOwnChanges(app: FastifyInstance, changes: CatalogChanges): void {
  app.addHook('onSend', async (request, reply) => {
    const refused = reply.statusCode >= 400 && reply.statusCode < 500
    if (READING.has(request.method) || refused || !request.caller || request.caller.role === 'buyer') return
    changes.happened()
  })
}
