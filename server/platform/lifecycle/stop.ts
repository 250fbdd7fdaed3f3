import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import type { FastifyInstance } from 'fastify'
import type { Readiness } from '../observe/public-routes.ts'

/** The time from the first signal to the end of the process, even if something hangs. */
const STOP_TIMEOUT_MS = 9_500
/** The time for requests, from the first signal; the rest is for jobs and the database. */
const REQUESTS_TIMEOUT_MS = 7_500
const IDLE_MS = 300
const CHECK_INTERVAL_MS = 50
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const

type StopSignal = (typeof SIGNALS)[number]

/** Runs `stop` once, at a signal or uncaught error; the process exits after it, or after 9.5 s. */
export function stopOnSignals(
  stop: (signal: StopSignal | undefined) => Promise<void>,
  options: { ignored?: readonly StopSignal[] } = {},
): () => void {
  let signal: StopSignal | undefined
  // The library ends the process at a second signal, but Ctrl-C below npm sends two.
  const { close } = closeWithGrace({ delay: false, skip: [...SIGNALS], logger: false }, async ({ err }) => {
    if (err) console.error(err)
    const failed = await Promise.race([stop(signal).then(() => false), sleep(STOP_TIMEOUT_MS, false)]).catch(
      reportFailure,
    )
    process.exit(err || failed ? 1 : 0)
  })
  let requested = false
  const stopOnce = () => {
    if (!requested) close()
    requested = true
  }
  for (const name of SIGNALS) {
    process.on(name, () => {
      if (options.ignored?.includes(name)) return
      if (!requested) signal = name
      stopOnce()
    })
  }
  return stopOnce
}

function reportFailure(error: unknown): true {
  console.error(error)
  return true
}

/**
 * Watches the requests of `app`; returns a function that stops it without failing any. For `drainMs` every request is still
 * served, but `/readyz` is 503 and each response closes its connection, so that clients and proxies go elsewhere. Then no
 * request is accepted and those in flight are finished; connections still open 7.5 s after the call are closed.
 */
export function prepareDrain(app: FastifyInstance, readiness: Readiness): (drainMs: number) => Promise<void> {
  const running = new Set<ServerResponse>()
  app.server.prependListener('request', (_request, response) => {
    running.add(response)
    response.once('close', () => running.delete(response))
    if (!readiness.accepting) closeConnectionAfter(response)
  })
  return async (drainMs) => {
    const until = performance.now() + REQUESTS_TIMEOUT_MS
    readiness.accepting = false
    for (const response of running) closeConnectionAfter(response)
    await sleep(drainMs)
    const closed = app.close().then(() => true)
    let servedAt = performance.now()
    while (!(await Promise.race([closed, sleep(CHECK_INTERVAL_MS, false)]))) {
      if (running.size > 0) servedAt = performance.now()
      if (performance.now() > Math.min(until, servedAt + IDLE_MS)) app.server.closeAllConnections()
    }
  }
}

function closeConnectionAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}
