import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/tables.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { endCheckouts, lockCheckoutRow } from '../../shop/stock/reservation-queries.ts'
import { checkoutNotFound } from './errors.ts'
import { requireId } from './read-checkout.ts'

/** Gives up a checkout and releases what it reserved; does nothing when it is over. Throws AppError 404. */
export function giveUpCheckout(db: Db, buyerId: string, id: string, clock: Clock): Promise<void> {
  requireId(id)
  return inTransaction(db, async (tx) => {
    const row = await lockCheckoutRow(tx, buyerId, id)
    if (!row) throw checkoutNotFound()
    if (row.checkout_state === 'open') await endCheckouts(tx, { ids: [id], now: clock() })
  })
}
