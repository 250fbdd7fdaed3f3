import type { Tx } from '../../../db/tables.ts'
import { isStopped } from '../../../shared/fulfilment/rules.ts'
import { dayOf } from '../../../shared/kernel/calendar.ts'
import { orderNumberOf } from '../../../shared/orders/rules.ts'
import { REMIND_TRANSFER_DAYS } from '../../../shared/payments/constants.ts'
import { DAY_SECONDS, secondsAfter } from '../../platform/config/clock.ts'
import { exclusiveStep, type OutboxStep } from '../../platform/jobs/outbox.ts'
import { cancelUnpaid } from '../fulfilment/cancel.ts'
import { changeDue } from '../fulfilment/fulfilment-action.ts'
import { readStateOrigin } from '../orders/admin-queries.ts'
import { insertNote, listSellerParts } from '../orders/fulfilment-queries.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import { areRemindersDue, areTransfersOverdue, claimReminders, listOverdueTransfers } from '../payments/queries.ts'

const BATCH = 8

/** Cancels orders whose bank transfer is overdue, and sends reminders before that. */
export function endingAwaiting(deps: PaymentDeps): OutboxStep[] {
  const { db, clock } = deps
  return [
    // Cancels orders whose bank transfer is overdue.
    {
      name: 'overdue-transfers',
      isDue: areTransfersOverdue,
      run: async () => (await cancelUnpaidOrders(deps, BATCH)) === BATCH,
    },
    // Reminds buyers of awaited bank transfers, once each.
    exclusiveStep(db, {
      name: 'transfer-reminders',
      isDue: (now) => areRemindersDue(now, remindUntil(now)),
      run: async (tx) => (await remindOfTransfers(tx, clock())) === BATCH,
    }),
  ]
}

const remindUntil = (now: Date) => secondsAfter(now, REMIND_TRANSFER_DAYS * DAY_SECONDS)

async function cancelUnpaidOrders({ db, clock }: PaymentDeps, limit: number): Promise<number> {
  const due = await listOverdueTransfers(db, clock(), limit)
  const failed: Error[] = []
  for (const order_id of due) {
    const parts = await listSellerParts(db, orderNumberOf(order_id))
    const sellerOrders = parts.map(({ seller_id }) => ({ order_id, seller_id }))
    await changeDue({ db, clock, failed }, sellerOrders, cancelUnpaid)
  }
  if (failed.length) throw new AggregateError(failed, 'some orders could not be cancelled')
  return due.length
}

async function remindOfTransfers(tx: Tx, now: Date): Promise<number> {
  const due = await claimReminders(tx, { now, until: remindUntil(now), limit: BATCH })
  // Not locked, as others lock the order before its payment.
  for (const { order_id, order_number, pay_by } of due)
    if (!isStopped(await readStateOrigin(tx, order_id)))
      await insertNote(tx, { order_number, now }, { mark: 'please_pay', pay_by: dayOf(pay_by) })
  return due.length
}
