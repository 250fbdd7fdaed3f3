import autocannon, { type Request } from 'autocannon'
import { percentile } from './percentile.ts'
import { processorMs } from './processes.ts'

export interface Target {
  origin: string
  /** The process whose CPU time is measured, with its descendants. */
  pid: number
  postmaster: number
}

/** A closed loop: each connection sends its requests in turn and starts over after the last. */
export interface Load {
  connections: number
  seconds: number
  /** Returns the requests of a connection; the first connection is 0. */
  requestsOf: (connection: number) => Request[]
  /** Default: 1. */
  requestsPerOperation?: number
}

export interface LoadResult {
  /** Operations per second. */
  rate: number
  /** Milliseconds of single requests. */
  p50: number
  p99: number
  /** CPU milliseconds per operation. */
  serverMs: number
  databaseMs: number
}

/** Runs a load against a server and returns its figures. Throws an Error when a request fails. */
export async function runLoad(target: Target, load: Load): Promise<LoadResult> {
  const { connections, seconds, requestsOf, requestsPerOperation = 1 } = load
  const times: number[] = []
  const refused = new Map<number, number>()
  let opened = 0
  const before = await processorTimes(target)
  let beganAt = 0
  const { errors } = await autocannon({
    url: target.origin,
    connections,
    duration: seconds,
    setupClient: (client) => {
      client.setRequests(requestsOf(opened++))
      // Building the requests takes a while; none is sent before all connections have theirs.
      beganAt = performance.now()
      client.on('response', (status: number, _bytes: number, ms: number) => {
        if (status < 200 || (status >= 300 && status !== 304)) refused.set(status, (refused.get(status) ?? 0) + 1)
        times.push(ms)
      })
    },
  })
  const passedSeconds = (performance.now() - beganAt) / 1000
  const after = await processorTimes(target)
  if (errors || refused.size) {
    const statuses = [...refused].map(([status, count]) => `${count} × ${status}`).join(', ')
    throw new Error(`${target.origin}: ${errors} errors, refused: ${statuses || 'none'}`)
  }
  const operations = times.length / requestsPerOperation
  return {
    rate: operations / passedSeconds,
    p50: percentile(times, 50),
    p99: percentile(times, 99),
    serverMs: (after.server - before.server) / operations,
    databaseMs: (after.database - before.database) / operations,
  }
}

async function processorTimes({ pid, postmaster }: Target): Promise<{ server: number; database: number }> {
  return { server: await processorMs(pid), database: await processorMs(postmaster) }
}
