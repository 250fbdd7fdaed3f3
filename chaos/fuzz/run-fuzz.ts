import fc from 'fast-check'
import { createResponseCheck, referred } from './assertions.ts'
import { type FuzzRequest, generateRequests } from './requests.ts'
import { asCurl, openAgent, send } from './send.ts'
import type { FuzzTarget } from './target.ts'

const PARALLEL = 8
/** The pause before the one retry after a 503. */
const BUSY_PAUSE_MS = 1_000
const SHRINK_MS = 5_000
const FAILURES_SHOWN = 20

export interface FuzzFigures {
  requests: number
  /** Requests by status. */
  statuses: Record<string, number>
  /** Routes that returned 2xx or 3xx. */
  routesReached: number
  slowestMs: number
  slowest: string
  busy: number
  failures: string[]
}

/** Sends `count` generated requests, the same for the same seed, and checks every response and its time. */
export async function runFuzz(
  market: FuzzTarget,
  { count, seed, maxMs = Infinity }: { count: number; seed: number; maxMs?: number },
): Promise<FuzzFigures> {
  const requests = generateRequests(market.routes, market.textsFor, (ref) => referred(ref, market.document))
  const checkResponse = createResponseCheck(market.routes, market.document, market.config.dataDir)
  const agent = openAgent(PARALLEL)
  const reached = new Set<string>()
  const figures = noFigures()

  async function sendAndCheck(request: FuzzRequest): Promise<string[]> {
    const own = await market.headersOf(request.role)
    const faultsBefore = market.faults.length
    let response = await send(market.origin, agent, request, own)
    if (response.status === 503) {
      figures.busy++
      await new Promise((resolve) => setTimeout(resolve, BUSY_PAUSE_MS))
      response = await send(market.origin, agent, request, own)
    }
    if (response.status === 401 || response.status === 403) market.sessionRefused(request.role, own)
    if (response.status < 400) reached.add(request.route)
    figures.requests++
    figures.statuses[response.status] = (figures.statuses[response.status] ?? 0) + 1
    if (response.ms > figures.slowestMs) Object.assign(figures, { slowestMs: response.ms, slowest: request.route })
    const faults = checkResponse(request, response)
    if (response.ms > maxMs) faults.push(`took ${Math.round(response.ms)} ms`)
    if (response.status >= 500) faults.push(...market.faults.slice(faultsBefore).map((fault) => fault.slice(0, 600)))
    if (faults.length) faults.push(asCurl(market.origin, request))
    return faults
  }
  const checked = (request: FuzzRequest) =>
    sendAndCheck(request).catch((error: Error) => [`no response: ${error.message}`, asCurl(market.origin, request)])

  const all = fc.sample(requests, { numRuns: count, seed }).entries()
  const failed: number[] = []
  const work = async () => {
    for (const [index, request] of all) {
      const faults = await checked(request)
      if (faults.length && failed.length < FAILURES_SHOWN) failed.push(index)
      if (faults.length && figures.failures.length < FAILURES_SHOWN)
        figures.failures.push(
          [`seed ${seed}, path ${index}: ${request.role}, ${request.route}`, ...faults].join('\n  '),
        )
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, work))
  if (failed[0] !== undefined)
    figures.failures.unshift(await smallest(requests, checked, { seed, path: String(failed[0]) }))
  figures.routesReached = reached.size
  agent.destroy()
  return figures
}

function noFigures(): FuzzFigures {
  return { requests: 0, statuses: {}, routesReached: 0, slowestMs: 0, slowest: '', busy: 0, failures: [] }
}

async function smallest(
  requests: fc.Arbitrary<FuzzRequest>,
  checked: (request: FuzzRequest) => Promise<string[]>,
  replay: { seed: number; path: string },
): Promise<string> {
  const property = fc.asyncProperty(requests, async (request) => {
    const faults = await checked(request)
    if (faults.length) throw new Error(faults.join('\n  '))
  })
  const found = await fc.check(property, { ...replay, numRuns: 1, interruptAfterTimeLimit: SHRINK_MS })
  if (!found.failed) return `path ${replay.path} does not fail on its own`
  return [`smallest: seed ${found.seed}, path ${found.counterexamplePath}`, found.errorInstance].join('\n  ')
}
