import type { FastifyInstance, FastifyRequest } from 'fastify'
import { runInContext } from '../../../db/request-context.ts'
import { overloaded } from '../http/errors.ts'

/**
 * Requests served at the same time. More would only share the same processor and connections: those of a sudden rush would
 * then all take long.
 */
const MAX_SERVING = 64
/** Requests that may wait for a slot. */
const MAX_QUEUE_LENGTH = 512
/** For a burst, a queue that soon empties again: it is served. */
const BURST_QUEUE_TIMEOUT_MS = 2_000
/** For a standing queue, which means more requests than can be served: the excess is refused soon. */
const STANDING_QUEUE_TIMEOUT_MS = 150
const STANDING_AFTER_MS = 500
const CHECK_INTERVAL_MS = 50
/** While there is a standing queue, no more requests are served at once than complete within this time. */
const TARGET_SERVICE_MS = 100
const MEASURING_INTERVAL_MS = 250
const MIN_SERVING = 8

type Decide = (admitted: boolean) => void

interface Waiting {
  decide: Decide
  since: number
}

export interface Admission {
  /** Calls `decide` exactly once, now or later: true takes a slot, which `leave` must free again. */
  enter(decide: Decide): void
  /** Takes a slot, which `leave` must free again, if one is free now; returns whether it did. */
  tryEnter(): boolean
  leave(): void
  /** Lends the slot of a request that waits for another service, until `takeAgain`, which never waits. */
  lend(): void
  takeAgain(): void
  /** Returns whether a new request would only wait to be refused: the queue is longer than can be served in time. */
  isSaturated(): boolean
  countRefused(): void
  close(): void
  readonly counts: { serving: number; waiting: number; refused: number }
}

/**
 * Decides which requests are served. While they arrive faster than they are served, the queue never empties; then only
 * requests with a short wait are served and the others are refused soon, so that responses stay quick.
 */
export function createAdmission(options: { slots?: number; now?: () => number } = {}): Admission {
  const { slots = MAX_SERVING, now = () => performance.now() } = options
  const queue: Waiting[] = []
  const counts = { serving: 0, waiting: 0, refused: 0 }
  const pace = createPace({ slots, now, refuseOverdue })

  function fill(): void {
    while (counts.serving < pace.limit) {
      const next = queue.shift()
      if (!next) break
      counts.serving++
      next.decide(true)
    }
    updateCounts()
  }

  function refuse(decide: Decide): void {
    counts.refused++
    decide(false)
  }

  function refuseOverdue(): void {
    const overdue = takeOverdue(queue, now(), pace.queueTimeoutMs())
    fill()
    for (const { decide } of overdue) refuse(decide)
  }

  function updateCounts(): void {
    counts.waiting = queue.length
    pace.follow(queue.length)
  }

  function tryEnter(): boolean {
    const isFree = counts.serving < pace.limit && queue.length === 0
    if (isFree) counts.serving++
    return isFree
  }

  return {
    counts,
    tryEnter,
    enter(decide) {
      if (tryEnter()) decide(true)
      else if (queue.length >= MAX_QUEUE_LENGTH) refuse(decide)
      else {
        queue.push({ decide, since: now() })
        updateCounts()
      }
    },
    isSaturated: () =>
      counts.serving >= pace.limit && queue.length >= Math.min(pace.usefulQueueLength, MAX_QUEUE_LENGTH),
    countRefused: () => void counts.refused++,
    leave() {
      counts.serving--
      pace.countServed()
      fill()
    },
    lend() {
      counts.serving--
      fill()
    },
    takeAgain: () => void counts.serving++,
    close() {
      for (const { decide } of queue.splice(0)) refuse(decide)
      updateCounts()
    },
  }
}

/** Removes and returns the requests that have waited too long; they are at the front. */
function takeOverdue(queue: Waiting[], now: number, timeoutMs: number): Waiting[] {
  const firstInTime = queue.findIndex(({ since }) => now - since <= timeoutMs)
  return queue.splice(0, firstInTime === -1 ? queue.length : firstInTime)
}

interface Pace {
  /** The requests served at once: all slots, or fewer on a slow machine while there is a standing queue. */
  readonly limit: number
  /** How many of the queue can be served before their timeout. */
  readonly usefulQueueLength: number
  queueTimeoutMs(): number
  countServed(): void
  /** Follows the length of the queue; while there is one, `refuseOverdue` is called regularly. */
  follow(length: number): void
}

function createPace(options: { slots: number; now: () => number; refuseOverdue: () => void }): Pace {
  const { slots, now, refuseOverdue } = options
  /** When the queue formed. */
  let standingSince: number | undefined
  let timer: NodeJS.Timeout | undefined
  let served = 0
  let measuredAt = 0

  const isStanding = () => standingSince !== undefined && now() - standingSince > STANDING_AFTER_MS

  function measure(): void {
    const ms = now() - measuredAt
    if (ms < MEASURING_INTERVAL_MS) return
    if (isStanding()) {
      pace.limit = Math.min(slots, Math.max(MIN_SERVING, Math.ceil((served / ms) * TARGET_SERVICE_MS)))
      pace.usefulQueueLength = Math.max(MIN_SERVING, Math.ceil((served / ms) * STANDING_QUEUE_TIMEOUT_MS))
    }
    served = 0
    measuredAt = now()
  }

  function start(): void {
    standingSince = now()
    measuredAt = standingSince
    served = 0
    timer = setInterval(() => {
      measure()
      refuseOverdue()
    }, CHECK_INTERVAL_MS)
  }

  function stop(): void {
    standingSince = undefined
    pace.limit = slots
    pace.usefulQueueLength = Number.POSITIVE_INFINITY
    clearInterval(timer)
  }

  const pace = {
    limit: slots,
    usefulQueueLength: Number.POSITIVE_INFINITY,
    queueTimeoutMs: () => (isStanding() ? STANDING_QUEUE_TIMEOUT_MS : BURST_QUEUE_TIMEOUT_MS),
    countServed: () => void served++,
    follow(length: number) {
      if (length === 0) stop()
      else if (standingSince === undefined) start()
    },
  }
  return pace
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Never refused: health checks, and files, which cost nothing. */
    alwaysServed?: boolean
  }
}

const holders = new WeakSet<FastifyRequest>()

/** Queues every request for a slot; those that cannot be served in time get 503 with Retry-After. */
export function installAdmission(app: FastifyInstance, admission: Admission): void {
  const slot = { leave: () => admission.lend(), takeAgain: () => admission.takeAgain() }

  function enter(request: FastifyRequest, done: (error?: Error) => void): void {
    const enteredAt = performance.now()
    function proceed(admitted: boolean): void {
      request.requestContext.waitBudgetMs -= performance.now() - enteredAt
      if (admitted) take(request)
      // A client that disconnected meanwhile is not served.
      if (!admitted || request.raw.socket?.destroyed) done(overloaded)
      else done()
    }
    // Called in the context of another request, the one that freed the slot.
    admission.enter((admitted) => runInContext(request.requestContext, () => proceed(admitted)))
  }

  function take(request: FastifyRequest): void {
    holders.add(request)
    request.requestContext.slot = slot
  }

  function leave(request: FastifyRequest): void {
    request.requestContext.slot = undefined
    if (holders.delete(request)) admission.leave()
  }

  const isExempt = (request: FastifyRequest) => !request.is404 && request.routeOptions.config.alwaysServed === true

  app.addHook('onRequest', (request, _reply, done) => (isExempt(request) ? done() : enter(request, done)))
  // A slow upload takes no slot.
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    if (hasBody(request) && !request.raw.complete) leave(request)
    done()
  })
  app.addHook('preValidation', (request, _reply, done) => {
    if (isExempt(request) || holders.has(request) || !isSmall(request)) return done()
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

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Uploads are processed while they arrive, under limits of their own. */
function isSmall({ headers }: FastifyRequest): boolean {
  return /^application\/(json|x-www-form-urlencoded)\b/i.test(headers['content-type'] ?? '')
}
