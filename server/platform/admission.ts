import type { FastifyInstance, FastifyRequest } from 'fastify'
import { doWork } from '../../db/work.ts'
import { overloaded } from './errors.ts'

/** Served at the same time; more would only share the same processor and the same connections. */
const SERVED_AT_ONCE = 128
/** Who may wait for that. */
const LINE_LENGTH = 512
/** A line that forms all at once and goes away again is a burst: it is served. */
const BURST_PATIENCE_MS = 2_000
/** A line that stays is more than can be served: who joins it now is soon told to come again. */
const STANDING_PATIENCE_MS = 150
const STANDING_AFTER_MS = 500
const LOOK_EVERY_MS = 50
/** While a line stands, no more are served at once than end within this time. */
const SERVED_WITHIN_MS = 100
const MEASURED_OVER_MS = 250
const LEAST_SERVED_AT_ONCE = 8

/** Called with whether the request is served. */
type Answer = (admitted: boolean) => void

interface Place {
  answer: Answer
  since: number
}

export interface Admission {
  /** Calls `answer` at once or later, exactly once: true gives a place that must be left again. */
  enter(answer: Answer): void
  leave(): void
  /** Whether a request that comes now would only wait to be refused: more wait already than can be served in time. */
  isHopeless(): boolean
  /** To be told of a request that was refused without entering. */
  countRefused(): void
  /** Forgets the line: everybody in it is refused. */
  close(): void
  readonly counts: { serving: number; waiting: number; refused: number }
}

/**
 * Decides who is served. While requests come faster than they are served, the line never empties; then only those that
 * wait shortly are served and the others are refused soon, so that what is served stays quick.
 */
export function createAdmission(options: { places?: number; now?: () => number } = {}): Admission {
  const { places = SERVED_AT_ONCE, now = () => performance.now() } = options
  const line: Place[] = []
  const counts = { serving: 0, waiting: 0, refused: 0 }
  const pace = createPace({ places, now, look })

  /** Gives free places to those who wait longest. */
  function fill(): void {
    while (counts.serving < pace.limit) {
      const next = line.shift()
      if (!next) break
      counts.serving++
      next.answer(true)
    }
    settle()
  }

  function refuse(answer: Answer): void {
    counts.refused++
    answer(false)
  }

  function look(): void {
    const gone = takeImpatient(line, now(), pace.patienceMs())
    fill()
    for (const { answer } of gone) refuse(answer)
  }

  function settle(): void {
    counts.waiting = line.length
    pace.follow(line.length)
  }

  return {
    counts,
    enter(answer) {
      if (counts.serving < pace.limit && line.length === 0) {
        counts.serving++
        answer(true)
      } else if (line.length >= LINE_LENGTH) {
        refuse(answer)
      } else {
        line.push({ answer, since: now() })
        settle()
      }
    },
    isHopeless: () => counts.serving >= pace.limit && line.length >= Math.min(pace.worthWaiting, LINE_LENGTH),
    countRefused: () => void counts.refused++,
    leave() {
      counts.serving--
      pace.countLeft()
      fill()
    },
    close() {
      for (const { answer } of line.splice(0)) refuse(answer)
      settle()
    },
  }
}

/** Takes those out of the line who have waited too long; they stand in front. */
function takeImpatient(line: Place[], now: number, patienceMs: number): Place[] {
  const stillPatient = line.findIndex(({ since }) => now - since <= patienceMs)
  return line.splice(0, stillPatient === -1 ? line.length : stillPatient)
}

interface Pace {
  /** How many are served at once: on a slow or shared machine fewer than there are places, while a line stands. */
  readonly limit: number
  /** How many of the line are served before its patience ends. */
  readonly worthWaiting: number
  /** How long somebody waits before it is too long. */
  patienceMs(): number
  countLeft(): void
  /** To be told how long the line has become; while there is one, `look` is called regularly. */
  follow(length: number): void
}

/** Measures how fast requests end while a line stands, and sets by that how many are served and wait. */
function createPace(options: { places: number; now: () => number; look: () => void }): Pace {
  const { places, now, look } = options
  /** Since when somebody has been waiting without a break. */
  let standingSince: number | undefined
  let timer: NodeJS.Timeout | undefined
  let left = 0
  let measuredAt = 0

  const isStanding = () => standingSince !== undefined && now() - standingSince > STANDING_AFTER_MS

  function measure(): void {
    const ms = now() - measuredAt
    if (ms < MEASURED_OVER_MS) return
    if (isStanding()) {
      pace.limit = Math.min(places, Math.max(LEAST_SERVED_AT_ONCE, Math.ceil((left / ms) * SERVED_WITHIN_MS)))
      pace.worthWaiting = Math.max(LEAST_SERVED_AT_ONCE, Math.ceil((left / ms) * STANDING_PATIENCE_MS))
    }
    left = 0
    measuredAt = now()
  }

  function begin(): void {
    standingSince = now()
    measuredAt = standingSince
    left = 0
    timer = setInterval(() => {
      measure()
      look()
    }, LOOK_EVERY_MS)
  }

  function end(): void {
    standingSince = undefined
    pace.limit = places
    pace.worthWaiting = Number.POSITIVE_INFINITY
    clearInterval(timer)
  }

  const pace = {
    limit: places,
    worthWaiting: Number.POSITIVE_INFINITY,
    patienceMs: () => (isStanding() ? STANDING_PATIENCE_MS : BURST_PATIENCE_MS),
    countLeft: () => void left++,
    follow(length: number) {
      if (length === 0) end()
      else if (standingSince === undefined) begin()
    },
  }
  return pace
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For routes that must answer however much there is to do, and for files, which cost nothing. */
    alwaysServed?: boolean
  }
}

const holders = new WeakSet<FastifyRequest>()

/** Has every request wait for its turn; who cannot be served in time gets 503 with Retry-After. */
export function installAdmission(app: FastifyInstance, admission: Admission): void {
  function enter(request: FastifyRequest, done: (error?: Error) => void): void {
    const cameAt = performance.now()
    function goOn(admitted: boolean): void {
      request.work.patienceMs -= performance.now() - cameAt
      if (admitted) holders.add(request)
      // Whoever has gone away meanwhile is not worked for.
      if (!admitted || request.raw.socket?.destroyed) done(overloaded)
      else done()
    }
    // It is called by whoever leaves, as part of other work.
    admission.enter((admitted) => doWork(request.work, () => goOn(admitted)))
  }

  function leave(request: FastifyRequest): void {
    if (holders.delete(request)) admission.leave()
  }

  // What the server asks itself is part of a request that is being served.
  const isExempt = (request: FastifyRequest) =>
    request.isInner || (!request.is404 && request.routeOptions.config.alwaysServed === true)

  app.addHook('onRequest', (request, _reply, done) => (isExempt(request) ? done() : enter(request, done)))
  // Waiting for a client that sends slowly is not work.
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

/** Files come in while they are worked on; what that costs is bounded where it is done. */
function isSmall({ headers }: FastifyRequest): boolean {
  return /^application\/(json|x-www-form-urlencoded)\b/i.test(headers['content-type'] ?? '')
}
