import { MAX_CONNECTIONS } from '../db/embedded/max-connections.ts'
import type { Config } from './platform/config.ts'

/** PostgreSQL keeps these for its superuser. */
const RESERVED_CONNECTIONS = 3
/** What a process has besides its pool: one that hears of changes, one for its share in the embedded database. */
const CONNECTIONS_BESIDE_POOL = 2
const LAST_PORT = 65_535

/**
 * How many server processes are to run on a machine of so many cores: as many as were asked for, else one for each core
 * as far as the embedded database goes. Throws one Error that names every setting that does not fit to that.
 */
export function planProcesses(
  { processes: asked, databaseUrl, databasePoolSize, metrics }: Config,
  cores: number,
): number {
  const each = databasePoolSize + CONNECTIONS_BESIDE_POOL
  const most = databaseUrl ? Number.POSITIVE_INFINITY : Math.floor((MAX_CONNECTIONS - RESERVED_CONNECTIONS) / each)
  // Who leaves it to us has room for the one more that lives during a rolling restart.
  const processes = asked ?? Math.min(cores, Math.max(1, most - 1))
  const faults: string[] = []
  if (processes > most)
    faults.push(
      `PROCESSES: the embedded database has connections for ${most} when DATABASE_POOL_SIZE is ${databasePoolSize}; ` +
        'lower one of the two, or set DATABASE_URL',
    )
  if (metrics && metrics.port + processes > LAST_PORT)
    faults.push(`METRICS_PORT: with PROCESSES (${processes}) added it is beyond ${LAST_PORT}`)
  if (faults.length) throw new Error(`These settings are wrong:\n  ${faults.join('\n  ')}`)
  return processes
}
