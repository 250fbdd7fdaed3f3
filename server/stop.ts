import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import type { FastifyInstance } from 'fastify'
import type { Readiness } from './platform/health-everyone-routes.ts'

/** From the first signal to the end of the process, whatever hangs. */
const STOP_WITHIN_MS = 9_500
/** From the first signal on; the rest of the time is for jobs and the database. */
const REQUESTS_WITHIN_MS = 7_500
/** Connections that are open but ask for nothing are cut when nobody was served for so long. */
const SILENCE_MS = 300
const LOOK_EVERY_MS = 50
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const

type StopSignal = (typeof SIGNALS)[number]

/**
 * Runs `stop` once: at the first signal, at an error that nobody caught, or when the answered function is called. Then,
 * or after 9.5 s whatever hangs, ends the process: with 1 after an error, else with 0. Further signals change nothing.
 */
export function stopOnSignals(
  stop: (signal: StopSignal | undefined) => Promise<void>,
  options: { ignored?: readonly StopSignal[] } = {},
): () => void {
  let signal: StopSignal | undefined
  // The library ends the process at a second signal; Ctrl-C below npm sends two.
  const { close } = closeWithGrace({ delay: false, skip: [...SIGNALS], logger: false }, async ({ err }) => {
    if (err) console.error(err)
    const failed = await Promise.race([stop(signal).then(() => false), sleep(STOP_WITHIN_MS, false)]).catch(tell)
    process.exit(err || failed ? 1 : 0)
  })
  let asked = false
  const askOnce = () => {
    if (!asked) close()
    asked = true
  }
  for (const name of SIGNALS) {
    process.on(name, () => {
      if (options.ignored?.includes(name)) return
      if (!asked) signal = name
      askOnce()
    })
  }
  return askOnce
}

function tell(error: unknown): true {
  console.error(error)
  return true
}

/**
 * Watches the requests of `app`, so that the answered function can end its service without failing one. For `drainMs`
 * everything is still answered, but `/readyz` says 503 and each answer closes its connection, so that clients and
 * proxies go elsewhere. Then nothing new is accepted and what runs is finished; what hangs 7.5 s after the call is cut.
 */
export function prepareDrain(app: FastifyInstance, readiness: Readiness): (drainMs: number) => Promise<void> {
  const running = new Set<ServerResponse>()
  app.server.prependListener('request', (_request, response) => {
    running.add(response)
    response.once('close', () => running.delete(response))
    if (!readiness.accepting) closeConnectionAfter(response)
  })
  return async (drainMs) => {
    const until = performance.now() + REQUESTS_WITHIN_MS
    readiness.accepting = false
    for (const response of running) closeConnectionAfter(response)
    await sleep(drainMs)
    const closed = app.close().then(() => true)
    let servedAt = performance.now()
    while (!(await Promise.race([closed, sleep(LOOK_EVERY_MS, false)]))) {
      if (running.size > 0) servedAt = performance.now()
      if (performance.now() > Math.min(until, servedAt + SILENCE_MS)) app.server.closeAllConnections()
    }
  }
}

function closeConnectionAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}
