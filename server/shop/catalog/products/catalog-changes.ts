import { z } from 'zod'
import { announce } from '../../../../db/channels.ts'
import type { Replicas } from '../../../../db/replicas.ts'
import type { Tx } from '../../../../db/tables.ts'
import { type Cache, type CacheOptions, createCache, EVERYTHING } from '../../../platform/data/cache.ts'
import type { Channels } from '../../../platform/data/channels.ts'
import type { ReadyResponse } from '../../../platform/data/ready-response.ts'
import { tagOf } from './catalog-tags.ts'

const CHANNEL = 'catalog_changes'
/** NOTIFY takes less than 8,000 bytes. */
const MAX_MESSAGE_BYTES = 7_999
/**
 * Changes invalidate what is cached. Other data may be this old: units sold, and the day on which a former price expires.
 */
const MAX_AGE_MS = 10_000
/** The limit of how long a change is not seen while messages may be lost. */
const DISCONNECTED_MAX_AGE_MS = 1_000
/** The share of the bytes for addresses that any client can make up: they must not push out the others. */
const CROWD_SHARE = 0.25

/**
 * Announces a change of what visitors see of the catalog. Every use case that makes such a change calls this in its
 * transaction, with the tags of what it touches: this process stops using what it cached of that, and replicas without the
 * change, before the transaction's caller continues; other processes when they receive the message of the commit.
 */
export function catalogChanged(tx: Tx, tags: readonly string[]): Promise<void> {
  const text = JSON.stringify([...new Set(tags)])
  return announce(tx, CHANNEL, Buffer.byteLength(text) > MAX_MESSAGE_BYTES ? JSON.stringify([EVERYTHING]) : text)
}

/** Returns the tags of a message; everything for a text that is not understood, such as an operator's or another version's. */
export function tagsOfMessage(text: string): string[] {
  try {
    return z.array(z.string()).parse(JSON.parse(text))
  } catch {
    return [EVERYTHING]
  }
}

export interface CatalogChanges {
  /** Responses by address, until a change touches what they show. */
  readonly responses: Cache<ReadyResponse>
  /** The same, of addresses that any client can make up. */
  readonly crowd: Cache<ReadyResponse>
  /** Creates a cache of other data of the catalog, which is cleared at each change, by whatever process. */
  createCache<V>(options: CacheOptions<V> & { maxAgeMs: number }): Cache<V>
}

/**
 * Clears caches and excludes outdated replicas at each change of the catalog, from `channels.start()` on. While messages may
 * be lost, no entry of these caches is used for longer than a second.
 */
export function createCatalogChanges(options: {
  channels: Channels
  replicas: Replicas
  maxBytes: number
}): CatalogChanges {
  const { channels, replicas, maxBytes } = options
  const caches: Pick<Cache<unknown>, 'invalidate'>[] = []

  function create<V>({ maxAgeMs, ...rest }: CacheOptions<V> & { maxAgeMs: number }): Cache<V> {
    const ageLimit = () => (channels.connected ? maxAgeMs : Math.min(maxAgeMs, DISCONNECTED_MAX_AGE_MS))
    const cache = createCache<V>({ ...rest, maxAgeMs: ageLimit })
    caches.push(cache)
    return cache
  }

  const responsesOf = (name: string, share: number) =>
    create<ReadyResponse>({
      name,
      maxBytes: Math.floor(maxBytes * share),
      // With its compressed copy, which is smaller.
      bytesOf: ({ body }) => 2 * body.length,
      maxAgeMs: MAX_AGE_MS,
      tagsOf: ({ tags }) => tags,
    })

  function invalidate(tags: readonly string[]): void {
    // In this order: what is loaded again must not come from a replica that does not have the change yet.
    replicas.changed()
    const touched = new Set([...tags, tagOf.market])
    for (const cache of caches) cache.invalidate(touched)
  }

  channels.subscribe(CHANNEL, {
    onMessage: (text) => invalidate(tagsOfMessage(text)),
    onConnect: () => invalidate([EVERYTHING]),
  })
  const marketTags = new Set([tagOf.market])
  return {
    responses: responsesOf('responses', 1 - CROWD_SHARE),
    crowd: responsesOf('crowd', CROWD_SHARE),
    createCache: (rest) => create({ ...rest, tagsOf: () => marketTags }),
  }
}
