import { inTransaction } from '../../../db/connect.ts'
import type { Tx } from '../../../db/tables.ts'
import { goodsFirst, NOTHING, type Parts } from '../../../shared/pricing/refundable.ts'
import { holdUnsent } from '../fulfilment/hold-unsent.ts'
import { insertOrderEvent, lockOrder } from '../orders/fulfilment-queries.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import type { RefundOutcome } from '../payments/provider-reversals.ts'
import { type PaymentRow, requirePayment } from '../payments/queries.ts'
import {
  findRefund,
  findRefundOf,
  insertProviderRefund,
  type RefundChange,
  type RefundReport,
  recordRefund,
} from '../payments/refund-queries.ts'
import { refundableBySeller } from './read-payments.ts'

/**
 * Syncs the refunds of a payment, including those made in the provider's dashboard; returns whether anything changed.
 */
export async function syncRefunds(deps: PaymentDeps, payment: PaymentRow): Promise<boolean> {
  if (!payment.provider_ref) return false
  let isChanged = false
  for (const refund of await deps.provider.listRefunds(payment.provider_ref))
    isChanged = (await applyRefund(deps, payment.payment_id, refund)) || isChanged
  return isChanged
}

async function applyRefund(deps: PaymentDeps, paymentId: string, refund: RefundOutcome): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock()
    const payment = await requirePayment(tx, paymentId)
    const known = await findRefundOf(tx, payment, refund)
    if (known) return reportRefund(tx, known, { ...refund, now })
    // Another process may have inserted it concurrently.
    const { seller_id, left } = await soleSeller(tx, payment)
    const back = goodsFirst(refund.amountCents, left)
    const id = await insertProviderRefund(tx, payment, { back, provider_ref: refund.ref, seller_id, created_at: now })
    return id !== undefined && reportRefund(tx, id, { ...refund, now })
  })
}

/** Returns the seller of an order with one seller: a refund made elsewhere is then theirs. */
async function soleSeller(tx: Tx, payment: PaymentRow): Promise<{ seller_id: string | null; left: Parts }> {
  const [first, ...others] = await refundableBySeller(tx, payment)
  return first && !others.length ? { seller_id: first[0], left: first[1] } : { seller_id: null, left: NOTHING }
}

/** Records the state of a refund as the provider reports it; returns whether it changed. */
export async function reportRefund(tx: Tx, refundId: string, report: RefundReport & { now: Date }): Promise<boolean> {
  const order_id = (await findRefund(tx, refundId))?.order_id
  if (order_id) await lockOrder(tx, order_id)
  const changed = await recordRefund(tx, refundId, report)
  if (!changed) return false
  await announce(tx, changed, { refund_id: refundId, ...report })
  if (changed.order_number !== null) await holdUnsent(tx, changed.order_number, report.now)
  return true
}

async function announce(
  tx: Tx,
  { order_number, seller_id, amount }: RefundChange,
  { refund_id, state, now }: { refund_id: string; state: RefundOutcome['state']; now: Date },
): Promise<void> {
  if (order_number === null || state === 'pending') return
  await insertOrderEvent(tx, {
    order_number,
    seller_id,
    by_user: null,
    by_role: 'system',
    created_at: now,
    ...(state === 'succeeded'
      ? { kind: 'refunded', facts: { amount, refund_id } }
      : { kind: 'note', facts: { mark: 'refund_failed', amount, refund_id } }),
  })
}
