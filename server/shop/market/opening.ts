import { isDeepStrictEqual } from 'node:util'
import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/tables.ts'
import { STANDARD_CATEGORIES } from '../../../shared/catalog/standard-categories.ts'
import type { Opening } from '../../../shared/market/schema.ts'
import { type Acting, recordSettings } from '../../people/audit/queries.ts'
import type { Config } from '../../platform/config/config.ts'
import { readCategories } from '../catalog/categories/queries.ts'
import { lockMarketRow, readMarketRow, updateSettings } from './queries.ts'

export interface OpeningDeps {
  db: Db
  config: Pick<Config, 'demo' | 'payments' | 'stripe' | 'siteUrl'>
  countProducts: () => Promise<number>
  countPages: () => Promise<number>
  hasMailServer: () => Promise<boolean>
}

/** Returns what is done of that which a marketplace needs before it opens, computed from facts. */
export async function readOpening({ db, config, ...facts }: OpeningDeps): Promise<Opening> {
  const { demo, payments, stripe, siteUrl } = config
  const [row, categories, products, pages, hasMailServer] = await Promise.all([
    readMarketRow(db),
    readCategories(db),
    facts.countProducts(),
    facts.countPages(),
    facts.hasMailServer(),
  ])
  const done = {
    market: row.market_name !== null && row.contact_lines !== null,
    region: row.country !== null,
    pictures: row.icon !== '',
    pages: pages > 0,
    // The standard ones do as soon as products use them.
    categories: products > 0 || !isDeepStrictEqual(categories.all, STANDARD_CATEGORIES),
    products: products > 0,
    mail: hasMailServer,
    // Without payments, buyers and sellers agree on them.
    payments: payments === 'off' || stripe?.isTest === false,
    address: siteUrl.startsWith('https://'),
  }
  const isOpen = Object.values(done).includes(false)
  return { done, is_shown: isOpen && !demo && row.opening_dismissed_at === null }
}

/** Hides the list of what is open from the dashboard, for all admins. */
export function dismissOpening(db: Db, by: Acting): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { opening_dismissed_at } = await lockMarketRow(tx)
    if (opening_dismissed_at) return
    await updateSettings(tx, { opening_dismissed_at: by.now })
    await recordSettings(tx, by, 'change_market', {
      target: 'market',
      before: { opening: 'shown' },
      after: { opening: 'dismissed' },
    })
  })
}
