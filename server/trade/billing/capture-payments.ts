import { inTransaction } from '../../../db/connect.ts'
import { centsToDecimal, decimalToCents } from '../../../shared/kernel/money.ts'
import { secondsAfter } from '../../platform/config/clock.ts'
import { exclusively, type OutboxStep } from '../../platform/jobs/outbox.ts'
import { enqueueMissing, handle, type TaskHandler } from '../../platform/jobs/task.ts'
import { insertOrderEvent, lockOrder } from '../orders/fulfilment-queries.ts'
import { areCapturesDue, claimDueCaptures } from '../payments/capture-queries.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import type { Intent } from '../payments/provider.ts'
import { findPayment, lockPayment, type PaymentRow, updatePayment } from '../payments/queries.ts'
import { refundLeft } from '../payments/refund-queries.ts'
import { captureTask } from './tasks.ts'

const AGAIN_SECONDS = 60

/** Authorised payments queued per transaction. */
const BATCH = 100

/** Queues the capture of authorised payments that are due. */
export function queueingCaptures({ db, clock, isSandbox: sandbox }: PaymentDeps): OutboxStep {
  return {
    name: 'captures',
    isDue: (now) => areCapturesDue(sandbox, now),
    run: () =>
      exclusively(db, 'captures', async (tx) => {
        const now = clock()
        const ids = await claimDueCaptures(tx, { sandbox, now, again: secondsAfter(now, AGAIN_SECONDS), limit: BATCH })
        const queued = ids.map((payment_id) => ({ payload: { payment_id }, key: payment_id }))
        await enqueueMissing(tx, captureTask, queued)
        return ids.length === BATCH
      }),
  }
}

export function captureHandler(deps: PaymentDeps): TaskHandler {
  return handle(captureTask, ({ payment_id }) => capture(deps, payment_id))
}

async function capture(deps: PaymentDeps, paymentId: string): Promise<void> {
  const payment = await findPayment(deps.db, paymentId)
  if (!payment?.provider_ref || payment.payment_state !== 'authorized') return
  const amount = await centsToCapture(deps, payment)
  const outcome = await deps.provider.capture({ paymentId, ref: payment.provider_ref, cents: amount })
  if (outcome.kind === 'intent') await applyCapture(deps, payment, outcome.intent)
}

function centsToCapture({ db }: PaymentDeps, { order_id, amount, released }: PaymentRow): Promise<number> {
  return inTransaction(db, async (tx) => {
    const order = order_id === null ? undefined : await lockOrder(tx, order_id)
    return order?.order_state === 'cancelled' ? 0 : decimalToCents(amount) - decimalToCents(released)
  })
}

/** Syncs an authorised payment of an order with the provider; returns whether anything changed. */
export async function syncAuthorized(deps: PaymentDeps, payment: PaymentRow): Promise<boolean> {
  const outcome = payment.provider_ref === null ? undefined : await deps.provider.read(payment.provider_ref)
  return outcome?.kind === 'intent' && applyCapture(deps, payment, outcome.intent)
}

/** Records that an authorised payment was captured or cancelled. Units cancelled during the capture are refunded. */
function applyCapture(
  { db, clock }: PaymentDeps,
  { payment_id, order_id }: PaymentRow,
  intent: Intent,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const order = order_id === null ? undefined : await lockOrder(tx, order_id)
    const payment = await lockPayment(tx, payment_id)
    if (!order || payment?.payment_state !== 'authorized') return false
    const now = clock()
    if (intent.status === 'paid') {
      const captured = centsToDecimal(intent.receivedCents)
      await updatePayment(tx, payment_id, { payment_state: 'paid', captured, paid_at: now, capture_at: null })
      const excess = intent.receivedCents - (decimalToCents(payment.amount) - decimalToCents(payment.released))
      const taken = { ...payment, captured }
      if (excess > 0) await refundLeft(tx, { payment: taken, cents: excess, reason: 'cancelled', now })
      return true
    }
    if (intent.status !== 'cancelled') return false
    await updatePayment(tx, payment_id, { payment_state: 'cancelled', capture_at: null })
    // Without a note when nothing was left to capture.
    if (order.order_state !== 'cancelled' && decimalToCents(payment.released) < decimalToCents(payment.amount))
      await insertOrderEvent(tx, {
        order_number: order.order_number,
        seller_id: null,
        kind: 'note',
        created_at: now,
        facts: { mark: 'not_captured', amount: payment.amount },
        by_user: null,
        by_role: 'system',
      })
    return true
  })
}
