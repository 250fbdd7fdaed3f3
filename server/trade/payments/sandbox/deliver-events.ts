import { Agent, request } from 'node:http'
import type { Db } from '../../../../db/tables.ts'
import { type Clock, DAY_SECONDS, secondsAfter } from '../../../platform/config/clock.ts'
import { loadStripe } from '../stripe/library.ts'
import { type ClaimedDelivery, claimDeliveries, type EndedDelivery, finishDeliveries } from './event-queries.ts'

/** The pauses after the attempts, in seconds; after the last one an event is given up. */
const RETRY_SECONDS = [1, 5, 30, 5 * 60, 3600, DAY_SECONDS]
/** How long the receiver may take. */
const TIMEOUT_MS = 10_000
/** When a process dies while it delivers, others do it after this time. */
const LEASE_SECONDS = 60
const BATCH = 16

export interface DeliveryDeps {
  db: Db
  clock: Clock
  webhookUrl: () => string
  webhookSecret: string
}

/** Sends the events that are due until none is; returns how many attempts it made. */
export async function deliverEvents(deps: DeliveryDeps): Promise<number> {
  let attempts = 0
  for (;;) {
    const made = await deliverBatch(deps)
    if (made === 0) return attempts
    attempts += made
  }
}

/** Sends a batch of due events as signed requests; returns how many. Processes share the work. */
export async function deliverBatch(deps: DeliveryDeps): Promise<number> {
  const now = deps.clock()
  const leaseEnd = secondsAfter(now, LEASE_SECONDS)
  const claimed = await claimDeliveries(deps.db, { now, leaseEnd, limit: BATCH })
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

/** Connections to the receiver are kept: events come often. */
const agent = new Agent({ keepAlive: true, maxSockets: BATCH })

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
