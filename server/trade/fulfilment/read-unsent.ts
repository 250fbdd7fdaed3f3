import type { Db } from '../../../db/tables.ts'
import { unitsLeft } from '../../../shared/fulfilment/rules.ts'
import type { AdminSellerOrders, FullSellerOrder } from '../../../shared/fulfilment/schema.ts'
import { centsToDecimal, decimalToCents, toCents, toDollars } from '../../../shared/kernel/money.ts'
import { orderNumberOf } from '../../../shared/orders/rules.ts'
import { findPaymentOfOrder } from '../payments/queries.ts'
import { centsDue, centsLeft, listGiven } from '../payments/refund-queries.ts'
import { partOf } from './give-money-back.ts'

/** Returns what the seller orders of an order have still to send, and what goes back when all of that is cancelled. */
export async function readUnsent(
  db: Db,
  sellerOrders: readonly (Pick<FullSellerOrder, 'lines' | 'order_id'> & { seller_id: string })[],
): Promise<AdminSellerOrders['unsent']> {
  const lines = sellerOrders.flatMap((sellerOrder) => sellerOrder.lines)
  const units = lines.reduce((sum, line) => sum + unitsLeft(line), 0)
  const [first] = sellerOrders
  const payment = first && (await findPaymentOfOrder(db, orderNumberOf(first.order_id)))
  if (!payment || units === 0) return { units, refund: 0 }
  const isReserved = payment.payment_state === 'authorized'
  if (!isReserved && payment.payment_state !== 'paid') return { units, refund: 0 }
  const given = await listGiven(db, payment.payment_number)
  const due = sellerOrders.reduce((sum, { seller_id, lines: own }) => {
    const cents = own.reduce((worth, line) => worth + toCents(line.unit_price) * unitsLeft(line), 0)
    const cancelled = own.map((line) => {
      return {
        ...line,
        unit_price: centsToDecimal(toCents(line.unit_price)),
        cancelled: line.cancelled + unitsLeft(line),
      }
    })
    return sum + centsDue(cents, partOf(cancelled), given.get(seller_id))
  }, 0)
  const left = isReserved
    ? decimalToCents(payment.amount) - decimalToCents(payment.released)
    : await centsLeft(db, payment)
  return { units, refund: toDollars(Math.max(0, Math.min(due, left))) }
}
