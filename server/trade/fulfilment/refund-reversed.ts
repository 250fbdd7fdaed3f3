import { chargesBack, type LineCounts, unitsBack } from '../../../shared/fulfilment/rules.ts'
import { sumOf } from '../../../shared/pricing/price-cart.ts'
import { amountOfUnits, type PaidLine } from '../../../shared/pricing/refundable.ts'
import { type RefundOfUnits, refundUnits, type SellerPart } from '../payments/refund-queries.ts'
import type { FulfilmentAction } from './fulfilment-action.ts'

/** Refunds cancelled and returned units that are not refunded yet; returns the refund. */
export async function refundReversed(
  { tx, now, actor, sellerOrder: { seller_id, charges }, payment, lines }: FulfilmentAction,
  { cents, ...why }: Pick<RefundOfUnits, 'reason' | 'cents' | 'refund_id'>,
): Promise<{ cents: number; isRefund: boolean } | undefined> {
  if (!payment) return undefined
  const part = partOf(lines, charges)
  const due = why.reason === 'cancelled' ? cents + chargesBack(lines, charges) : cents
  return refundUnits(tx, { ...why, payment, cents: due, created_at: now, seller_id, part, by_user: actor.user_id })
}

/** Returns a seller's amounts in an order: the total, and that of cancelled or returned units. */
export function partOf(lines: readonly (PaidLine & LineCounts)[], charges: number): SellerPart {
  const gone = lines.reduce((sum, line) => sum + amountOfUnits(line, unitsBack(line)), 0)
  return { goods: sumOf(lines), charges, gone: gone + chargesBack(lines, charges) }
}
