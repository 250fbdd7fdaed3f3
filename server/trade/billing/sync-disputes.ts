import { inTransaction } from '../../../db/connect.ts'
import type { NoteMark } from '../../../shared/fulfilment/constants.ts'
import { centsToDecimal } from '../../../shared/kernel/money.ts'
import { holdUnsent } from '../fulfilment/hold-unsent.ts'
import { insertOrderEvent, lockOrder } from '../orders/fulfilment-queries.ts'
import { type DisputeReport, recordDispute } from '../payments/dispute-queries.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import { lockPayment, type PaymentRow } from '../payments/queries.ts'

/** Syncs the disputes of a payment with the provider; returns whether anything changed. */
export async function syncDisputes(deps: PaymentDeps, payment: PaymentRow): Promise<boolean> {
  if (!payment.provider_ref) return false
  let isChanged = false
  for (const dispute of await deps.provider.listDisputes(payment.provider_ref))
    isChanged = (await applyDispute(deps, payment, dispute)) || isChanged
  return isChanged
}

function applyDispute(
  { db, clock }: PaymentDeps,
  { payment_id, order_id }: PaymentRow,
  report: DisputeReport,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const now = clock()
    const order = order_id === null ? undefined : await lockOrder(tx, order_id)
    const payment = await lockPayment(tx, payment_id)
    if (!payment) throw new Error('a payment whose disputes were read is missing')
    const changed = await recordDispute(tx, payment.payment_number, { ...report, now })
    if (changed && order) {
      const mark: NoteMark = changed.before === null ? 'disputed' : `dispute_${report.state}`
      await insertOrderEvent(tx, {
        order_number: order.order_number,
        seller_id: null,
        kind: 'note',
        created_at: now,
        facts: { mark, amount: centsToDecimal(report.amountCents) },
        by_user: null,
        by_role: 'system',
      })
    }
    if (changed && order) await holdUnsent(tx, order.order_number, now)
    return changed !== undefined
  })
}
