import { inTransaction } from '../../db/connect.ts'
import type { Tx } from '../../db/tables.ts'
import { toCents, toDollars } from '../../shared/kernel/money.ts'
import { lockOrder } from '../orders/act-queries.ts'
import { findPaymentOfOrder, lockPayment, updatePayment } from '../payments/queries.ts'
import type { BillingDeps } from './billing-deps.ts'

/** Books a bank transfer that has arrived, if any; returns whether there was one. */
export function bookDueTransfer({ db, clock, transfers }: BillingDeps): Promise<boolean> {
  if (!transfers) return Promise.resolve(false)
  return inTransaction(db, async (tx) => {
    const transfer = await transfers.takeDue(tx)
    if (transfer) await bookTransfer(tx, { ...transfer, now: clock() })
    return transfer !== undefined
  })
}

/**
 * Books money for an order that awaits a bank transfer: when it is all there, the order is paid; what is more is kept as
 * surplus. Returns whether there is such an order.
 */
async function bookTransfer(
  tx: Tx,
  { reference, amountCents, now }: { reference: string; amountCents: number; now: Date },
): Promise<boolean> {
  const order = await lockOrder(tx, reference)
  const found = order && (await findPaymentOfOrder(tx, order.order_number))
  const payment = found && (await lockPayment(tx, found.payment_id))
  if (payment?.payment_method !== 'bank_transfer') return false
  const cents = (amount: string) => toCents(Number(amount))
  const came = cents(payment.captured) + cents(payment.surplus) + amountCents
  const captured = Math.min(came, cents(payment.amount))
  const isPaid = captured === cents(payment.amount)
  await updatePayment(tx, payment.payment_id, {
    captured: toDollars(captured).toFixed(2),
    surplus: toDollars(came - captured).toFixed(2),
    ...(isPaid && payment.payment_state === 'awaiting_transfer' && { payment_state: 'paid', paid_at: now }),
  })
  return true
}
