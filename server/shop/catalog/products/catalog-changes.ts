import { randomUUID } from 'node:crypto'
import { announce } from '../../../../db/channels.ts'
import type { Replicas } from '../../../../db/replicas.ts'
import type { Tx } from '../../../../db/tables.ts'
import { type Cache, type CacheOptions, createCache } from '../../../platform/data/cache.ts'
import type { Channels } from '../../../platform/data/channels.ts'
import { createResponseCache, type ResponseCache } from '../../../platform/data/response-cache.ts'
import { type CatalogChange, fromMessage, toMessage } from './product-change.ts'
import { type Dependence, touches } from './shown.ts'

const CHANNEL = 'catalog_changes'
/**
 * Changes invalidate what is kept. Other data may be this old: units sold, and the day on which a former price expires.
 */
const MAX_AGE_MS = 10_000
/** Messages that are remembered, as their own process gets them a second time. */
const MAX_HEARD = 1_000
/** The limit of how long a change is not seen while messages may be lost. */
const DISCONNECTED_MAX_AGE_MS = 1_000

/**
 * Announces a change of what visitors see of the catalog. Every use case that makes such a change calls this in its
 * transaction, with what it touches: this process stops using what it kept of that, and replicas without the change, before
 * the transaction's caller continues; other processes when they receive the message of the commit.
 */
export function catalogChanged(tx: Tx, change: CatalogChange): Promise<void> {
  return announce(tx, CHANNEL, toMessage({ id: randomUUID(), change }))
}

export type KeptResponses = ResponseCache<Dependence, CatalogChange>

interface ChangedCacheOptions extends CacheOptions {
  maxAgeMs: number
  isOfLists?: boolean
}

export interface CatalogChanges {
  /** Kept until a change touches what they show; while messages may be lost, none is used for longer than a second. */
  readonly responses: KeptResponses
  /**
   * Creates a cache of other data of the catalog. It is cleared at each change, by whatever process, with `isOfLists` at each
   * after which a list may have other products; while messages of changes may be lost, no entry is used for longer than a second.
   */
  createCache<V>(options: ChangedCacheOptions): Cache<V>
}

/** Clears caches and excludes outdated replicas at each change of the catalog, from `channels.start()` on. */
export function createCatalogChanges(options: {
  channels: Channels
  replicas: Replicas
  maxBytes: number
}): CatalogChanges {
  const { channels, replicas, maxBytes } = options
  const caches: { clear(): void }[] = []
  const cachesOfLists: typeof caches = []
  const boundedAge = (maxAgeMs: number) => (channels.connected ? maxAgeMs : Math.min(maxAgeMs, DISCONNECTED_MAX_AGE_MS))
  const responses: KeptResponses = createResponseCache({
    name: 'responses',
    maxBytes,
    maxAgeMs: () => boundedAge(MAX_AGE_MS),
    touches,
  })

  const heard = new Set<string>()

  /** Returns whether a message came before: what was loaded since has its change. */
  function isRepeated(id: string): boolean {
    if (id === '') return false
    if (heard.delete(id)) return true
    heard.add(id)
    const oldest = heard.size > MAX_HEARD ? heard.values().next().value : undefined
    if (oldest !== undefined) heard.delete(oldest)
    return false
  }

  function invalidate(change: CatalogChange): void {
    // In this order: what is loaded again must not come from a replica that does not have the change yet.
    replicas.changed()
    responses.invalidate(change)
    for (const cache of caches) cache.clear()
    if (changesLists(change)) for (const cache of cachesOfLists) cache.clear()
  }

  channels.subscribe(CHANNEL, {
    onMessage(text) {
      const { id, change } = fromMessage(text)
      if (!isRepeated(id)) invalidate(change)
    },
    onConnect: () => invalidate('all'),
  })
  return {
    responses,
    createCache<V>({ maxAgeMs, isOfLists = false, ...rest }: ChangedCacheOptions) {
      const cache = createCache<V>({ ...rest, maxAgeMs: () => boundedAge(maxAgeMs) })
      const group = isOfLists ? cachesOfLists : caches
      group.push(cache)
      return cache
    },
  }
}

function changesLists(change: CatalogChange): boolean {
  return change === 'all' || change.some((one) => 'isRelisted' in one && one.isRelisted)
}
