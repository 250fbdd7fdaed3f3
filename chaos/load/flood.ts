import autocannon from 'autocannon'

/** A request that is sent again and again. */
export interface FloodRequest {
  method: 'POST'
  path: string
  headers: Record<string, string>
  body: string
}

/** What a flood came to. */
export interface Flood {
  /** Responses each second. */
  perSecond: number
  /** How often each status was received. */
  statuses: Map<number, number>
  /** Connections that broke. */
  errors: number
}

const CONNECTIONS = 32

/** Sends these requests in turn, so many a second if the server takes them, from a thread of its own. */
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
