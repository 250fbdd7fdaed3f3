import { randomBytes } from 'node:crypto'
import { inTransaction } from '../db/connect.ts'
import type { Db, Tx } from '../db/tables.ts'
import type { Clock } from '../server/platform/config/clock.ts'
import { STRIPE_API_VERSION } from '../shared/payments/constants.ts'
import { insertEvent, type NewEvent } from './event-queries.ts'

export interface Books {
  tx: Tx
  now: Date
  siteUrl: string
  schedule: EventSchedule
}

export type Desk = Omit<Books, 'tx'>

export interface BookDeps {
  db: Db
  clock: Clock
  siteUrl: () => string
  schedule: EventSchedule
  /** Called when events may have been written, to wake their delivery. */
  onEvents: () => void
}

/** Returns the dependencies of the books that need no transaction. */
export function deskOf({ clock, siteUrl, schedule }: BookDeps): Desk {
  return { now: clock(), siteUrl: siteUrl(), schedule }
}

/** Runs `work` with the books in one transaction, outside any request. */
export async function withBooks<T>(deps: BookDeps, work: (books: Books) => Promise<T>): Promise<T> {
  const result = await inTransaction(deps.db, (tx) => work({ tx, ...deskOf(deps) }))
  deps.onEvents()
  return result
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Creates an id as Stripe does: `pi_` and 24 letters and digits. */
export function newId(prefix: string): string {
  const letters = Array.from(randomBytes(24), (byte) => LETTERS[byte % LETTERS.length])
  return `${prefix}_${letters.join('')}`
}

export function unixSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}

/**
 * Delivery of events: `calm` is immediate, ordered and once; `mild` is delayed, sometimes twice and out of order;
 * `rough` is all of that, and loses some.
 */
export type SandboxMode = 'calm' | 'mild' | 'rough'

interface Arrival {
  delayMs: number
  /** Waits for earlier ordered arrivals of the same payment. */
  inOrder: boolean
}

/** Draws the arrivals of one event; none for a lost one. */
export type EventSchedule = () => Arrival[]

interface Habits {
  minMs: number
  maxMs: number
  /** Shares of all events, from 0 to 1. */
  twice: number
  outOfOrder: number
  never: number
}

const HABITS: Record<SandboxMode, Habits> = {
  calm: { minMs: 0, maxMs: 0, twice: 0, outOfOrder: 0, never: 0 },
  mild: { minMs: 200, maxMs: 1_500, twice: 0.1, outOfOrder: 0.1, never: 0 },
  rough: { minMs: 0, maxMs: 30_000, twice: 0.3, outOfOrder: 0.3, never: 0.05 },
}

/** Returns the schedule of a mode; draws `random` five times per event. */
export function eventSchedule(mode: SandboxMode, random: () => number): EventSchedule {
  const { minMs, maxMs, twice, outOfOrder, never } = HABITS[mode]
  const delay = () => minMs + random() * (maxMs - minMs)
  return () => {
    const [first, second] = [delay(), delay()]
    const [isTwice, isOutOfOrder, isLost] = [random() < twice, random() < outOfOrder, random() < never]
    if (isLost) return []
    // Out of order: after every event that is written within the next `first` ms.
    const arrivals = [{ delayMs: isOutOfOrder ? first + maxMs : first, inOrder: !isOutOfOrder }]
    return isTwice ? [...arrivals, { delayMs: first + second, inOrder: false }] : arrivals
  }
}

export type EventType =
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'payment_intent.requires_action'
  | 'payment_intent.canceled'
  | 'payment_intent.amount_capturable_updated'
  | 'charge.refunded'
  | 'refund.created'
  | 'refund.updated'
  | 'refund.failed'
  | 'charge.dispute.created'
  | 'charge.dispute.updated'
  | 'charge.dispute.closed'

/** Writes the event of a change, with the new state of the object, and schedules it. */
export async function writeEvent(books: Books, type: EventType, intentId: string, object: object): Promise<void> {
  await insertEvent(books.tx, eventOf(books, type, intentId, object))
}

/** Creates the event of a change, with its scheduled arrivals. */
export function eventOf(desk: Desk, type: EventType, intent_id: string, object: object): NewEvent {
  const { now, schedule } = desk
  const event_id = newId('evt')
  const content = JSON.stringify({
    id: event_id,
    object: 'event',
    api_version: STRIPE_API_VERSION,
    created: unixSeconds(now),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    type,
  })
  const arrivals = schedule()
  return {
    event_id,
    type,
    intent_id,
    content,
    created_at: now,
    in_order: arrivals.map(({ inOrder }) => inOrder),
    due_at: arrivals.map(({ delayMs }) => new Date(now.getTime() + delayMs)),
  }
}
