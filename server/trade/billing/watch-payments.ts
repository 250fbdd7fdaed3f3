import { z } from 'zod'
import { inTransaction } from '../../../db/connect.ts'
import { reasonOf } from '../../../db/failures.ts'
import type { Tx } from '../../../db/tables.ts'
import { decimalToCents } from '../../../shared/kernel/money.ts'
import { DAY_SECONDS, secondsBefore } from '../../platform/config/clock.ts'
import { exclusiveStep, type OutboxStep } from '../../platform/jobs/outbox.ts'
import { enqueueAll, enqueueMissing, handle, type Task, type TaskHandler } from '../../platform/jobs/task.ts'
import { hasPaymentAtProvider, listToSync } from '../payments/dispute-queries.ts'
import type { DueRows } from '../payments/due-queries.ts'
import { discardStaleEvents, findOpenEvent, newEvents, updateEvent } from '../payments/event-queries.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import { dueCaptures, duePayments, findPayment, findPaymentByRef, requirePayment } from '../payments/queries.ts'
import { beginRefund, dueRefunds } from '../payments/refund-queries.ts'
import { applyOutcome, checkPayment } from '../purchase/outcome.ts'
import { expiryOf } from '../purchase/queries.ts'
import { capture, syncAuthorized } from './capture-payments.ts'
import { reportRefund, syncReversals } from './sync-reversals.ts'

const service = { name: 'provider', atOnce: 3 }

/** Syncs the payment, refund or dispute that an event names. */
const applyEventTask: Task<{ event_id: string }> = { name: 'apply_payment_event', service }
/** Checks a payment for which no event arrived. */
const checkPaymentTask: Task<{ payment_id: string }> = { name: 'check_payment', service }
/** Sends a refund, or reads its state when it was sent before. */
const sendRefundTask: Task<{ refund_id: string }> = { name: 'send_refund', service }
/** Captures an authorised payment. */
const captureTask: Task<{ payment_id: string }> = { name: 'capture_payment', service }
/** Finds refunds and disputes whose event never arrived. */
export const findUnreportedTask: Task = { name: 'find_unreported', service }

/** Payments, events and refunds queued per transaction. */
const BATCH = 100
/** Stale events discarded per transaction. */
const STALE_EVENTS = 1_000

const ofPayment = (payment_id: string) => ({ payment_id })

function queuedBy<Payload extends object>(ids: readonly string[], payloadOf: (id: string) => Payload) {
  return ids.map((id) => ({ payload: payloadOf(id), key: id }))
}

/** Queues requests to the provider: for events, for payments without events, for refunds and captures. */
export function watchingPayments({ db, clock, isSandbox: sandbox }: PaymentDeps): OutboxStep[] {
  function queueing<Payload extends object>(
    { name, due, task }: { name: string; due: DueRows; task: Task<Payload> },
    payloadOf: (id: string) => Payload,
  ): OutboxStep {
    const run = async (tx: Tx) => {
      const ids = await due.claim(tx, { sandbox, now: clock(), limit: BATCH })
      await enqueueMissing(tx, task, queuedBy(ids, payloadOf))
      return ids.length === BATCH
    }
    return exclusiveStep(db, { name, isDue: (now) => due.areDue(sandbox, now), run })
  }
  return [
    // Queues events for processing.
    exclusiveStep(db, {
      name: 'payment-events',
      isDue: (now) => newEvents.areDue(sandbox, now),
      async run(tx) {
        await discardStaleEvents(tx, { sandbox, now: clock(), limit: STALE_EVENTS })
        const ids = await newEvents.claim(tx, { sandbox, now: clock(), limit: BATCH })
        await enqueueAll(
          tx,
          applyEventTask,
          queuedBy(ids, (event_id) => ({ event_id })),
        )
        return ids.length === BATCH
      },
    }),
    // Queues checks of payments for which no event arrived, and of those whose checkout has expired.
    queueing({ name: 'payments', due: duePayments(expiryOf), task: checkPaymentTask }, ofPayment),
    // Queues refunds to be sent or checked.
    queueing({ name: 'refunds', due: dueRefunds, task: sendRefundTask }, (refund_id) => ({ refund_id })),
    // Queues the capture of authorised payments that are due.
    queueing({ name: 'captures', due: dueCaptures, task: captureTask }, ofPayment),
  ]
}

/** Runs the queued requests to the provider. */
export function paymentHandlers(parts: PaymentDeps): TaskHandler[] {
  const { db } = parts
  const deps = { ...parts, isJob: true }
  return [
    handle(applyEventTask, ({ event_id }) => applyOpenEvent(deps, event_id)),
    handle(checkPaymentTask, async ({ payment_id }) => checkPayment(deps, await requirePayment(db, payment_id))),
    handle(sendRefundTask, ({ refund_id }) => sendRefund(deps, refund_id)),
    handle(captureTask, ({ payment_id }) => capture(deps, payment_id)),
    handle(findUnreportedTask, () => findUnreported(deps)),
  ]
}

async function applyOpenEvent(deps: PaymentDeps, event_id: string): Promise<void> {
  const { db, clock, isSandbox: sandbox } = deps
  const id = { sandbox, event_id }
  const event = await findOpenEvent(db, id)
  if (!event?.object_ref) return
  try {
    const outcome = await applyEvent(deps, event.object_ref, event.event_type)
    await updateEvent(db, id, { outcome, done_at: clock(), to_queue_at: null, failure: null })
  } catch (error) {
    await updateEvent(db, id, { failure: reasonOf(error).slice(0, 200) })
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
  const isOfReversal = /^(charge\.)?refund|^charge\.dispute\./.test(type)
  if (payment && isOfReversal) return (await syncReversals(deps, payment)) ? 'applied' : 'nothing_new'
  if (payment?.payment_state === 'authorized') return (await syncAuthorized(deps, payment)) ? 'applied' : 'nothing_new'
  if (payment?.order_id) return 'nothing_new'
  const outcome = await provider.read(ref)
  if (outcome.kind !== 'intent') throw new Error('the provider did not say what has become of a payment')
  const { paymentId, attempt } = outcome.intent
  // The reference is stored with the response to the attempt, which an event can overtake. Another program may use the account.
  const id = z.uuid().safeParse(paymentId)
  payment ??= id.success ? await findPayment(db, id.data) : undefined
  if (!payment) return 'not_ours'
  // An earlier attempt was cancelled, unless it was paid.
  if (attempt !== payment.attempts && outcome.intent.status !== 'paid') return 'nothing_new'
  const before = payment.payment_state
  await applyOutcome(deps, payment, outcome)
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

/** Older ones have been found already, unless every process was down for that long. */
const SINCE_SECONDS = 7 * DAY_SECONDS

/** Syncs payments with refunds or disputes whose event never arrived. Throws an AggregateError of those that failed. */
async function findUnreported(deps: PaymentDeps): Promise<void> {
  const { db, clock, provider, isSandbox: sandbox } = deps
  if (!(await hasPaymentAtProvider(db, sandbox))) return
  const reported = await provider.listRecent(secondsBefore(clock(), SINCE_SECONDS))
  const failed: Error[] = []
  for (const id of await listToSync(db, sandbox, reported)) {
    try {
      await syncReversals(deps, await requirePayment(db, id))
    } catch (cause) {
      failed.push(new Error(`${id} failed`, { cause }))
    }
  }
  if (failed.length) throw new AggregateError(failed, 'some payments could not be synced')
}
