import autocannon from 'autocannon'

export interface FloodRequest {
  method: 'POST'
  path: string
  headers: Record<string, string>
  body: string
}

/** The responses to a flood. */
export interface Flood {
  perSecond: number
  /** Number of responses by status. */
  statuses: Map<number, number>
  /** Broken connections. */
  errors: number
}

const CONNECTIONS = 32

/** Sends these requests in turn from a separate thread, at most `perSecond`. */
export async function flood(
  origin: string,
  requests: FloodRequest[],
  { perSecond, ms }: { perSecond: number; ms: number },
): Promise<Flood> {
  const result = await autocannon({
    url: origin,
    requests,
    connections: CONNECTIONS,
    workers: 1,
    overallRate: perSecond,
    duration: ms / 1000,
  })
  const statuses = new Map(
    Object.entries(result.statusCodeStats ?? {}).map(([status, { count }]) => [Number(status), count ?? 0]),
  )
  const responses = [...statuses.values()].reduce((sum, count) => sum + count, 0)
  return { perSecond: responses / result.duration, statuses, errors: result.errors }
}
