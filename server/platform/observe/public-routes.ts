import { clearFullMark, isDatabaseFull, isMarkedFull } from '../../../db/connect.ts'
import type { Db } from '../../../db/tables.ts'
import { Cache } from '../data/cache.ts'
import { routesFor } from '../http/guards.ts'
import { readFromDatabase, writeScratch } from './queries.ts'

/** `accepting` is false when the server is about to stop, so that load balancers send requests elsewhere. */
export interface Readiness {
  accepting: boolean
}

/** `/healthz`: the process responds. `/readyz`: it can also read and write its database and files. */
export const healthPublicRoutes = routesFor(
  'public',
  (app, { db, readiness, checkFiles }: { db: Db; readiness: Readiness; checkFiles: () => Promise<void> }) => {
    app.get('/healthz', { config: { alwaysServed: true } }, async (_request, reply) =>
      reply.header('cache-control', 'no-store').send({ status: 'ok' }),
    )

    // Anyone may ask, as often as they like: those who come at once get the same answer.
    const checks = new Cache<boolean>({ name: 'readiness', maxEntries: 1, maxAgeMs: 0 })
    let isReady = true
    const check = async () => {
      try {
        await checkRows(db)
        await checkFiles()
        isReady = true
      } catch (err) {
        // Once, however often it is asked: a proxy that sends nothing to this server does not say why.
        if (isReady) app.log.warn({ err, event: 'not_ready' })
        isReady = false
      }
      return isReady
    }
    app.get('/readyz', { config: { alwaysServed: true } }, async (_request, reply) => {
      const ready = readiness.accepting && (await checks.get('', check))
      return reply
        .code(ready ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({ status: ready ? 'ready' : 'not ready' })
    })
  },
)

async function checkRows(db: Db): Promise<void> {
  await readFromDatabase(db)
  if (!isMarkedFull(db)) return
  await writeScratch(db).catch((error: unknown) => {
    if (isDatabaseFull(error)) throw error
  })
  clearFullMark(db)
}
