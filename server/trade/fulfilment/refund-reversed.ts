import { chargesBack, type LineCounts, unitsBack } from '../../../shared/fulfilment/rules.ts'
import { sumOf } from '../../../shared/pricing/price-cart.ts'
import { amountOfUnits, type PaidCharges, type PaidLine, type Parts } from '../../../shared/pricing/refundable.ts'
import { type RefundOfUnits, refundUnits, type SellerPart } from '../payments/refund-queries.ts'
import type { FulfilmentAction } from './fulfilment-action.ts'

/**
 * Refunds cancelled and returned units worth `cents` that are not refunded yet, with the charges that go back with them and
 * what the seller adds of the delivery; returns the refund. Throws AppError 409 when less of it is left.
 */
export async function refundReversed(
  { tx, now, actor, sellerOrder: { seller_id, charges }, payment, lines }: FulfilmentAction,
  { cents, ...why }: Pick<RefundOfUnits, 'reason' | 'refund_id' | 'added'> & { cents: number },
): Promise<{ back: Parts; isRefund: boolean } | undefined> {
  if (!payment) return undefined
  const part = partOf(lines, charges)
  const back = wantedFor(cents, lines, charges)
  return refundUnits(tx, { ...why, payment, back, created_at: now, seller_id, part, by_user: actor.user_id })
}

/** Returns the amounts that go back with units worth `cents`, after which the lines have these counts. */
export function wantedFor(cents: number, lines: readonly LineCounts[], charges: PaidCharges): Parts {
  const { goods, delivery } = chargesBack(lines, charges)
  return { goods: cents + goods, delivery }
}

/** Returns a seller's amounts in an order. */
export function partOf(lines: readonly (PaidLine & LineCounts)[], charges: PaidCharges): SellerPart {
  const gone = lines.reduce((sum, line) => sum + amountOfUnits(line, unitsBack(line)), 0)
  return {
    paid: { goods: sumOf(lines) + charges.other, delivery: charges.delivery },
    gone: wantedFor(gone, lines, charges),
  }
}
