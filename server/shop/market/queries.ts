import type { UpdateObject } from 'kysely'
import type { Db, Tables, Tx } from '../../../db/tables.ts'

const COLUMNS = [
  ...(['revision', 'market_name', 'about_text', 'contact_lines', 'social_links', 'products_link'] as const),
  ...(['brand_color', 'accent_color', 'logo', 'icon', 'opening_dismissed_at'] as const),
  ...(['currency', 'locale', 'country', 'time_zone'] as const),
] as const

export type MarketRow = Awaited<ReturnType<typeof readMarketRow>>

/** Returns what visitors see of the marketplace, as it is stored. */
export function readMarketRow(db: Db | Tx) {
  return db.selectFrom('settings').select(COLUMNS).executeTakeFirstOrThrow()
}

/** Locks the settings until the transaction ends and returns them. */
export function lockMarketRow(tx: Tx): Promise<MarketRow> {
  return tx.selectFrom('settings').select(COLUMNS).forNoKeyUpdate().executeTakeFirstOrThrow() // guard: market-lock
}

/** Changes settings; undefined columns stay. */
export async function updateSettings(tx: Tx, change: UpdateObject<Tables, 'settings'>): Promise<void> {
  await tx.updateTable('settings').set(change).execute()
}
