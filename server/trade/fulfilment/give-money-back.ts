import { decimalToCents } from '../../../shared/kernel/money.ts'
import { type RefundOfUnits, refundUnits, type SellerPart } from '../payments/refund-queries.ts'
import type { Act } from './act.ts'

/** Refunds what was paid for units that have gone back, and was not given yet; returns what goes back. */
export async function giveMoneyBack(
  { tx, now, actor, sellerOrder: { seller_id }, payment, lines }: Act,
  { cents, ...why }: Pick<RefundOfUnits, 'reason' | 'cents' | 'refund_id'>,
): Promise<{ cents: number; isRefund: boolean } | undefined> {
  if (!payment) return undefined
  return refundUnits(tx, { ...why, payment, cents, now, seller_id, part: partOf(lines), by_user: actor.user_id })
}

/** Returns what a seller has in an order, and what of it is cancelled or came back. */
export function partOf(
  lines: readonly { unit_price: string; quantity: number; cancelled: number; returned_units: number }[],
): SellerPart {
  let [goods, gone] = [0, 0]
  for (const { unit_price, quantity, cancelled, returned_units } of lines) {
    goods += decimalToCents(unit_price) * quantity
    gone += decimalToCents(unit_price) * (cancelled + returned_units)
  }
  return { goods, gone }
}
