import type { Db } from '../../../db/tables.ts'
import { chargesBack, unitsBack, unitsLeft } from '../../../shared/fulfilment/rules.ts'
import type { AdminSellerOrders } from '../../../shared/fulfilment/schema.ts'
import { toDollars } from '../../../shared/kernel/money.ts'
import { orderNumberOf } from '../../../shared/orders/rules.ts'
import { amountOfUnits } from '../../../shared/pricing/refundable.ts'
import { listLines, listSellerParts } from '../orders/fulfilment-queries.ts'
import { findPaymentOfOrder } from '../payments/queries.ts'
import { centsDue, centsLeft, listRefunded } from '../payments/refund-queries.ts'
import { partOf } from './refund-reversed.ts'

export async function readUnsent(db: Db, orderId: string): Promise<AdminSellerOrders['unsent']> {
  const number = orderNumberOf(orderId)
  const lines = await listLines(db, number)
  const units = lines.reduce((sum, line) => sum + unitsLeft(line), 0)
  const payment = await findPaymentOfOrder(db, number)
  if (!payment || units === 0) return { units, refund: 0 }
  if (payment.payment_state !== 'authorized' && payment.payment_state !== 'paid') return { units, refund: 0 }
  const refunded = await listRefunded(db, payment.payment_number)
  const due = (await listSellerParts(db, number)).reduce((sum, { seller_id, charges }) => {
    const own = lines.filter((line) => line.seller_id === seller_id)
    const cents = own.reduce((worth, line) => worth + amountOfUnits(line, unitsLeft(line), unitsBack(line)), 0)
    const cancelled = own.map((line) => ({ ...line, cancelled: line.cancelled + unitsLeft(line) }))
    return sum + centsDue(cents + chargesBack(cancelled, charges), partOf(cancelled, charges), refunded.get(seller_id))
  }, 0)
  return { units, refund: toDollars(Math.min(due, await centsLeft(db, payment))) }
}
