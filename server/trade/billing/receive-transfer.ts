import { inTransaction } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import { dayOf } from '../../../shared/kernel/calendar.ts'
import { centsToDecimal, decimalToCents, formatDollars, toCents } from '../../../shared/kernel/money.ts'
import type { ReceiveTransfer } from '../../../shared/payments/schema.ts'
import { type Acting, insertActions } from '../../people/audit/queries.ts'
import { exclusively, type OutboxStep } from '../../platform/jobs/outbox.ts'
import {
  insertNote,
  insertOrderEvent,
  type LockedOrder,
  listSellerParts,
  lockOrder,
  setShipBy,
} from '../orders/fulfilment-queries.ts'
import { paymentError } from '../payments/errors.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import {
  findPayment,
  findPaymentOfOrder,
  insertReceipt,
  lockPayment,
  type PaymentRow,
  updatePayment,
} from '../payments/queries.ts'
import { refundLeft } from '../payments/refund-queries.ts'

interface ReceivedTransfer {
  amountCents: number
  /** A day: `2026-11-24`. */
  receivedOn: string
  /** The bank's reference. */
  reference: string | null
  /** The admin who recorded it; null in the sandbox. */
  by_user: string | null
}

/** Books sandbox bank transfers that have arrived. */
export function bookingTransfers({ db, clock, played }: PaymentDeps): OutboxStep[] {
  if (!played) return []
  const { transfers } = played
  return [
    {
      name: 'transfers',
      isDue: transfers.areDue,
      run: () =>
        exclusively(db, 'transfers', async (tx) => {
          const transfer = await transfers.takeDue(tx)
          if (!transfer) return false
          const now = clock()
          const order = await lockOrder(tx, transfer.reference)
          const payment = order && (await findPaymentOfOrder(tx, order.order_number))
          if (order && payment?.provider === 'offline') {
            const receivedOn = dayOf(now)
            const { amountCents } = transfer
            await bookTransfer(tx, { order, payment }, { amountCents, receivedOn, reference: null, by_user: null, now })
          }
          return true
        }),
    },
  ]
}

/**
 * Books a received bank transfer. Once the full amount is in, the order is paid and its sellers' deadlines start; any
 * excess becomes surplus. Money for a cancelled order is refunded. The caller has locked the order.
 */
async function bookTransfer(
  tx: Tx,
  { order, payment: { payment_id } }: { order: LockedOrder; payment: PaymentRow },
  { amountCents, now, ...receipt }: ReceivedTransfer & { now: Date },
): Promise<void> {
  const payment = await lockPayment(tx, payment_id)
  const { payment_number } = payment
  const amount = centsToDecimal(amountCents)
  const { receivedOn: received_on, reference, by_user } = receipt
  await insertReceipt(tx, { payment_number, amount, received_on, reference, by_user, created_at: now })
  const came = decimalToCents(payment.captured) + decimalToCents(payment.surplus) + amountCents
  const captured = Math.min(came, decimalToCents(payment.amount))
  const isPaid = payment.payment_state === 'awaiting_transfer' && captured === decimalToCents(payment.amount)
  await updatePayment(tx, payment_id, {
    captured: centsToDecimal(captured),
    surplus: centsToDecimal(came - captured),
    ...(isPaid && { payment_state: 'paid', paid_at: now }),
  })
  const back = { payment, created_at: now, reason: 'cancelled' as const, by_user }
  if (payment.payment_state === 'expired')
    await refundLeft(tx, { ...back, cents: captured - decimalToCents(payment.captured) })
  if (!isPaid) return
  await setShipBy(tx, order.order_number, now)
  const { order_number } = order
  const parts = await listSellerParts(tx, order_number)
  for (const { seller_id, cancelled_goods: cents } of parts) await refundLeft(tx, { ...back, seller_id, cents })
  await insertOrderEvent(tx, {
    order_number,
    seller_id: null,
    kind: 'paid',
    created_at: now,
    facts: { amount: payment.amount },
    by_user,
    by_role: by_user ? 'admin' : 'system',
  })
  for (const { seller_id, is_open } of parts)
    if (is_open) await insertNote(tx, { order_number, seller_id, now }, { mark: 'paid' })
}

/**
 * Books a bank transfer that an admin has seen. Throws AppError 400 for a day to come, 404 for an unknown payment, and
 * 409 for one that is no bank transfer of an order.
 */
export async function noteReceived(
  db: Db,
  by: Acting,
  paymentId: string,
  { amount, at: receivedOn, reference }: ReceiveTransfer,
): Promise<void> {
  const { now, admin_id: by_user } = by
  if (receivedOn > dayOf(now)) throw paymentError('wrong_day')
  await inTransaction(db, async (tx) => {
    const payment = await findPayment(tx, paymentId)
    if (!payment) throw paymentError('payment_not_found')
    const order = payment.order_id === null ? undefined : await lockOrder(tx, payment.order_id)
    if (!order || payment.provider !== 'offline' || payment.payment_method !== 'bank_transfer')
      throw paymentError('not_a_transfer')
    const came = { amountCents: toCents(amount), receivedOn, reference: reference ?? null, by_user, now }
    await bookTransfer(tx, { order, payment }, came)
    await insertActions(tx, by, 'payment_received', [{ target: order.order_id, from: null, to: formatDollars(amount) }])
  })
}
