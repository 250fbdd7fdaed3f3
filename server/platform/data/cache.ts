import { channel } from 'node:diagnostics_channel'
import { LRUCache } from 'lru-cache'
import { countWaiting } from '../../../db/request-context.ts'

/** The tag of a change that invalidates everything. */
export const EVERYTHING = 'everything'

export interface CacheOptions<V> {
  name: string
  /** One of the two limits is required; the least recently used entries are evicted first. */
  maxEntries?: number
  maxBytes?: number
  /** Returns the bytes that a value occupies; needed with `maxBytes`. */
  bytesOf?: (value: V) => number
  /** A function where the age limit changes over time. */
  maxAgeMs: number | (() => number)
  /** Returns the tags that a value depends on; a value without any, undefined, is not stored. */
  tagsOf?: (value: V) => ReadonlySet<string> | undefined
}

interface Entry<V> {
  value: V
  loadedAt: number
}

/** Overhead of an entry, in bytes, besides its value and twice its key. */
const ENTRY_BYTES = 500
/** One value may take this share of the bytes. */
const MAX_SHARE = 0.125
const NO_TAGS: ReadonlySet<string> = new Set()

/** Publishes every cache when it is created. */
export const cachesCreated = channel('openstall.caches-created')

/** Caches values by key, with a limit and a maximum age. */
export class Cache<V> {
  readonly name: string
  readonly counts = { hits: 0, misses: 0 }
  readonly #entries: LRUCache<string, Entry<V>, () => Promise<V>>
  readonly #loading = new Set<{ key: string }>()
  readonly #ageLimit: () => number
  readonly #tagsOf: (value: V) => ReadonlySet<string> | undefined

  constructor({ name, maxEntries = 0, maxBytes, bytesOf, maxAgeMs, tagsOf = () => NO_TAGS }: CacheOptions<V>) {
    this.name = name
    this.#ageLimit = typeof maxAgeMs === 'number' ? () => maxAgeMs : maxAgeMs
    this.#tagsOf = tagsOf
    this.#entries = new LRUCache({
      max: maxEntries,
      ...(maxBytes !== undefined && {
        // The library reads 0 as no limit.
        maxSize: Math.max(1, maxBytes),
        maxEntrySize: Math.max(1, Math.floor(maxBytes * MAX_SHARE)),
        sizeCalculation: ({ value }, key) => (bytesOf?.(value) ?? 0) + 2 * key.length + ENTRY_BYTES,
      }),
      // A load whose key is dropped meanwhile still returns to its callers, but is not stored.
      ignoreFetchAbort: true,
      fetchMethod: (key, _old, { context: load }) => this.#load(key, load),
    })
    cachesCreated.publish(this)
  }

  /** The bytes that the entries occupy; 0 where entries are counted. */
  get bytes(): number {
    return this.#entries.calculatedSize
  }

  async #load(key: string, load: () => Promise<V>): Promise<Entry<V>> {
    const loadedAt = Date.now()
    const loading = { key }
    this.#loading.add(loading)
    try {
      const value = await load()
      if (!this.#tagsOf(value)) this.#entries.delete(key)
      return { value, loadedAt }
    } finally {
      this.#loading.delete(loading)
    }
  }

  /** Returns the fresh value of a key, without loading anything. */
  peek(key: string): V | undefined {
    const entry = this.#entries.get(key)
    const age = entry ? Date.now() - entry.loadedAt : 0
    // Negative when the clock has gone back.
    if (!entry || age < 0 || age >= this.#ageLimit()) return undefined
    this.counts.hits++
    return entry.value
  }

  /** Returns the fresh value of a key, or loads it; concurrent callers wait for the same load. Failures are not stored. */
  async get(key: string, load: () => Promise<V>): Promise<V> {
    const fresh = this.peek(key)
    if (fresh !== undefined) return fresh
    this.counts.misses++
    let isOwn = false
    const context = () => {
      isOwn = true
      return load()
    }
    // guard: one-flight
    const loaded = this.#entries.fetch(key, { context, forceRefresh: true })
    const entry = await (isOwn ? loaded : countWaiting(loaded))
    return (entry as Entry<V>).value
  }

  set(key: string, value: V): void {
    this.#entries.set(key, { value, loadedAt: Date.now() })
  }

  /** Drops one key. A load in progress still returns to its callers but is not stored. */
  drop(key: string): void {
    this.#entries.delete(key)
  }

  /** Drops values that depend on one of these tags, and all that are loading, which may show the state before the change. */
  invalidate(tags: ReadonlySet<string>): void {
    if (tags.has(EVERYTHING)) return void this.clear()
    // guard: changed-while-loading
    for (const { key } of this.#loading) this.#entries.delete(key)
    const touched = [...this.#entries].filter(([, { value }]) => !tags.isDisjointFrom(this.#tagsOf(value) ?? NO_TAGS))
    for (const [key] of touched) this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
  }
}
