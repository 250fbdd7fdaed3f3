import type { KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../../db/tables.ts'
import { type Clock, secondsAfter } from '../../platform/config/clock.ts'
import { type ClaimedMessage, claimMessages, finishMessage, postponeMessage } from './queries.ts'
import { unsealMessage } from './sealed-message.ts'
import { type Senders, Undeliverable } from './sender.ts'

const BATCH = 5
/** After this time another worker may claim the message. Longer than `SEND_TIMEOUT_MS`. */
const LEASE_SECONDS = 60
const SEND_TIMEOUT_MS = 30_000
/** For a message that is being sent when the server stops. */
const STOP_TIMEOUT_MS = 3_000
const FIRST_RETRY_SECONDS = 5
const MAX_RETRY_SECONDS = 3600

interface DeliveryDeps {
  db: Db
  clock: Clock
  senders: Senders
  key: KeyObject
  log: { info(event: object): void; warn(event: object): void }
  signal: AbortSignal
}

/** Sends due messages; returns whether there may be more. Failed ones are retried until they expire. */
export async function deliverDue(deps: DeliveryDeps): Promise<boolean> {
  const { db, clock, senders } = deps
  const now = clock()
  const channels = (['mail', 'sms'] as const).filter((channel) => senders[channel])
  const claimed = await claimMessages(db, { channels, now, leaseEnd: secondsAfter(now, LEASE_SECONDS), limit: BATCH })
  const results = await Promise.allSettled(claimed.map((message) => deliver(deps, message)))
  for (const result of results) if (result.status === 'rejected') throw result.reason
  return claimed.length === BATCH
}

async function deliver(deps: DeliveryDeps, message: ClaimedMessage): Promise<void> {
  const { db, clock, log, signal } = deps
  const { id, channel, attempts } = message
  if (message.expires_at <= clock()) {
    await finishMessage(db, id, { failed_at: clock() })
    log.warn({ event: 'message_too_late', message_id: id, channel, attempts })
    return
  }
  try {
    await withTimeouts(send(deps, message), signal)
  } catch (error) {
    // Whether it was sent is unknown: it stays claimed, and is retried when the lease ends.
    if (error instanceof Interrupted) return
    // The error's message may name the recipient: only its code is logged.
    const reason = error instanceof Error ? (Object(error).code ?? error.name) : 'unknown'
    if (error instanceof Undeliverable) await finishMessage(db, id, { failed_at: clock() })
    else await postponeMessage(db, id, secondsAfter(clock(), retrySeconds(attempts)))
    const event = error instanceof Undeliverable ? 'message_refused' : 'message_postponed'
    log.warn({ event, message_id: id, channel, attempts, reason })
    return
  }
  await finishMessage(db, id, { sent_at: clock() })
  log.info({ event: 'message_sent', message_id: id, channel, attempts })
}

function send({ senders, key }: DeliveryDeps, { id, content }: ClaimedMessage): Promise<void> {
  const message = unsealMessage(key, id, content)
  const sent = message.channel === 'mail' ? senders.mail?.send(id, message) : senders.sms?.send(id, message)
  return sent ?? Promise.reject(new Error('claimed without a sender'))
}

class Interrupted extends Error {}

/** Throws when sending takes too long: a slow mail server must not exceed the lease or delay a stop of this server. */
async function withTimeouts(sending: Promise<void>, stopping: AbortSignal): Promise<void> {
  const settled = new AbortController()
  const after = async (ms: number, failure: Error) => {
    await sleep(ms, undefined, { signal: settled.signal })
    throw failure
  }
  const interrupted = async () => {
    if (!stopping.aborted) await once(stopping, 'abort', { signal: settled.signal })
    await after(STOP_TIMEOUT_MS, new Interrupted())
  }
  const timeouts = [after(SEND_TIMEOUT_MS, new Error('took too long')), interrupted()]
  for (const timeout of timeouts) timeout.catch(() => {})
  await Promise.race([sending, ...timeouts]).finally(() => settled.abort())
}

/** Returns the pause before a retry: 5 s, 10 s, 20 s, … up to an hour, with up to a quarter of jitter. */
function retrySeconds(attempts: number): number {
  return Math.min(FIRST_RETRY_SECONDS * 2 ** (attempts - 1), MAX_RETRY_SECONDS) * (1 + Math.random() / 4)
}
