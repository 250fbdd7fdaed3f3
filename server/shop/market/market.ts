import { createContext, runInContext } from '../../../db/request-context.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import { SHOP_NAME } from '../../../shared/app/name.ts'
import type { Banner } from '../../../shared/banners/banner.ts'
import { type CategoryList, setCategories } from '../../../shared/catalog/categories.ts'
import { setFactsSource } from '../../../shared/kernel/market-facts.ts'
import type { Currency, EnglishLocale } from '../../../shared/kernel/regions.ts'
import { type Market, marketSchema } from '../../../shared/market/schema.ts'
import type { PageLink } from '../../../shared/site-pages/page-link.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { logoWidth } from '../../programs/storage/store-picture.ts'
import { readCategories } from '../catalog/categories/queries.ts'
import { type CatalogChanges, catalogChanged, tagOf } from '../catalog/products/catalog-changes.ts'
import { styleOf } from './colors.ts'
import { type MarketRow, readMarketRow, updateSettings } from './queries.ts'

/** Limits how long a change by SQL goes unnoticed. */
const MAX_AGE_MS = 10_000

/** Returns what visitors see of the marketplace, from memory unless it has changed or `isCached` is false. */
export type ReadMarket = (db: Db | Tx, isCached?: boolean) => Promise<Market>

/** Functions of other modules. */
interface Parts {
  clock: Clock
  /** Returns the published pages of the marketplace in order. */
  listPages: (db: Db | Tx) => Promise<PageLink[]>
  /** Returns whether any seller has a method of delivery. */
  isAnyMethod: (db: Db | Tx) => Promise<boolean>
  /** Returns a function that returns the banners that run at a time. */
  readBanners: (db: Db | Tx) => Promise<(now: Date) => Banner[]>
}

/** A function of the time, so that banners of a cached market begin and end on time. */
type MarketAt = (now: Date) => Market

interface Copy {
  /** The number of the load, in the order in which loads started. */
  load: number
  marketAt: MarketAt
  categories: CategoryList
}

/**
 * Creates the process's copy of the marketplace's facts, which a change by any process invalidates. Texts of this process
 * follow it, and so do the categories of `shared/`.
 */
export function createMarketReader(db: Db, changes: CatalogChanges, parts: Parts): ReadMarket {
  const cache = changes.createCache<Copy>({
    name: 'market',
    maxEntries: 1,
    maxAgeMs: MAX_AGE_MS,
    tags: [tagOf.settings],
  })
  let started = 0
  let shown = 0
  const read: ReadMarket = async (from, isCached = true) => {
    const start = async () => ({ load: ++started, ...(await readCopy(from, parts)) })
    const { load, marketAt, categories } = await (isCached ? cache.get('market', start) : start())
    const market = marketAt(parts.clock())
    // A slow load may end after one that began later.
    if (load < shown) return market
    shown = load
    setFactsSource(() => market)
    setCategories(categories)
    return market
  }
  // Texts that no page or mail belongs to must not wait for one. The request that made the change may be over meanwhile.
  changes.onChange(tagOf.settings, () => {
    void runInContext(createContext('job', 'market'), () => read(db)).catch(() => {})
  })
  return read
}

async function readCopy(db: Db | Tx, { clock, listPages, isAnyMethod, readBanners }: Parts) {
  const own = await marketOf(await readMarketRow(db))
  const pages = await listPages(db)
  const runningAt = await readBanners(db)
  const categories = await readCategories(db)
  let running = runningAt(clock())
  // The response schema, which is also the list of what may leave, is applied here once, not at each read.
  let market = marketSchema.parse({
    ...own,
    pages: pages.length ? pages : undefined,
    delivery: (await isAnyMethod(db)) || undefined,
    categories: [...categories.all],
    banners: running,
  })
  const marketAt = (now: Date) => {
    const banners = runningAt(now)
    if (banners !== running) {
      running = banners
      market = marketSchema.parse({ ...market, banners })
    }
    return market
  }
  return { categories, marketAt }
}

/** Returns what visitors see of the settings. */
export async function marketOf({ revision, products_link, social_links, time_zone, ...row }: MarketRow) {
  return {
    revision,
    name: row.market_name ?? SHOP_NAME,
    // Check constraints have the same lists.
    currency: row.currency as Currency,
    locale: row.locale as EnglishLocale,
    time_zone,
    country: row.country ?? undefined,
    about: row.about_text ?? undefined,
    contact: row.contact_lines ?? undefined,
    social: social_links,
    products_link,
    logo: row.logo ? { address: row.logo, width: logoWidth(row.logo) } : undefined,
    icon: row.icon || undefined,
    style: (await styleOf({ brand: row.brand_color, accent: row.accent_color })) || undefined,
  }
}

/** Saves a change of what every page shows, if any, and invalidates the pages, in its transaction. */
export async function marketChanged(tx: Tx, change?: Parameters<typeof updateSettings>[1]): Promise<void> {
  if (change) await updateSettings(tx, change)
  await catalogChanged(tx, [tagOf.settings])
}
