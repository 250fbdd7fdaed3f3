import type { Db } from '../../../db/tables.ts'
import { type Clock, secondsAfter } from '../../config/clock.ts'
import { signEvent } from '../stripe/client.ts'
import { type ClaimedDelivery, claimDeliveries, finishDelivery } from './event-queries.ts'

/** The pauses after the attempts, in seconds; after the last one an event is given up. */
const RETRY_SECONDS = [1, 5, 30, 5 * 60, 3600, 24 * 3600]
/** How long the receiver may take. */
const TIMEOUT_MS = 10_000
/** When a process dies while it delivers, others do it after this time. */
const LEASE_SECONDS = 60
/** Deliveries at the same time. */
const BATCH = 16

export interface DeliveryDeps {
  db: Db
  clock: Clock
  webhookUrl: () => string
  webhookSecret: string
}

/**
 * Sends the events that are due by real HTTP requests, signed as Stripe signs them, until none is due or the signal
 * aborts; returns how many attempts it made. Processes share the work.
 */
export async function deliverEvents(deps: DeliveryDeps, signal?: AbortSignal): Promise<number> {
  let attempts = 0
  while (!signal?.aborted) {
    const now = deps.clock()
    const leaseEnd = secondsAfter(now, LEASE_SECONDS)
    const claimed = await claimDeliveries(deps.db, { now, leaseEnd, limit: BATCH })
    if (claimed.length === 0) break
    attempts += claimed.length
    await Promise.all(claimed.map((delivery) => deliver(deps, delivery)))
  }
  return attempts
}

async function deliver(deps: DeliveryDeps, { delivery_number, attempts, content }: ClaimedDelivery): Promise<void> {
  const status = await send(deps, JSON.stringify(content))
  const now = deps.clock()
  const pause = RETRY_SECONDS[attempts - 1]
  await finishDelivery(deps.db, delivery_number, {
    now,
    status,
    isAccepted: status !== null && status >= 200 && status < 300,
    retryAt: pause === undefined ? null : secondsAfter(now, pause),
  })
}

/** Returns the status of the response; null when there was none. */
async function send(deps: DeliveryDeps, payload: string): Promise<number | null> {
  const signature = signEvent({ payload, secret: deps.webhookSecret, at: deps.clock() })
  try {
    const response = await fetch(deps.webhookUrl(), {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
      body: payload,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    return response.status
  } catch {
    return null
  }
}
