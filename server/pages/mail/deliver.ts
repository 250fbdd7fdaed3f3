import type { KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../../db/tables.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { NotYet, type Task, type TaskRun } from '../../platform/jobs/task.ts'
import { NoSender, type Senders, Undeliverable, unsealMessage } from './message.ts'
import { findWaiting, finishMessage, moveToOutbox, type WaitingMessage } from './queries.ts'

/** Sends a mail or a text message. */
export const sendMessage: Task<{ id: string }> = {
  name: 'send_message',
  service: { name: 'messages', atOnce: 3 },
  // After the tasks of payments.
  priority: 10,
}

const SEND_TIMEOUT_MS = 30_000
/** Limits the wait for a message in flight when the server stops. */
const STOP_TIMEOUT_MS = 3_000

interface DeliveryDeps {
  db: Db
  clock: Clock
  senders: Senders
  key: KeyObject
  log: { info(event: object): void; warn(event: object): void }
  /** Brings the marketplace's name up to date, which is the sender's. */
  readMarket: ((db: Db) => Promise<unknown>) | undefined
}

/** Sends a message that is neither sent nor expired, and records it. Throws NotYet after a failure that may be temporary. */
export async function deliverMessage(deps: DeliveryDeps, id: string, { signal, attempt }: TaskRun): Promise<void> {
  const { db, clock, log } = deps
  const message = await findWaiting(db, id)
  if (!message) return
  const entry = { message_id: id, channel: message.channel, attempts: attempt }
  if (message.expires_at <= clock()) {
    await finishMessage(db, id, { failed_at: clock() })
    log.warn({ event: 'message_too_late', ...entry })
    return
  }
  await deps.readMarket?.(db)
  try {
    await withTimeouts(send(deps, id, message), signal)
  } catch (error) {
    if (error instanceof NoSender) return moveToOutbox(db, id, clock())
    // The error's message may name the recipient: only its code is logged.
    const reason = error instanceof Error ? (Object(error).code ?? error.name) : 'unknown'
    const isRefused = error instanceof Undeliverable
    log.warn({ event: isRefused ? 'message_refused' : 'message_postponed', ...entry, reason })
    if (!isRefused) throw new NotYet(String(reason))
    await finishMessage(db, id, { failed_at: clock() })
    return
  }
  await finishMessage(db, id, { sent_at: clock() })
  log.info({ event: 'message_sent', ...entry })
}

function send({ senders, key }: DeliveryDeps, id: string, { content }: WaitingMessage): Promise<void> {
  const message = unsealMessage(key, id, content)
  const sent = message.channel === 'mail' ? senders.mail.send(id, message) : senders.sms?.send(id, message)
  return sent ?? Promise.reject(new NoSender('the service was removed'))
}

class Interrupted extends Error {}

/** Throws when sending takes too long: a slow mail server must not take the workers or delay a stop of this server. */
async function withTimeouts(sending: Promise<void>, stopping: AbortSignal): Promise<void> {
  const finished = new AbortController()
  const after = async (ms: number, failure: Error) => {
    await sleep(ms, undefined, { signal: finished.signal })
    throw failure
  }
  const interrupted = async () => {
    if (!stopping.aborted) await once(stopping, 'abort', { signal: finished.signal })
    // It is unknown then whether the message was sent.
    await after(STOP_TIMEOUT_MS, new Interrupted())
  }
  const timeouts = [after(SEND_TIMEOUT_MS, new Error('took too long')), interrupted()]
  for (const timeout of timeouts) timeout.catch(() => {})
  await Promise.race([sending, ...timeouts]).finally(() => finished.abort())
}
