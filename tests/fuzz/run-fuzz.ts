import fc from 'fast-check'
import { createJudge, referred } from './judge.ts'
import type { MarketToFuzz } from './market-to-fuzz.ts'
import { type FuzzRequest, madeUpRequests } from './requests.ts'
import { asCurl, openAgent, send } from './send.ts'

const PARALLEL = 8
/** A refusal for want of time must be over when it is asked again. */
const BUSY_PAUSE_MS = 1_000
const SHRINK_MS = 5_000
const FAILURES_SHOWN = 20

export interface FuzzFigures {
  requests: number
  /** Requests by status. */
  statuses: Record<string, number>
  /** Requests to routes by how far they came: 2xx and 3xx. */
  routesReached: number
  slowestMs: number
  slowest: string
  busy: number
  failures: string[]
}

/** Sends `count` made-up requests, the same for the same seed, and judges every answer; `maxMs` bounds its time. */
export async function runFuzz(
  market: MarketToFuzz,
  { count, seed, maxMs = Infinity }: { count: number; seed: number; maxMs?: number },
): Promise<FuzzFigures> {
  const requests = madeUpRequests(market.routes, market.textsFor, (ref) => referred(ref, market.document))
  const judge = createJudge(market.routes, market.document, market.config.dataDir)
  const agent = openAgent(PARALLEL)
  const reached = new Set<string>()
  const figures = noFigures()

  async function ask(request: FuzzRequest): Promise<string[]> {
    const own = await market.headersOf(request.role)
    const faultsBefore = market.faults.length
    let answer = await send(market.origin, agent, request, own)
    if (answer.status === 503) {
      figures.busy++
      await new Promise((resolve) => setTimeout(resolve, BUSY_PAUSE_MS))
      answer = await send(market.origin, agent, request, own)
    }
    if (answer.status === 401 || answer.status === 403) market.sessionRefused(request.role, own)
    if (answer.status < 400) reached.add(request.route)
    figures.requests++
    figures.statuses[answer.status] = (figures.statuses[answer.status] ?? 0) + 1
    if (answer.ms > figures.slowestMs) Object.assign(figures, { slowestMs: answer.ms, slowest: request.route })
    const faults = judge(request, answer)
    if (answer.ms > maxMs) faults.push(`took ${Math.round(answer.ms)} ms`)
    if (answer.status >= 500) faults.push(...market.faults.slice(faultsBefore).map((fault) => fault.slice(0, 600)))
    if (faults.length) faults.push(asCurl(market.origin, request))
    return faults
  }
  const judged = (request: FuzzRequest) =>
    ask(request).catch((error: Error) => [`no answer: ${error.message}`, asCurl(market.origin, request)])

  const all = fc.sample(requests, { numRuns: count, seed }).entries()
  const failed: number[] = []
  const work = async () => {
    for (const [index, request] of all) {
      const faults = await judged(request)
      if (faults.length && failed.length < FAILURES_SHOWN) failed.push(index)
      if (faults.length && figures.failures.length < FAILURES_SHOWN)
        figures.failures.push(
          [`seed ${seed}, path ${index}: ${request.role}, ${request.route}`, ...faults].join('\n  '),
        )
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, work))
  // The first one again, made as small as it can be.
  if (failed[0] !== undefined)
    figures.failures.unshift(await smallest(requests, judged, { seed, path: String(failed[0]) }))
  figures.routesReached = reached.size
  agent.destroy()
  return figures
}

function noFigures(): FuzzFigures {
  return { requests: 0, statuses: {}, routesReached: 0, slowestMs: 0, slowest: '', busy: 0, failures: [] }
}

async function smallest(
  requests: fc.Arbitrary<FuzzRequest>,
  judged: (request: FuzzRequest) => Promise<string[]>,
  replay: { seed: number; path: string },
): Promise<string> {
  const property = fc.asyncProperty(requests, async (request) => {
    const faults = await judged(request)
    if (faults.length) throw new Error(faults.join('\n  '))
  })
  const found = await fc.check(property, { ...replay, numRuns: 1, interruptAfterTimeLimit: SHRINK_MS })
  if (!found.failed) return `path ${replay.path} did not fail again by itself`
  return [`smallest: seed ${found.seed}, path ${found.counterexamplePath}`, found.errorInstance].join('\n  ')
}
