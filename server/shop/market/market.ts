import type { Db, Tx } from '../../../db/tables.ts'
import { SHOP_NAME, setShopName } from '../../../shared/app/name.ts'
import type { Market } from '../../../shared/market/schema.ts'
import type { PageLink } from '../../../shared/site-pages/page-link.ts'
import { logoWidth } from '../../programs/storage/store-market-picture.ts'
import { type CatalogChanges, catalogChanged } from '../catalog/products/catalog-changes.ts'
import { tagOf } from '../catalog/products/catalog-tags.ts'
import { styleOf } from './colors.ts'
import { readMarketRow, updateSettings } from './queries.ts'

/** Limits how long a change by SQL goes unnoticed. */
const MAX_AGE_MS = 10_000

/** Returns what visitors see of the marketplace, from memory unless it has changed or `isCached` is false. */
export type ReadMarket = (db: Db | Tx, isCached?: boolean) => Promise<Market>

/** Returns the published pages of the marketplace in order. */
type ListPages = (db: Db | Tx) => Promise<PageLink[]>

/** Creates the process's copy of the marketplace's facts, which a change by any process invalidates. */
export function createMarketReader(changes: CatalogChanges, listPages: ListPages): ReadMarket {
  const cache = changes.createCache<Market>({
    name: 'market',
    maxEntries: 1,
    maxAgeMs: MAX_AGE_MS,
    tags: [tagOf.settings],
  })
  return (db, isCached = true) =>
    isCached
      ? cache.get('market', async () => {
          const market = await readMarket(db, listPages)
          setShopName(market.name)
          return market
        })
      : readMarket(db, listPages)
}

async function readMarket(db: Db | Tx, listPages: ListPages): Promise<Market> {
  const { revision, products_link, social_links, ...row } = await readMarketRow(db)
  const pages = await listPages(db)
  return {
    revision,
    name: row.market_name ?? SHOP_NAME,
    about: row.about_text ?? undefined,
    contact: row.contact_lines ?? undefined,
    pages: pages.length ? pages : undefined,
    social: social_links,
    products_link,
    logo: row.logo ? { address: row.logo, width: logoWidth(row.logo) } : undefined,
    icon: row.icon || undefined,
    style: (await styleOf({ brand: row.brand_color, accent: row.accent_color })) || undefined,
  }
}

/** Shows a change of something that every page shows, in its transaction. */
export async function marketChanged(tx: Tx, change?: Parameters<typeof updateSettings>[1]): Promise<void> {
  if (change) await updateSettings(tx, change)
  await catalogChanged(tx, [tagOf.settings])
}
