import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import type { Replay } from './bare-server.ts'

/** Requests each path once; returns the SQL that the application sent for it, and the response. */
export async function record(app: FastifyInstance, paths: string[]): Promise<Replay[]> {
  const sent: { text: string; values: unknown[] }[] = []
  const query = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args
    if (typeof first === 'string') sent.push({ text: first, values: Array.isArray(second) ? second : [] })
    return Reflect.apply(query, this, args)
  } as typeof query
  try {
    const replays: Replay[] = []
    for (const path of paths) {
      sent.length = 0
      const response = await app.inject({ url: path })
      if (response.statusCode !== 200) throw new Error(`${path} returned ${response.statusCode}`)
      replays.push({
        path,
        queries: [...sent],
        contentType: String(response.headers['content-type']),
        body: response.body,
      })
    }
    return replays
  } finally {
    pg.Client.prototype.query = query
  }
}
