import { z } from 'zod'
import { announce } from '../../../../db/channels.ts'
import type { Replicas } from '../../../../db/replicas.ts'
import type { Tx } from '../../../../db/tables.ts'
import { Cache, type CacheOptions, EVERYTHING } from '../../../platform/data/cache.ts'
import type { Channels } from '../../../platform/data/channels.ts'
import type { ReadyResponse } from '../../../platform/fast-path/ready-response.ts'
import { tagOf } from './catalog-tags.ts'

const CHANNEL = 'catalog_changes'
/** The limit of NOTIFY. */
const MAX_MESSAGE_BYTES = 7_999
/** Limits the age of data that no change invalidates: units sold, and the expiry of a former price. */
const MAX_AGE_MS = 10_000
/** Limits how long a change can go unnoticed while messages may be lost. */
const DISCONNECTED_MAX_AGE_MS = 1_000
/** Share of the bytes for low-priority responses: addresses that any client can make up must not evict the others. */
const LOW_PRIORITY_SHARE = 0.25

/**
 * Announces a change of the public catalog. Every use case that makes one calls this in its transaction with the changed
 * tags. This process invalidates cached entries with these tags, and stops using replicas without the change, before
 * `inTransaction` returns; other processes do so when they receive the message.
 */
export function catalogChanged(tx: Tx, tags: readonly string[]): Promise<void> {
  const text = JSON.stringify([...new Set(tags)])
  return announce(tx, CHANNEL, Buffer.byteLength(text) > MAX_MESSAGE_BYTES ? JSON.stringify([EVERYTHING]) : text)
}

/** Returns the tags of a message; everything for an unknown format, as from an operator or another version. */
export function tagsOfMessage(text: string): string[] {
  try {
    return z.array(z.string()).parse(JSON.parse(text))
  } catch {
    return [EVERYTHING]
  }
}

interface ChangedCacheOptions<V> extends CacheOptions<V> {
  maxAgeMs: number
  /** The tags of values without tags of their own; by default any change of the catalog. */
  tags?: readonly string[]
}

export type CatalogChanges = ReturnType<typeof createCatalogChanges>

/**
 * Clears caches and excludes stale replicas at each change of the catalog, from `channels.start()` on. While messages
 * may be lost, entries expire after a second.
 */
export function createCatalogChanges(options: { channels: Channels; replicas: Replicas; maxBytes: number }) {
  const { channels, replicas, maxBytes } = options
  const caches: Pick<Cache<unknown>, 'invalidate'>[] = []

  /** Creates a cache that drops a value when one of its tags changes, in any process. */
  function createCache<V>({ maxAgeMs, tags = [tagOf.market], ...rest }: ChangedCacheOptions<V>): Cache<V> {
    const dependence = new Set(tags)
    const ageLimit = () => (channels.connected ? maxAgeMs : Math.min(maxAgeMs, DISCONNECTED_MAX_AGE_MS))
    const cache = new Cache<V>({ tagsOf: () => dependence, ...rest, maxAgeMs: ageLimit })
    caches.push(cache)
    return cache
  }

  const responsesOf = (name: string, share: number) =>
    createCache<ReadyResponse>({
      name,
      maxBytes: Math.floor(maxBytes * share),
      // Includes the compressed copy, which takes at most a quarter of a page or list.
      bytesOf: ({ body }) => Math.ceil(1.25 * body.length),
      maxAgeMs: MAX_AGE_MS,
      tagsOf: ({ tags }) => tags,
    })

  function invalidate(tags: readonly string[]): void {
    // In this order: a reload must not read from a replica without the change.
    replicas.changed()
    for (const cache of caches) cache.invalidate(new Set([...tags, tagOf.market]))
  }

  channels.subscribe(CHANNEL, {
    onMessage: (text) => invalidate(tagsOfMessage(text)),
    onConnect: () => invalidate([EVERYTHING]),
  })
  return {
    /** Responses by address, dropped when one of their tags changes. */
    responses: responsesOf('responses', 1 - LOW_PRIORITY_SHARE),
    /** Low priority: responses of addresses that any client can make up. */
    lowPriority: responsesOf('low_priority', LOW_PRIORITY_SHARE),
    createCache,
    /** Calls `run` after each change with a tag, once the caches that were created before are without it. */
    onChange(tag: string, run: () => void): void {
      caches.push({ invalidate: (tags) => (tags.has(tag) || tags.has(EVERYTHING)) && run() })
    },
  }
}
