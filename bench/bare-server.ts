import { readFile } from 'node:fs/promises'
import Fastify from 'fastify'
import pg from 'pg'
import type { Connection } from '../db/connect.ts'

/** What the bare server does for an address: it sends the recorded SQL, then returns the recorded bytes. */
export interface Replay {
  path: string
  queries: { text: string; values: unknown[] }[]
  contentType: string
  body: string
}

// The baseline of the measurements: a Fastify route with nothing around it. `bare-server.ts <recording> <port>`.
const [file, port] = process.argv.slice(2)
if (!file || !port) throw new Error('usage: bare-server.ts <recording> <port>')
const { connection, poolSize, replays }: { connection: Connection; poolSize: number; replays: Replay[] } = JSON.parse(
  await readFile(file, 'utf8'),
)
const pool = new pg.Pool({
  ...(typeof connection === 'string' ? { connectionString: connection } : connection),
  max: poolSize,
})
const byPath = new Map(replays.map((replay) => [replay.path, replay]))

const app = Fastify()
app.get('/*', async (request, reply) => {
  const replay = byPath.get(request.url)
  if (!replay) return reply.code(404).send()
  await Promise.all(replay.queries.map(({ text, values }) => pool.query(text, values)))
  return reply.type(replay.contentType).send(replay.body)
})
await app.listen({ port: Number(port), host: '127.0.0.1' })
process.on('SIGTERM', () => void Promise.all([app.close(), pool.end()]).then(() => process.exit(0)))
