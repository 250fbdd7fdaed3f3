import type { Db, Tx } from '../../../db/tables.ts'
import { SHOP_NAME, setShopName } from '../../../shared/app/name.ts'
import type { Market } from '../../../shared/market/schema.ts'
import { type CatalogChanges, catalogChanged } from '../catalog/products/catalog-changes.ts'
import { tagOf } from '../catalog/products/catalog-tags.ts'
import { type MarketRow, readMarketRow, updateSettings } from './queries.ts'

/** Limits how long a change by SQL goes unnoticed. */
const MAX_AGE_MS = 10_000

/** Returns what visitors see of the marketplace, from memory unless it has changed. */
export type ReadMarket = (db: Db | Tx) => Promise<Market>

/** Creates the process's copy of the marketplace's facts, which a change by any process invalidates. */
export function createMarketReader(changes: CatalogChanges): ReadMarket {
  const cache = changes.createCache<Market>({
    name: 'market',
    maxEntries: 1,
    maxAgeMs: MAX_AGE_MS,
    tags: [tagOf.settings],
  })
  return (db) =>
    cache.get('market', async () => {
      const market = marketOf(await readMarketRow(db))
      setShopName(market.name)
      return market
    })
}

/** Returns what visitors see of the marketplace. */
export function marketOf({ market_name, about_text, contact_lines, social_links, ...row }: MarketRow): Market {
  return {
    ...row,
    name: market_name ?? SHOP_NAME,
    about: about_text ?? undefined,
    contact: contact_lines ?? undefined,
    social: social_links,
  }
}

/** Shows a change of something that every page shows, in its transaction; it raises the revision of the settings. */
export async function marketChanged(tx: Tx, change: Parameters<typeof updateSettings>[1] = {}): Promise<void> {
  await updateSettings(tx, change)
  await catalogChanged(tx, [tagOf.settings])
}
