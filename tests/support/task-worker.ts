import { sql } from 'kysely'
import type { Connection } from '../../db/connect.ts'
import type { Db } from '../../db/tables.ts'
import { createChannels } from '../../server/platform/data/channels.ts'
import type { TaskHandler } from '../../server/platform/jobs/task.ts'
import { startWorker } from '../../server/platform/jobs/worker.ts'

/** Starts a worker for these tasks only, like a separate process. */
export function startTaskWorker({
  db,
  connection,
  handlers,
  log = { error: () => {} },
}: {
  db: Db
  connection: Connection
  handlers: readonly TaskHandler[]
  log?: { error(event: object): void }
}): { close(): Promise<void> } {
  const channels = createChannels({ connection, db })
  const worker = startWorker({ db, handlers, log, channels, periodic: [] })
  channels.start()
  return {
    async close() {
      await worker.close()
      await channels.close()
    },
  }
}

/** Makes delayed tasks due, such as retries, and those that have failed for good. */
export async function makeTasksDue(db: Db): Promise<void> {
  await sql`
    update graphile_worker._private_jobs set run_at = now(), attempts = least(attempts, max_attempts - 1)
    where locked_at is null and key is not null`.execute(db)
  await sql`select pg_notify('jobs:insert', '{"count":6}')`.execute(db)
}
