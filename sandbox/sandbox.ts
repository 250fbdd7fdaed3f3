import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction } from '../db/connect.ts'
import type { Db, Tx } from '../db/tables.ts'
import { type Clock, DAY_SECONDS, secondsAfter, secondsBefore } from '../server/platform/config/clock.ts'
import { afterSeconds, type DeleteExpired } from '../server/platform/jobs/delete-expired.ts'
import { loadStripe } from '../server/trade/payments/stripe/library.ts'
import { type BookDeps, type Books, deskOf, eventSchedule, type SandboxMode, withBooks } from './books.ts'
import { disputeIntent, endDispute, lockedDispute, loseUnanswered, openDueDispute } from './disputes.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  deleteEvents,
  type EndedDelivery,
  finishDeliveries,
  listPaymentRows,
  repeatEvent,
  repeatReversed,
} from './event-queries.ts'
import { createSandboxFetch } from './fetch.ts'
import { listDueDisputes, listDueIntents } from './intent-queries.ts'
import { answerStep, lockedIntent, readStep, type StepAnswer } from './intents.ts'
import { deleteKeys } from './key-queries.ts'
import {
  deleteWaitingTransfers,
  hasTransfer,
  insertTransfer,
  listDueRefunds,
  listTransferRows,
  listUnansweredDisputes,
  type TransferRow,
  takeTransfers,
} from './money-queries.ts'
import { cancel } from './pay.ts'
import { advanceRefund, createRefund, failRefund, lockedRefund } from './refunds.ts'
import { SandboxRefusal } from './wire.ts'

export interface SandboxOptions {
  db: Db
  clock: Clock
  mode: SandboxMode
  /** The client's API key. */
  secretKey: string
  /** Signs events. */
  webhookSecret: string
  /** Where events are sent. A function, because the server listens on its port later. */
  webhookUrl: () => string
  /** The site's base URL without a trailing slash; step pages are below it. */
  siteUrl: () => string
  /** From 0 to 1; draws when events arrive. */
  random?: () => number
  waitMs?: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>
  /** Receives the sandbox's own errors; the client gets a provider failure. */
  onError?: (error: unknown) => void
  /** Called when events may have been written, to wake their delivery. */
  onEvents?: () => void
}

export type Sandbox = ReturnType<typeof createSandbox>

/** Creates a payment provider that lives in this process and the sandbox's tables. */
export function createSandbox({ random = Math.random, ...options }: SandboxOptions) {
  const deps = {
    waitMs: (ms: number, signal: AbortSignal | undefined) => sleep(ms, undefined, { signal, ref: false }),
    onError: () => {},
    onEvents: () => {},
    ...options,
    schedule: eventSchedule(options.mode, random),
  }
  return {
    /** Answers like Stripe; for `createStripeClient`. */
    fetch: createSandboxFetch(deps),
    /** Delivers all due events; returns the number of attempts. */
    deliverEvents: () => deliverEvents(deps),
    /** Delivers one batch; returns whether there may be more. */
    deliverBatch: async () => (await deliverBatch(deps)) === DELIVERY_BATCH,
    advance: (now?: Date) => advance(deps, now),
    readStep: (stepId: string) => readStep(deps, stepId),
    answerStep: (stepId: string, answer: StepAnswer) => answerStep(deps, stepId, answer),
    ...createControls(deps),
    announceTransfer: announceTransfer.bind(undefined, deps),
    announceOnce: announceOnce.bind(undefined, deps),
    takeDueTransfers: takeDueTransfers.bind(undefined, deps),
    letTransferArrive: letTransferArrive.bind(undefined, deps),
    dropTransfers: dropTransfers.bind(undefined, deps),
    listTransfers: listTransfers.bind(undefined, deps),
  }
}

const BATCH = 100

/**
 * Makes the automatic changes due by `now`: disputes open and are lost unanswered, refunds and authorisations
 * end. Returns the count. Processes share the work, with one transaction per item.
 */
async function advance(deps: BookDeps, now: Date = deps.clock()): Promise<number> {
  let done = 0
  const doEach = async <Due>(
    list: (tx: Tx, now: Date, limit: number) => Promise<Due[]>,
    work: (books: Books, due: Due) => Promise<boolean>,
  ) => {
    for (const due of await inTransaction(deps.db, (tx) => list(tx, now, BATCH))) {
      const isDone = await inTransaction(deps.db, (tx) => work({ tx, ...deskOf(deps), now }, due))
      if (isDone) done++
    }
  }
  await doEach(listDueIntents, (books, { intent_id }) => endAuthorisation(books, intent_id))
  await doEach(listDueDisputes, (books, { intent_id }) => openDueDispute(books, intent_id))
  await doEach(listDueRefunds, (books, { refund_id }) => advanceRefund(books, refund_id))
  await doEach(listUnansweredDisputes, (books, { dispute_id }) => loseUnanswered(books, dispute_id))
  if (done > 0) deps.onEvents()
  return done
}

async function endAuthorisation(books: Books, intentId: string): Promise<boolean> {
  const intent = await lockedIntent(books, intentId)
  if (intent.capture_before === null || intent.capture_before > books.now) return false
  await cancel(books, intent)
  return true
}

const AGAIN_SECONDS = 3600

/** Creates the controls of the sandbox's page; they return false if the object is missing or in another state. */
function createControls(deps: BookDeps) {
  return {
    listPayments: (limit = 100) => listPaymentRows(deps.db, limit),
    sendEventAgain: (eventId: string) => withBooks(deps, ({ tx, now }) => repeatEvent(tx, eventId, now)),
    /** Delivers the events of the last hour once more, in reverse order per payment; returns the count. */
    sendLastHourReversed: () =>
      withBooks(deps, ({ tx, now }) => repeatReversed(tx, secondsBefore(now, AGAIN_SECONDS), now)),
    openDispute: (intentId: string) => tryTo(deps, (books) => disputeIntent(books, intentId)),
    endDispute: (disputeId: string, end: 'won' | 'lost') =>
      tryTo(deps, async (books) => endDispute(books, await lockedDispute(books, disputeId), end)),
    failRefund: (refundId: string) =>
      tryTo(deps, async (books) => failRefund(books, await lockedRefund(books, refundId), 'declined')),
    /** Refunds a payment as in the provider's own dashboard. */
    refundOutside: (intentId: string, amountCents: number) =>
      tryTo(deps, (books) => createRefund(books, { params: { payment_intent: intentId, amount: amountCents } })),
  }
}

async function tryTo(deps: BookDeps, work: (books: Books) => Promise<unknown>): Promise<boolean> {
  try {
    await withBooks(deps, work)
    return true
  } catch (error) {
    if (error instanceof SandboxRefusal) return false
    throw error
  }
}

/** A bank transfer to the marketplace's account, which no provider reports. */
interface Transfer {
  transfer_number: number
  reference: string
  amountCents: number
  due_at: Date
  /** When the marketplace booked it; null before. */
  taken_at: Date | null
}

const TRANSFER_SECONDS = 60

/** Schedules a bank transfer for `dueAt`, in the transaction `tx` if given. */
async function announceTransfer(
  { db, clock }: BookDeps,
  transfer: { reference: string; amountCents: number; dueAt?: Date },
  tx?: Tx,
): Promise<void> {
  const created_at = clock()
  const { reference, amountCents: amount, dueAt: due_at = secondsAfter(created_at, TRANSFER_SECONDS) } = transfer
  await insertTransfer(tx ?? db, { reference, amount, due_at, created_at })
}

/** Schedules a bank transfer unless there is or was one with its reference. */
async function announceOnce(deps: BookDeps, transfer: { reference: string; amountCents: number }): Promise<void> {
  if (!(await hasTransfer(deps.db, transfer.reference))) await announceTransfer(deps, transfer)
}

/** Makes a transfer of this amount arrive now, in place of pending ones with its reference. */
function letTransferArrive(deps: BookDeps, reference: string, amountCents: number): Promise<void> {
  return inTransaction(deps.db, async (tx) => {
    await deleteWaitingTransfers(tx, reference)
    await announceTransfer(deps, { reference, amountCents, dueAt: deps.clock() }, tx)
  })
}

/** Cancels pending transfers of a reference; returns whether there were any. */
async function dropTransfers({ db }: BookDeps, reference: string): Promise<boolean> {
  return (await deleteWaitingTransfers(db, reference)) > 0
}

/** Takes arrived transfers in the caller's transaction, so that each is booked once. */
async function takeDueTransfers({ clock }: BookDeps, tx: Tx, limit = 1): Promise<Transfer[]> {
  return (await takeTransfers(tx, clock(), limit)).map(transferOf)
}

async function listTransfers({ db }: BookDeps, limit = 100): Promise<Transfer[]> {
  return (await listTransferRows(db, limit)).map(transferOf)
}

function transferOf({ transfer_number, reference, amount, due_at, taken_at }: TransferRow): Transfer {
  return { transfer_number, reference, amountCents: amount, due_at, taken_at }
}

/** Seconds between attempts; after the last one the event is given up. */
const RETRY_SECONDS = [1, 5, 30, 5 * 60, 3600, DAY_SECONDS]
/** The receiver's response timeout. */
const TIMEOUT_MS = 10_000
/** After this time another process takes over from one that died. */
const LEASE_SECONDS = 60
const DELIVERY_BATCH = 16

interface DeliveryDeps {
  db: Db
  clock: Clock
  webhookUrl: () => string
  webhookSecret: string
}

/** Delivers events until none is due; returns the number of attempts. */
async function deliverEvents(deps: DeliveryDeps): Promise<number> {
  let attempts = 0
  for (;;) {
    const made = await deliverBatch(deps)
    if (made === 0) return attempts
    attempts += made
  }
}

/** Delivers a batch of due events as signed requests; returns the count. */
async function deliverBatch(deps: DeliveryDeps): Promise<number> {
  const now = deps.clock()
  const leaseEnd = secondsAfter(now, LEASE_SECONDS)
  const claimed = await claimDeliveries(deps.db, { now, leaseEnd, limit: DELIVERY_BATCH })
  if (claimed.length)
    await finishDeliveries(deps.db, await Promise.all(claimed.map((delivery) => deliver(deps, delivery))))
  return claimed.length
}

async function deliver(
  deps: DeliveryDeps,
  { delivery_number, attempts, content }: ClaimedDelivery,
): Promise<EndedDelivery> {
  const status = await send(deps, JSON.stringify(content))
  const now = deps.clock()
  const pause = RETRY_SECONDS[attempts - 1]
  const isAccepted = status !== null && status >= 200 && status < 300
  const retryAt = pause === undefined ? null : secondsAfter(now, pause)
  return { delivery_number, now, status, due_at: isAccepted ? null : retryAt, delivered_at: isAccepted ? now : null }
}

/** Keep-alive, because events are frequent. */
const agent = new Agent({ keepAlive: true, maxSockets: DELIVERY_BATCH })

async function send(deps: DeliveryDeps, payload: string): Promise<number | null> {
  const { signEvent } = await loadStripe()
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(payload),
    'stripe-signature': signEvent({ payload, secret: deps.webhookSecret, at: deps.clock() }),
  }
  const options = { method: 'POST', agent, headers, signal: AbortSignal.timeout(TIMEOUT_MS) }
  const outgoing = request(deps.webhookUrl(), options)
  return new Promise((resolve) => {
    outgoing.on('error', () => resolve(null))
    outgoing.on('response', (incoming) => {
      incoming.resume()
      incoming.on('error', () => resolve(null))
      incoming.on('end', () => resolve(incoming.statusCode ?? null))
    })
    outgoing.end(payload)
  })
}

const KEYS_RETENTION_SECONDS = DAY_SECONDS
const EVENTS_RETENTION_SECONDS = 30 * DAY_SECONDS

/** Retention of rows, the same as Stripe's. */
export const expiredSandboxRows: readonly DeleteExpired[] = [
  afterSeconds(KEYS_RETENTION_SECONDS, deleteKeys),
  afterSeconds(EVENTS_RETENTION_SECONDS, deleteEvents),
]
