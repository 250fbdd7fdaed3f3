import { inTransaction } from '../../../db/connect.ts'
import { reasonOf } from '../../../db/reason-of.ts'
import { decimalToCents } from '../../../shared/kernel/money.ts'
import { secondsAfter } from '../../platform/config/clock.ts'
import { type Job, startJob } from '../../platform/jobs/jobs.ts'
import { claimDueEvents, endEvent, endOldNews, failEvent } from '../payments/event-queries.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import { claimDuePayments, findPayment, findPaymentByRef, findPaymentOf } from '../payments/queries.ts'
import { claimDueRefunds, type DueRefund } from '../payments/refund-queries.ts'
import { applyOutcome, checkPayment } from '../purchase/outcome.ts'
import { listOverdue } from '../purchase/queries.ts'
import { captureDue, lookAtAuthorized } from './capture-payments.ts'
import { cancelUnpaidOrders, remindOfTransfers } from './end-awaiting.ts'
import { lookAtDisputes } from './look-at-disputes.ts'
import { lookAtRefunds, reportRefund } from './look-at-refunds.ts'
import { bookDueTransfer } from './receive-transfer.ts'

const EVERY_MS = 1_000
/** Payments, events and refunds that one run takes at most. */
const BATCH = 8
/** Of so many events those without news are ended at once. */
const OLD_NEWS = 1_000
/** When an event that could not be applied is tried again, in seconds; after the last it waits for an admin. */
const EVENT_RETRIES = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 57_600, 86_400]
const REFUND_AGAIN_SECONDS = 60

type Watching = PaymentDeps & { log: { error(event: object): void } }

/** Starts the job that applies events, and asks about payments of which none came; processes share the work. */
export function startWatchingPayments(deps: Watching): Job {
  return startJob({
    name: 'payments',
    everyMs: EVERY_MS,
    run: () => watchPayments({ ...deps, isJob: true }),
    onError: (error) => deps.log.error({ err: error, event: 'payments_failed' }),
  })
}

async function watchPayments(deps: Watching): Promise<boolean> {
  const events = await applyEvents(deps)
  const payments = await lookAtDue(deps)
  const refunds = await sendRefunds(deps)
  const captures = await captureDue(deps, BATCH)
  const isBooked = await bookDueTransfer(deps)
  const unpaid = await cancelUnpaidOrders(deps, BATCH)
  const reminded = await remindOfTransfers(deps, BATCH)
  return [events, payments, refunds, captures, unpaid, reminded].includes(BATCH) || isBooked
}

async function applyEvents(deps: Watching): Promise<number> {
  const { db, clock, isSandbox: sandbox } = deps
  const now = clock()
  await endOldNews(db, { sandbox, now, limit: OLD_NEWS })
  const events = await claimDueEvents(db, { sandbox, now, again: secondsAfter(now, 60), limit: BATCH })
  await Promise.all(
    events.map(async ({ event_id, event_type, object_ref, attempts }) => {
      try {
        const outcome = await applyEvent(deps, object_ref, event_type)
        await endEvent(db, { sandbox, event_id, outcome, now: clock() })
      } catch (error) {
        const seconds = EVENT_RETRIES[attempts - 1]
        const again = seconds === undefined ? null : secondsAfter(clock(), seconds)
        await failEvent(db, { sandbox, event_id, failure: reasonOf(error), again })
      }
    }),
  )
  return events.length
}

/** Reads what an event is about as it is now, and applies the difference. */
async function applyEvent(
  deps: PaymentDeps,
  ref: string,
  type: string,
): Promise<'applied' | 'nothing_new' | 'not_ours'> {
  const { db, provider, isSandbox } = deps
  let payment = await findPaymentByRef(db, ref, isSandbox)
  const isOfRefund = /^(charge\.)?refund/.test(type)
  const isOfDispute = type.startsWith('charge.dispute.')
  if (payment && isOfDispute) return (await lookAtDisputes(deps, payment)) ? 'applied' : 'nothing_new'
  if (payment && isOfRefund) return (await lookAtRefunds(deps, payment)) ? 'applied' : 'nothing_new'
  if (payment?.payment_state === 'authorized')
    return (await lookAtAuthorized(deps, payment)) ? 'applied' : 'nothing_new'
  if (payment?.order_id) return 'nothing_new'
  const outcome = await provider.read(ref)
  if (outcome.kind !== 'intent') throw new Error('the provider did not say what has become of a payment')
  const { paymentId, attempt } = outcome.intent
  // Its reference is not known yet while the response to the attempt is on its way.
  payment ??= paymentId === undefined ? undefined : await findPayment(db, paymentId)
  if (!payment) return 'not_ours'
  // An earlier attempt was cancelled, unless it was paid.
  if (attempt !== payment.attempts && outcome.intent.status !== 'paid') return 'nothing_new'
  const before = payment.payment_state
  await applyOutcome(deps, payment.payment_id, outcome)
  const after = await findPayment(db, payment.payment_id)
  return after?.payment_state === before ? 'nothing_new' : 'applied'
}

async function lookAtDue(deps: Watching): Promise<number> {
  const { db, clock, log, isSandbox: sandbox } = deps
  const now = clock()
  const due = await claimDuePayments(db, { sandbox, now, limit: BATCH })
  const overdue = await Promise.all((await listOverdue(db, now, BATCH)).map((id) => findPaymentOf(db, id)))
  const ids = new Set([...due, ...overdue.flatMap((payment) => payment?.payment_id ?? [])])
  for (const id of ids) {
    // One that cannot be looked at does not keep the others waiting.
    await checkPayment(deps, id).catch((error) =>
      log.error({ err: error, event: 'payment_look_failed', payment_id: id }),
    )
  }
  return due.length
}

async function sendRefunds(deps: Watching): Promise<number> {
  const { db, clock, log, isSandbox: sandbox } = deps
  const now = clock()
  const due = await claimDueRefunds(db, { sandbox, now, again: secondsAfter(now, REFUND_AGAIN_SECONDS), limit: BATCH })
  for (const refund of due) {
    await sendRefund(deps, refund).catch((error) =>
      log.error({ err: error, event: 'refund_failed', refund_id: refund.refund_id }),
    )
  }
  return due.length
}

async function sendRefund({ db, clock, provider }: PaymentDeps, refund: DueRefund): Promise<void> {
  const { refund_id, provider_ref, amount } = refund
  const sent = await provider.refund({
    refundId: refund_id,
    ref: provider_ref,
    amountCents: decimalToCents(amount),
  })
  await inTransaction(db, (tx) => reportRefund(tx, refund_id, { ...sent, now: clock() }))
}
