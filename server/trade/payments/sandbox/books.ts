import { randomBytes } from 'node:crypto'
import { inTransaction } from '../../../../db/connect.ts'
import type { Db, Tx } from '../../../../db/tables.ts'
import type { Clock } from '../../../platform/config/clock.ts'
import type { EventSchedule } from './event-schedule.ts'

export interface Books {
  tx: Tx
  now: Date
  siteUrl: string
  schedule: EventSchedule
  /** What events say of the request that caused them. */
  request: { id: string | null; idempotency_key: string | null }
}

export type Desk = Omit<Books, 'tx'>

export interface BookDeps {
  db: Db
  clock: Clock
  siteUrl: () => string
  schedule: EventSchedule
  /** Called when events may have been written: the job that delivers them may run. */
  onEvents: () => void
}

/** Returns the books, open in a transaction. */
export function openBooks(deps: BookDeps, tx: Tx): Books {
  return { tx, ...deskOf(deps) }
}

/** Returns what is known before the books are open. */
export function deskOf({ clock, siteUrl, schedule }: BookDeps): Desk {
  return { now: clock(), siteUrl: siteUrl(), schedule, request: { id: null, idempotency_key: null } }
}

/** Returns what `work` returns, which opens the books for an act that no request asked for, in one transaction. */
export async function act<T>(deps: BookDeps, work: (books: Books) => Promise<T>): Promise<T> {
  const result = await inTransaction(deps.db, (tx) => work(openBooks(deps, tx)))
  deps.onEvents()
  return result
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Returns a new id as Stripe writes them: `pi_` and 24 letters and digits. */
export function newId(prefix: string): string {
  const letters = Array.from(randomBytes(24), (byte) => LETTERS[byte % LETTERS.length])
  return `${prefix}_${letters.join('')}`
}

/** Returns a time in whole seconds, as Stripe writes them. */
export function unixSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}
