import { sql } from 'kysely'
import type { Db, Tx } from './tables.ts'

interface Message {
  channel: string
  payload: string
}
type Listener = (message: Message) => void

const sent = new WeakMap<Tx, Message[]>()
const listeners = new WeakMap<Db, Listener[]>()

/**
 * Sends a message to every process that listens on the channel, when the transaction commits. The listeners of this
 * process get it before `inTransaction` returns, so that their caches are not stale after that.
 */
export async function announce(tx: Tx, channel: string, payload = ''): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(tx)
  sent.get(tx)?.push({ channel, payload })
}

/** Calls `listener` with each message sent by a transaction of this pool, as soon as the transaction has ended. */
export function onOwnMessage(db: Db, listener: Listener): void {
  listeners.set(db, [...(listeners.get(db) ?? []), listener])
}

/**
 * Returns what `run` returns, which runs a transaction of this pool, and delivers its messages when it has ended, even if it
 * failed: a commit may have succeeded although its response was lost.
 */
export async function deliverMessages<T>(db: Db, run: (begun: (tx: Tx) => void) => Promise<T>): Promise<T> {
  const messages: Message[] = []
  try {
    return await run((tx) => void sent.set(tx, messages))
  } finally {
    for (const message of messages) for (const listener of listeners.get(db) ?? []) listener(message)
  }
}
