import type { FastifyInstance, FastifyRequest } from 'fastify'
import { runInContext } from '../../../db/request-context.ts'
import { hasBody, isUpload } from '../http/body-parsers.ts'
import { overloaded } from '../http/errors.ts'

/**
 * Requests served at the same time. More would share the same processor and connections, and all requests of a burst would
 * take long.
 */
const MAX_SERVING = 64
/** Requests that may wait for a slot. */
const MAX_QUEUE_LENGTH = 512
/** For a burst, whose queue soon empties again. */
const BURST_QUEUE_TIMEOUT_MS = 2_000
/** For a standing queue, which means more requests than capacity: the excess is refused soon. */
const STANDING_QUEUE_TIMEOUT_MS = 150
const STANDING_AFTER_MS = 500
const CHECK_INTERVAL_MS = 50
/** While there is a standing queue, no more requests are served at once than complete within this time. */
const TARGET_SERVICE_MS = 100
const MEASURING_INTERVAL_MS = 250
const MIN_SERVING = 8

type Decide = (admitted: boolean) => void

export type Admission = ReturnType<typeof createAdmission>

/**
 * Decides which requests are served. While they arrive faster than they are served, the queue never empties: then only
 * requests with a short wait are served and the others are refused soon, so that responses stay quick.
 */
export function createAdmission({ slots = MAX_SERVING } = {}) {
  const queue: { decide: Decide; since: number }[] = []
  const counts = { serving: 0, waiting: 0, refused: 0 }
  /** `serving` falls below all slots on a slow machine with a standing queue; `waiting` requests can be served in time. */
  const limits = { serving: slots, waiting: MAX_QUEUE_LENGTH }
  let queuedSince = 0
  let measured = { since: 0, served: 0 }
  let timer: NodeJS.Timeout | undefined

  function refuse(decide: Decide): void {
    counts.refused++
    decide(false)
  }

  function fill(): void {
    while (queue.length && counts.serving < limits.serving) {
      counts.serving++
      queue.shift()?.decide(true)
    }
    counts.waiting = queue.length
    if (queue.length === 0) {
      clearInterval(timer)
      timer = undefined
      Object.assign(limits, { serving: slots, waiting: MAX_QUEUE_LENGTH })
    } else if (!timer) {
      queuedSince = performance.now()
      measured = { since: queuedSince, served: 0 }
      timer = setInterval(check, CHECK_INTERVAL_MS)
    }
  }

  function check(): void {
    const now = performance.now()
    const isStanding = now - queuedSince > STANDING_AFTER_MS
    const ms = now - measured.since
    if (ms >= MEASURING_INTERVAL_MS) {
      const servedWithin = (limitMs: number) => Math.max(MIN_SERVING, Math.ceil((measured.served / ms) * limitMs))
      if (isStanding) {
        limits.serving = Math.min(slots, servedWithin(TARGET_SERVICE_MS))
        limits.waiting = Math.min(MAX_QUEUE_LENGTH, servedWithin(STANDING_QUEUE_TIMEOUT_MS))
      }
      measured = { since: now, served: 0 }
    }
    const earliest = now - (isStanding ? STANDING_QUEUE_TIMEOUT_MS : BURST_QUEUE_TIMEOUT_MS)
    const overdue = queue.filter(({ since }) => since < earliest)
    queue.splice(0, overdue.length)
    fill()
    for (const { decide } of overdue) refuse(decide)
  }

  return {
    counts,
    /** Calls `decide` exactly once, now or later: true takes a slot, which `leave` must free again. */
    enter(decide: Decide): void {
      if (queue.length >= MAX_QUEUE_LENGTH) return void refuse(decide)
      queue.push({ decide, since: performance.now() })
      fill()
    },
    /** Returns whether the queue cannot be served in time, so that a new request would only wait to be refused. */
    isSaturated: () => counts.serving >= limits.serving && queue.length >= limits.waiting,
    countRefused: () => void counts.refused++,
    leave(): void {
      counts.serving--
      measured.served++
      fill()
    },
    /** Takes back, without waiting, the slot that a request left to wait for another service. */
    takeAgain: () => void counts.serving++,
    close(): void {
      for (const { decide } of queue.splice(0)) refuse(decide)
      fill()
    },
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Never refused: health checks, and files, which cost nothing. */
    alwaysServed?: boolean
  }
}

/** Queues every request for a slot; those that cannot be served in time get 503 with Retry-After. */
export function installAdmission(app: FastifyInstance, admission: Admission): void {
  function enter(request: FastifyRequest, done: (error?: Error) => void): void {
    const enteredAt = performance.now()
    function proceed(admitted: boolean): void {
      request.requestContext.waitBudgetMs -= performance.now() - enteredAt
      if (admitted) request.requestContext.slot = admission
      // A client that disconnected meanwhile is not served.
      if (!admitted || request.raw.socket?.destroyed) done(overloaded)
      else done()
    }
    // The callback runs in the context of the request that freed the slot.
    admission.enter((admitted) => runInContext(request.requestContext, () => proceed(admitted)))
  }

  function leave({ requestContext }: FastifyRequest): void {
    if (!requestContext.slot) return
    requestContext.slot = undefined
    admission.leave()
  }

  const isExempt = (request: FastifyRequest) => !request.is404 && request.routeOptions.config.alwaysServed === true

  app.addHook('onRequest', (request, _reply, done) => (isExempt(request) ? done() : enter(request, done)))
  // A slow upload takes no slot.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (hasBody(request) && !request.raw.complete) leave(request)
    done(null, payload)
  })
  app.addHook('preValidation', (request, _reply, done) => {
    // Uploads have limits of their own.
    if (isExempt(request) || request.requestContext.slot || isUpload(request)) return done()
    enter(request, done)
  })
  app.addHook('onSend', (request, _reply, _payload, done) => {
    leave(request)
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    leave(request)
    done()
  })
  app.addHook('onClose', async () => admission.close())
}
