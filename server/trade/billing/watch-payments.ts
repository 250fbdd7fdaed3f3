import { inTransaction } from '../../../db/connect.ts'
import { reasonOf } from '../../../db/failures.ts'
import { decimalToCents } from '../../../shared/kernel/money.ts'
import { secondsAfter } from '../../platform/config/clock.ts'
import { exclusively, type OutboxStep } from '../../platform/jobs/outbox.ts'
import { enqueueAll, enqueueMissing, handle, type TaskHandler } from '../../platform/jobs/task.ts'
import {
  areEventsDue,
  discardStaleEvents,
  endEvent,
  failEvent,
  findOpenEvent,
  takeNewEvents,
} from '../payments/event-queries.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import { arePaymentsDue, claimDuePayments, findPayment, findPaymentByRef, findPaymentOf } from '../payments/queries.ts'
import { areRefundsDue, beginRefund, claimDueRefunds } from '../payments/refund-queries.ts'
import { applyOutcome, checkPayment } from '../purchase/outcome.ts'
import { areOverdue, listOverdue } from '../purchase/queries.ts'
import { syncAuthorized } from './capture-payments.ts'
import { syncDisputes } from './sync-disputes.ts'
import { reportRefund, syncRefunds } from './sync-refunds.ts'
import { applyEventTask, checkPaymentTask, sendRefundTask } from './tasks.ts'

/** Payments, events and refunds queued per transaction. */
const BATCH = 100
/** Stale events discarded per transaction. */
const STALE_EVENTS = 1_000
const REFUND_AGAIN_SECONDS = 60

/** Queues requests to the provider: for events, for payments without events, and for refunds. */
export function watchingPayments(deps: PaymentDeps): OutboxStep[] {
  const { db, clock, isSandbox: sandbox } = deps
  return [
    // Queues events for processing.
    {
      name: 'payment-events',
      isDue: () => areEventsDue(sandbox),
      run: () =>
        exclusively(db, 'payment-events', async (tx) => {
          await discardStaleEvents(tx, { sandbox, now: clock(), limit: STALE_EVENTS })
          const ids = await takeNewEvents(tx, sandbox, BATCH)
          const queued = ids.map((event_id) => ({ payload: { event_id }, key: event_id }))
          await enqueueAll(tx, applyEventTask, queued)
          return ids.length === BATCH
        }),
    },
    // Queues checks of payments for which no event arrived.
    {
      name: 'payments',
      isDue: (now) => arePaymentsDue(sandbox, now),
      run: () =>
        exclusively(db, 'payments', async (tx) => {
          const ids = await claimDuePayments(tx, { sandbox, now: clock(), limit: BATCH })
          const queued = ids.map((payment_id) => ({ payload: { payment_id }, key: payment_id }))
          await enqueueMissing(tx, checkPaymentTask, queued)
          return ids.length === BATCH
        }),
    },
    // Queues checks of payments whose checkout has expired.
    {
      name: 'overdue-payments',
      isDue: areOverdue,
      run: async () => {
        const checkouts = await listOverdue(db, clock(), BATCH)
        const payments = await Promise.all(checkouts.map((id) => findPaymentOf(db, id)))
        const ids = payments.flatMap((payment) => payment?.payment_id ?? [])
        const queued = ids.map((payment_id) => ({ payload: { payment_id }, key: payment_id }))
        await enqueueMissing(db, checkPaymentTask, queued)
        return false
      },
    },
    // Queues refunds to be sent or checked.
    {
      name: 'refunds',
      isDue: (now) => areRefundsDue(sandbox, now),
      run: () =>
        exclusively(db, 'refunds', async (tx) => {
          const now = clock()
          const again = secondsAfter(now, REFUND_AGAIN_SECONDS)
          const ids = await claimDueRefunds(tx, { sandbox, now, again, limit: BATCH })
          const queued = ids.map((refund_id) => ({ payload: { refund_id }, key: refund_id }))
          await enqueueMissing(tx, sendRefundTask, queued)
          return ids.length === BATCH
        }),
    },
  ]
}

/** Runs the queued requests to the provider. */
export function paymentHandlers(parts: PaymentDeps): TaskHandler[] {
  const deps = { ...parts, isJob: true }
  return [
    handle(applyEventTask, ({ event_id }) => applyOpenEvent(deps, event_id)),
    handle(checkPaymentTask, ({ payment_id }) => checkPayment(deps, payment_id)),
    handle(sendRefundTask, ({ refund_id }) => sendRefund(deps, refund_id)),
  ]
}

async function applyOpenEvent(deps: PaymentDeps, event_id: string): Promise<void> {
  const { db, clock, isSandbox: sandbox } = deps
  const event = await findOpenEvent(db, { sandbox, event_id })
  if (!event?.object_ref) return
  try {
    const outcome = await applyEvent(deps, event.object_ref, event.event_type)
    await endEvent(db, { sandbox, event_id, outcome, now: clock() })
  } catch (error) {
    await failEvent(db, { sandbox, event_id, failure: reasonOf(error) })
    throw error
  }
}

async function applyEvent(
  deps: PaymentDeps,
  ref: string,
  type: string,
): Promise<'applied' | 'nothing_new' | 'not_ours'> {
  const { db, provider, isSandbox } = deps
  let payment = await findPaymentByRef(db, ref, isSandbox)
  const isOfRefund = /^(charge\.)?refund/.test(type)
  const isOfDispute = type.startsWith('charge.dispute.')
  if (payment && isOfDispute) return (await syncDisputes(deps, payment)) ? 'applied' : 'nothing_new'
  if (payment && isOfRefund) return (await syncRefunds(deps, payment)) ? 'applied' : 'nothing_new'
  if (payment?.payment_state === 'authorized') return (await syncAuthorized(deps, payment)) ? 'applied' : 'nothing_new'
  if (payment?.order_id) return 'nothing_new'
  const outcome = await provider.read(ref)
  if (outcome.kind !== 'intent') throw new Error('the provider did not say what has become of a payment')
  const { paymentId, attempt } = outcome.intent
  // The reference is stored with the response to the attempt, which an event can overtake.
  payment ??= paymentId === undefined ? undefined : await findPayment(db, paymentId)
  if (!payment) return 'not_ours'
  // An earlier attempt was cancelled, unless it was paid.
  if (attempt !== payment.attempts && outcome.intent.status !== 'paid') return 'nothing_new'
  const before = payment.payment_state
  await applyOutcome(deps, payment.payment_id, outcome)
  const after = await findPayment(db, payment.payment_id)
  return after?.payment_state === before ? 'nothing_new' : 'applied'
}

async function sendRefund({ db, clock, provider }: PaymentDeps, refundId: string): Promise<void> {
  const refund = await beginRefund(db, refundId)
  if (!refund) return
  const { provider_ref, amount } = refund
  const sent = await provider.refund({ refundId, ref: provider_ref, amountCents: decimalToCents(amount) })
  await inTransaction(db, (tx) => reportRefund(tx, refundId, { ...sent, now: clock() }))
}
