import { inTransaction } from '../../../db/connect.ts'
import type { Tx } from '../../../db/tables.ts'
import { centsToDecimal, decimalToCents } from '../../../shared/kernel/money.ts'
import { insertNote, lockOrder } from '../orders/fulfilment-queries.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import type { Intent } from '../payments/provider.ts'
import { lockPayment, type PaymentRow, requirePayment, updatePayment } from '../payments/queries.ts'
import { refundLeft } from '../payments/refund-queries.ts'

type CaptureDeps = Pick<PaymentDeps, 'db' | 'clock' | 'provider'>

/** Captures what is left of an authorised payment, or cancels it when nothing is. */
export async function capture(deps: CaptureDeps, paymentId: string): Promise<void> {
  const known = await requirePayment(deps.db, paymentId)
  const { order, payment } = await inTransaction(deps.db, (tx) => lockWithOrder(tx, known))
  const { provider_ref: ref, amount, released } = payment
  if (!ref || payment.payment_state !== 'authorized') return
  const cents = order?.order_state === 'cancelled' ? 0 : decimalToCents(amount) - decimalToCents(released)
  const outcome = await deps.provider.capture({ ref, cents })
  if (outcome.kind === 'intent') await applyCapture(deps, payment, outcome.intent)
}

/** Syncs an authorised payment of an order with the provider; returns whether anything changed. */
export async function syncAuthorized(deps: CaptureDeps, payment: PaymentRow): Promise<boolean> {
  const outcome = payment.provider_ref === null ? undefined : await deps.provider.read(payment.provider_ref)
  return outcome?.kind === 'intent' && applyCapture(deps, payment, outcome.intent)
}

/** Records that an authorised payment was captured or cancelled. Units cancelled during the capture are refunded. */
function applyCapture({ db, clock }: CaptureDeps, known: PaymentRow, intent: Intent) {
  return inTransaction(db, async (tx) => {
    const { order, payment } = await lockWithOrder(tx, known)
    if (payment.payment_state !== 'authorized') return false
    const now = clock()
    if (intent.status === 'paid') {
      const captured = centsToDecimal(intent.receivedCents)
      await updatePayment(tx, payment.payment_id, { payment_state: 'paid', captured, paid_at: now, capture_at: null })
      const excess = intent.receivedCents - (decimalToCents(payment.amount) - decimalToCents(payment.released))
      await refundLeft(tx, { payment, back: { goods: excess, delivery: 0 }, reason: 'cancelled', created_at: now })
      return true
    }
    if (intent.status !== 'cancelled') return false
    await updatePayment(tx, payment.payment_id, { payment_state: 'cancelled', capture_at: null })
    // Without a note when nothing was left to capture.
    if (order && order.order_state !== 'cancelled' && decimalToCents(payment.released) < decimalToCents(payment.amount))
      await insertNote(tx, { ...order, now }, { mark: 'not_captured', amount: payment.amount })
    return true
  })
}

async function lockWithOrder(tx: Tx, { payment_id, order_id }: PaymentRow) {
  const order = order_id === null ? undefined : await lockOrder(tx, order_id)
  return { order, payment: await lockPayment(tx, payment_id) }
}
