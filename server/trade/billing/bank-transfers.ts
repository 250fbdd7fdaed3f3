import type { Insertable } from 'kysely'
import { inTransaction, sqlState, UNIQUE_VIOLATION } from '../../../db/connect.ts'
import type { Db, Tables, Tx } from '../../../db/tables.ts'
import { isStopped } from '../../../shared/fulfilment/rules.ts'
import { dayOf } from '../../../shared/kernel/calendar.ts'
import { centsToDecimal, decimalToCents, formatAmount, toCents } from '../../../shared/kernel/money.ts'
import { orderNumberOf } from '../../../shared/orders/rules.ts'
import { REMIND_TRANSFER_DAYS } from '../../../shared/payments/constants.ts'
import type { ReceiveTransfer } from '../../../shared/payments/schema.ts'
import { type Acting, insertActions } from '../../people/audit/queries.ts'
import { DAY_SECONDS, secondsAfter } from '../../platform/config/clock.ts'
import { exclusiveStep, type OutboxStep } from '../../platform/jobs/outbox.ts'
import { cancelUnpaid } from '../fulfilment/cancel.ts'
import { completeTransfer } from '../fulfilment/follow-payment.ts'
import { changeDue } from '../fulfilment/fulfilment-action.ts'
import { readStateOrigin } from '../orders/admin-queries.ts'
import { insertNote, type LockedOrder, listSellerParts, lockOrder } from '../orders/fulfilment-queries.ts'
import { paymentError } from '../payments/errors.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import {
  areRemindersDue,
  areTransfersOverdue,
  claimReminders,
  findPayment,
  findPaymentOfOrder,
  insertReceipt,
  listOverdueTransfers,
  listReceiptIds,
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
 * Books a received bank transfer. Once it has brought what is left of the order, the order is paid; any excess becomes
 * surplus. Money for a cancelled order is refunded. The caller has locked the order.
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
  const captured = Math.min(came, decimalToCents(payment.amount) - decimalToCents(payment.released))
  await updatePayment(tx, payment_id, {
    captured: centsToDecimal(captured),
    surplus: centsToDecimal(came - captured),
  })
  const back = { goods: captured - decimalToCents(payment.captured), delivery: 0 }
  if (payment.payment_state === 'expired')
    await refundLeft(tx, { payment, created_at, reason: 'cancelled', by_user, back })
  else await completeTransfer(tx, order.order_number, payment, { now: created_at, by_user })
}

/**
 * Books a bank transfer that an admin has seen, once for each `receipt_id`. Throws AppError 400 for a future day, 404 for an
 * unknown payment, and 409 for a payment that is not a bank transfer of an order, or has receipts that the admin has not seen,
 * and for the id of another payment's receipt.
 */
export async function recordReceivedTransfer(
  db: Db,
  by: Acting,
  paymentId: string,
  { amount, at: received_on, reference, receipt_id, seen }: ReceiveTransfer,
): Promise<void> {
  if (received_on > dayOf(by.now)) throw paymentError('wrong_day')
  await inTransaction(db, async (tx) => {
    const payment = await findPayment(tx, paymentId)
    if (!payment) throw paymentError('payment_not_found')
    const order = payment.order_id === null ? undefined : await lockOrder(tx, payment.order_id)
    if (!order || payment.provider !== 'offline' || payment.payment_method !== 'bank_transfer')
      throw paymentError('not_a_transfer')
    const known = await listReceiptIds(tx, payment)
    if (receipt_id !== undefined && known.includes(receipt_id)) return
    if (seen !== undefined && seen !== known.length) throw paymentError('transfer_recorded')
    const received = { received_on, reference, receipt_id, by_user: by.admin_id, created_at: by.now }
    await bookTransfer(tx, { order, payment, cents: toCents(amount) }, received).catch((error) => {
      // Another payment has a receipt with this id.
      throw sqlState(error) === UNIQUE_VIOLATION ? paymentError('transfer_recorded') : error
    })
    await insertActions(tx, by, 'payment_received', [{ target: order.order_id, from: null, to: formatAmount(amount) }])
  })
}

const BATCH = 8

/** Cancels orders whose bank transfer is overdue, and sends reminders before that. */
export function endingAwaiting({ db, clock }: Pick<PaymentDeps, 'db' | 'clock'>): OutboxStep[] {
  return [
    // Cancels orders whose bank transfer is overdue.
    {
      name: 'overdue-transfers',
      isDue: areTransfersOverdue,
      async run() {
        const due = await listOverdueTransfers(db, clock(), BATCH)
        const failed: Error[] = []
        for (const order_id of due) {
          const parts = await listSellerParts(db, orderNumberOf(order_id))
          const sellerOrders = parts.map(({ seller_id }) => ({ order_id, seller_id }))
          await changeDue({ db, clock, failed }, sellerOrders, cancelUnpaid)
        }
        if (failed.length) throw new AggregateError(failed, 'some orders could not be cancelled')
        return due.length === BATCH
      },
    },
    // Reminds buyers of awaited bank transfers, once each.
    exclusiveStep(db, {
      name: 'transfer-reminders',
      isDue: (now) => areRemindersDue(now, remindUntil(now)),
      async run(tx) {
        const now = clock()
        const due = await claimReminders(tx, { now, until: remindUntil(now), limit: BATCH })
        // Not locked, as others lock the order before its payment.
        for (const { order_id, order_number, pay_by } of due)
          if (!isStopped(await readStateOrigin(tx, order_id)))
            await insertNote(tx, { order_number, now }, { mark: 'please_pay', pay_by: dayOf(pay_by) })
        return due.length === BATCH
      },
    }),
  ]
}

const remindUntil = (now: Date) => secondsAfter(now, REMIND_TRANSFER_DAYS * DAY_SECONDS)
