import type { AnyRow } from '../../../db/any-row.ts'
import { inTransaction } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import { marketErrors } from '../../../shared/market/errors.ts'
import type { RegionForm, SaveRegion } from '../../../shared/market/schema.ts'
import { type Acting, recordSettings } from '../../people/audit/queries.ts'
import type { Config } from '../../platform/config/config.ts'
import { errorsOf } from '../../platform/http/errors.ts'
import { type Caller, requireRight } from '../../platform/http/guards.ts'
import { marketChanged } from './market.ts'
import { lockMarketRow, type MarketRow, readMarketRow } from './queries.ts'

const marketError = errorsOf(marketErrors)

export interface RegionDeps {
  db: Db
  config: Pick<Config, 'timeZone'>
  /** Everything that has amounts. */
  priced: readonly AnyRow[]
  /** Returns false for a time zone that the database does not know. */
  setTimeZone: (tx: Tx, timeZone: string) => Promise<boolean>
}

/** Returns whether anything has an amount. */
export async function isPriced(priced: RegionDeps['priced'], db: Db | Tx): Promise<boolean> {
  for (const rows of priced) if (await rows.exists(db)) return true
  return false
}

/** Returns what follows from the marketplace's place, as it is edited. */
export function regionOf({ currency, locale, country, time_zone }: MarketRow): RegionForm {
  return { currency, locale, country: country ?? '', time_zone } as RegionForm
}

/**
 * Changes what follows from the marketplace's place; pages show it at once. Throws AppError 403 for a currency by an admin
 * who is no owner, 409 for one after the first amount, and for a time zone that the operator has set.
 */
export function changeRegion<Shown>(
  { db, config, priced, setTimeZone }: RegionDeps,
  by: Acting & Pick<Caller, 'rights'>,
  { revision, ...form }: SaveRegion,
  /** Reads the response, while the transaction has its connection. */
  show: (tx: Tx) => Promise<Shown>,
): Promise<Shown> {
  return inTransaction(db, async (tx) => {
    if (form.currency !== (await readMarketRow(tx)).currency) {
      requireRight(by, 'owner')
      // Before the settings are locked, as others may read them while they write a product.
      for (const rows of priced) if (await rows.existsOrLock(tx)) throw marketError('currency_in_use')
    }
    const row = await lockMarketRow(tx)
    if (row.revision !== revision) throw marketError('newer_revision')
    if (form.time_zone !== row.time_zone) {
      if (config.timeZone) throw marketError('time_zone_set')
      if (!(await setTimeZone(tx, form.time_zone))) throw marketError('time_zone_unknown')
    }
    const { currency, locale, country } = form
    await marketChanged(tx, { revision: revision + 1, currency, locale, country: country || null })
    await recordSettings(tx, by, 'change_market', { target: 'market', before: { ...regionOf(row) }, after: form })
    return show(tx)
  })
}
