import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import type { Replay } from './bare-server.ts'

/** Asks the application for every path once and notes which SQL it sent for it and what it answered. */
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
      const answer = await app.inject({ url: path })
      if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`)
      replays.push({ path, queries: [...sent], contentType: String(answer.headers['content-type']), body: answer.body })
    }
    return replays
  } finally {
    pg.Client.prototype.query = query
  }
}
