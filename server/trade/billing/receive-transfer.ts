import type { Insertable } from 'kysely'
import { inTransaction } from '../../../db/connect.ts'
import type { Db, Tables, Tx } from '../../../db/tables.ts'
import { dayOf } from '../../../shared/kernel/calendar.ts'
import { centsToDecimal, decimalToCents, formatAmount, toCents } from '../../../shared/kernel/money.ts'
import type { ReceiveTransfer } from '../../../shared/payments/schema.ts'
import { type Acting, insertActions } from '../../people/audit/queries.ts'
import { exclusiveStep, type OutboxStep } from '../../platform/jobs/outbox.ts'
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
  hasReceipt,
  insertReceipt,
  lockPayment,
  type PaymentRow,
  updatePayment,
} from '../payments/queries.ts'
import { refundLeft } from '../payments/refund-queries.ts'

/** A receipt before its payment and amount are known; without an admin in the sandbox. */
type Received = Omit<Insertable<Tables['payment_receipts']>, 'payment_number' | 'amount'>

/** Books sandbox bank transfers that have arrived. */
export function bookingTransfers({ db, clock, simulated }: PaymentDeps): OutboxStep[] {
  if (!simulated) return []
  const { transfers } = simulated
  return [
    exclusiveStep(db, {
      name: 'transfers',
      isDue: transfers.areDue,
      async run(tx) {
        const transfer = await transfers.takeDue(tx)
        if (!transfer) return false
        const now = clock()
        const order = await lockOrder(tx, transfer.reference)
        const payment = order && (await findPaymentOfOrder(tx, order.order_number))
        const received = { received_on: dayOf(now), created_at: now }
        if (order && payment?.provider === 'offline')
          await bookTransfer(tx, { order, payment, cents: transfer.amountCents }, received)
        return true
      },
    }),
  ]
}

/**
 * Books a received bank transfer. Once the full amount is in, the order is paid and its sellers' deadlines start; any
 * excess becomes surplus. Money for a cancelled order is refunded. The caller has locked the order.
 */
async function bookTransfer(
  tx: Tx,
  { order, payment: { payment_id }, cents }: { order: LockedOrder; payment: PaymentRow; cents: number },
  received: Received,
): Promise<void> {
  const { by_user = null, created_at } = received
  const payment = await lockPayment(tx, payment_id)
  await insertReceipt(tx, { ...received, payment_number: payment.payment_number, amount: centsToDecimal(cents) })
  const came = decimalToCents(payment.captured) + decimalToCents(payment.surplus) + cents
  const captured = Math.min(came, decimalToCents(payment.amount))
  const isPaid = payment.payment_state === 'awaiting_transfer' && captured === decimalToCents(payment.amount)
  await updatePayment(tx, payment_id, {
    captured: centsToDecimal(captured),
    surplus: centsToDecimal(came - captured),
    ...(isPaid && { payment_state: 'paid', paid_at: created_at }),
  })
  const refund = { payment, created_at, reason: 'cancelled' as const, by_user }
  if (payment.payment_state === 'expired')
    await refundLeft(tx, { ...refund, back: { goods: captured - decimalToCents(payment.captured), delivery: 0 } })
  if (!isPaid) return
  const { order_number } = order
  await setShipBy(tx, order_number, created_at)
  const parts = await listSellerParts(tx, order_number)
  for (const { seller_id, cancelled: back } of parts) await refundLeft(tx, { ...refund, seller_id, back })
  await insertOrderEvent(tx, {
    order_number,
    seller_id: null,
    kind: 'paid',
    created_at,
    facts: { amount: payment.amount },
    by_user,
    by_role: by_user ? 'admin' : 'system',
  })
  for (const { seller_id, is_open } of parts)
    if (is_open) await insertNote(tx, { order_number, seller_id, now: created_at }, { mark: 'paid' })
}

/**
 * Books a bank transfer that an admin has seen, once for each `receipt_id`. Throws AppError 400 for a future day, 404 for an
 * unknown payment, and 409 for a payment that is not a bank transfer of an order.
 */
export async function recordReceivedTransfer(
  db: Db,
  by: Acting,
  paymentId: string,
  { amount, at: received_on, reference, receipt_id }: ReceiveTransfer,
): Promise<void> {
  if (received_on > dayOf(by.now)) throw paymentError('wrong_day')
  await inTransaction(db, async (tx) => {
    const payment = await findPayment(tx, paymentId)
    if (!payment) throw paymentError('payment_not_found')
    const order = payment.order_id === null ? undefined : await lockOrder(tx, payment.order_id)
    if (!order || payment.provider !== 'offline' || payment.payment_method !== 'bank_transfer')
      throw paymentError('not_a_transfer')
    if (receipt_id && (await hasReceipt(tx, receipt_id))) return
    const received = {
      received_on,
      reference,
      receipt_id: receipt_id ?? null,
      by_user: by.admin_id,
      created_at: by.now,
    }
    await bookTransfer(tx, { order, payment, cents: toCents(amount) }, received)
    await insertActions(tx, by, 'payment_received', [{ target: order.order_id, from: null, to: formatAmount(amount) }])
  })
}
