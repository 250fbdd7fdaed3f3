import { z } from 'zod'
import { announce } from '../../../../db/channels.ts'
import type { Replicas } from '../../../../db/replicas.ts'
import type { Tx } from '../../../../db/tables.ts'
import { slugOfCategory } from '../../../../shared/catalog/categories.ts'
import type { ProductRow } from '../../../../shared/catalog/schema.ts'
import { Cache, type CacheOptions, EVERYTHING } from '../../../platform/data/cache.ts'
import type { Channels } from '../../../platform/data/channels.ts'
import type { ReadyResponse } from '../../../platform/fast-path/ready-response.ts'
import type { LISTED_COLUMNS } from './product-columns.ts'

/** A value read from the catalog, with its tags. */
export interface Tagged<T> {
  value: T
  tags: readonly string[]
}

/** The tags of the catalog. A response has tags for everything that it depends on; a change invalidates tags. */
export const tagOf = {
  /** Every change invalidates a response with this tag. */
  market: 'market',
  product: (product_id: string) => `product:${productNumberOf(product_id)}`,
  /** Products that enter the shop, possibly among the first ones. */
  first: 'first',
  flashSale: 'flash-sale',
  /** The products of a category's slug, or of `all`, ordered by name. */
  list: (slug: string) => `list:${slug}`,
  /** The prices of a category's slug, or of `all`, including products that enter or leave it. */
  prices: (slug: string) => `prices:${slug}`,
  /** A seller by handle: name, picture and page. */
  seller: (handle: string) => `seller:${handle}`,
  sellerNames: 'seller-names',
  sellerProducts: (seller_id: string) => `seller-products:${seller_id}`,
  /** The marketplace's own name, look and footer, which every page shows. */
  settings: 'settings',
  sellerRating: (seller_id: string) => `seller-rating:${seller_id}`,
  /** The pages that the marketplace writes itself, and links to them. */
  sitePages: 'site-pages',
}

/** The fields that decide a product's place in lists. */
export type ListedProduct = Pick<ProductRow, (typeof LISTED_COLUMNS)[number]>

/** Returns the tags of a product's change; a state is undefined while the product is not in the shop. */
export function productChange(before: ListedProduct | undefined, after: ListedProduct | undefined): string[] {
  const isSamePrice = before?.product_price === after?.product_price
  const isRelisted =
    before?.product_name !== after?.product_name || before?.product_category.join() !== after?.product_category.join()
  const states = [before, after].filter((state) => state !== undefined)
  const places = isSamePrice && !isRelisted ? [] : states
  const lists = ['all', ...new Set(places.flatMap(({ product_category }) => product_category.map(slugOfCategory)))]
  return [
    ...new Set(states.map(({ product_id }) => tagOf.product(product_id))),
    ...(after && !before ? [tagOf.first] : []),
    ...(after?.flash_sale && !before?.flash_sale ? [tagOf.flashSale] : []),
    ...(isRelisted ? lists.map(tagOf.list) : []),
    ...(places.length ? lists.map(tagOf.prices) : []),
    ...places.map(({ seller_id }) => tagOf.sellerProducts(seller_id)),
  ]
}

export function productsEnter(products: readonly ListedProduct[]): string[] {
  return products.flatMap((product) => productChange(undefined, product))
}

export function productsLeave(products: readonly ListedProduct[]): string[] {
  return products.flatMap((product) => productChange(product, undefined))
}

/** Returns the tags of changed products that keep their place in all lists, except perhaps the flash sale's. */
export function productsChange(productIds: readonly string[], { entersFlashSale = false } = {}): string[] {
  return [...productIds.map(tagOf.product), ...(entersFlashSale ? [tagOf.flashSale] : [])]
}

export function productsRated(products: readonly { product_id: string; seller_id: string }[]): string[] {
  return products.flatMap(({ product_id, seller_id }) => [tagOf.product(product_id), tagOf.sellerRating(seller_id)])
}

/** Returns the tags of a changed seller profile, with its old and new handles. */
export function sellerChange(...handles: string[]): string[] {
  return [tagOf.sellerNames, ...handles.map(tagOf.seller)]
}

/** Returns the number in a product's id: 42 of `PRD00042`. */
export function productNumberOf(productId: string): number {
  return Number(productId.slice(3))
}

/** Returns the id of the product with a number: `PRD00042` of 42. */
export function productIdOf(productNumber: number): string {
  return `PRD${String(productNumber).padStart(5, '0')}`
}

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
      bytesOf: ({ body }) => Math.ceil(1.25 * Buffer.byteLength(body)),
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
