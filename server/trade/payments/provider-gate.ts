import { setTimeout as sleep } from 'node:timers/promises'
import { currentContext, outsideSlot, type RequestContext } from '../../../db/request-context.ts'
import { createSlots } from '../../platform/load/slots.ts'
import { paymentError } from './errors.ts'
import type { Stripe } from './stripe/client.ts'
import { isStripeError, type OpenStripe } from './stripe/library.ts'

const paymentsBusy = () => paymentError('payments_busy', undefined, { headers: { 'retry-after': '60' } })

/** After this time the outcome of a request counts as unknown. */
export const PROVIDER_TIMEOUT_MS = 20_000
const AT_ONCE = 16
const MAX_WAITING = 32
/** This many timeouts within this time stop all requests for a while. */
const MAX_TIMEOUTS = 10
const TIMEOUTS_WITHIN_MS = 30_000
const PAUSE_MS = 10_000

export type CallProvider = ReturnType<typeof createGate>

/**
 * Creates a limiter for requests to the provider: few at a time, and none for a while after many timeouts. All requests
 * on behalf of one user request share one wait; after it they continue in the background.
 */
export function createGate(openStripe: OpenStripe, now: () => number) {
  const slots = createSlots({ atOnce: AT_ONCE, maxWaiting: MAX_WAITING })
  const deadlines = new WeakMap<RequestContext, number>()
  let timeouts: number[] = []
  let pausedUntil = 0

  function msLeft(): number {
    const context = currentContext()
    if (context?.kind !== 'request') return Number.POSITIVE_INFINITY
    const deadline = deadlines.get(context) ?? now() + PROVIDER_TIMEOUT_MS
    deadlines.set(context, deadline)
    return deadline - now()
  }

  async function make<Result>(request: (stripe: Stripe) => Promise<Result>): Promise<Result> {
    try {
      return await request(await openStripe())
    } catch (error) {
      if (isStripeError(error, 'StripeConnectionError')) {
        timeouts = [...timeouts.filter((at) => at > now() - TIMEOUTS_WITHIN_MS), now()]
        if (timeouts.length >= MAX_TIMEOUTS) pausedUntil = now() + PAUSE_MS
      }
      throw error
    }
  }

  async function call<Result>(request: (stripe: Stripe) => Promise<Result>): Promise<Result> {
    const left = msLeft()
    if (now() < pausedUntil || left <= 0) throw paymentsBusy()
    let isBegun = false
    let isLeft = false
    const made = slots.run(() => {
      if (isLeft || now() < pausedUntil) throw paymentsBusy()
      isBegun = true
      return make(request)
    })
    try {
      return await outsideSlot(() => within(made, left))
    } catch (error) {
      isLeft = true
      if (!isBegun) throw paymentsBusy()
      throw error
    }
  }
  return Object.assign(call, { beginWaiting: () => void msLeft() })
}

function within<Result>(made: Promise<Result>, ms: number): Promise<Result> {
  if (ms === Number.POSITIVE_INFINITY) return made
  const ended = new AbortController()
  const tooLate = sleep(ms, undefined, { signal: ended.signal, ref: false }).then(() => {
    throw new Error('the payment provider did not respond in time')
  })
  return Promise.race([made, tooLate]).finally(() => ended.abort())
}
