import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../db/tables.ts'
import { type Clock, secondsAfter } from '../config/clock.ts'
import { type ClaimedMessage, claimMessages, finishMessage, postponeMessage } from './queries.ts'
import { type Message, type Senders, Undeliverable } from './sender.ts'

/** Sent at the same time. */
const BATCH = 5
/** How long a worker may take; after that another one tries. Longer than any sender lasts. */
const LEASE_SECONDS = 60
const GIVE_UP_MS = 30_000
/** How long a message that is being handed over may still take when the server goes down. */
const GRACE_MS = 3_000
const FIRST_RETRY_SECONDS = 5
const MAX_RETRY_SECONDS = 3600

interface DeliveryDeps {
  db: Db
  clock: Clock
  senders: Senders
  /** Unseals a message. */
  open: (id: string, content: Buffer) => Message
  log: { info(event: object): void; warn(event: object): void }
  /** The server goes down. */
  signal: AbortSignal
}

/** Sends messages that are due; answers whether there may be more. What fails is tried again later, until it is too old. */
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
    await inTime(send(deps, message), signal)
  } catch (error) {
    // Whether it was sent is not known: it stays taken, and is tried again when that time is over.
    if (error instanceof Interrupted) return
    // The text may name the recipient: only its kind is logged.
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

function send({ senders, open }: DeliveryDeps, { id, content }: ClaimedMessage): Promise<void> {
  const message = open(id, content)
  const sent = message.channel === 'mail' ? senders.mail?.send(id, message) : senders.sms?.send(id, message)
  return sent ?? Promise.reject(new Error('claimed without a sender'))
}

class Interrupted extends Error {}

/** A server that answers a byte now and then must not outlive the lease, nor hold up our going down. */
async function inTime(sending: Promise<void>, goingDown: AbortSignal): Promise<void> {
  const settled = new AbortController()
  const after = async (ms: number, failure: Error) => {
    await sleep(ms, undefined, { signal: settled.signal })
    throw failure
  }
  const interrupted = async () => {
    if (!goingDown.aborted) await once(goingDown, 'abort', { signal: settled.signal })
    await after(GRACE_MS, new Interrupted())
  }
  const limits = [after(GIVE_UP_MS, new Error('took too long')), interrupted()]
  for (const limit of limits) limit.catch(() => {})
  await Promise.race([sending, ...limits]).finally(() => settled.abort())
}

/** 5 s, 10 s, 20 s, … up to an hour, each up to a quarter longer so that many do not come back at once. */
function retrySeconds(attempts: number): number {
  return Math.min(FIRST_RETRY_SECONDS * 2 ** (attempts - 1), MAX_RETRY_SECONDS) * (1 + Math.random() / 4)
}
