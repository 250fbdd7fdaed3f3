import { MAX_CONNECTIONS } from '../../../db/embedded/max-connections.ts'
import type { Config } from '../config/config.ts'

/** PostgreSQL reserves these for its superuser. */
const RESERVED_CONNECTIONS = 3
/** Besides its pool a process has one connection for notifications and one for membership in the embedded database. */
const CONNECTIONS_BESIDE_POOL = 2
const LAST_PORT = 65_535

/** Returns how many server processes to run. Throws one Error that names every setting that does not fit. */
export function planProcesses(
  { processes: configured, databaseUrl, databasePoolSize, metrics }: Config,
  cores: number,
): number {
  const each = databasePoolSize + CONNECTIONS_BESIDE_POOL
  const limit = databaseUrl ? Number.POSITIVE_INFINITY : Math.floor((MAX_CONNECTIONS - RESERVED_CONNECTIONS) / each)
  // The default leaves room for the extra process during a rolling restart.
  const processes = configured ?? Math.min(cores, Math.max(1, limit - 1))
  const faults: string[] = []
  if (processes > limit)
    faults.push(
      `PROCESSES: the embedded database has connections for ${limit} when DATABASE_POOL_SIZE is ${databasePoolSize}; ` +
        'lower one of the two, or set DATABASE_URL',
    )
  if (metrics && metrics.port + processes > LAST_PORT)
    faults.push(`METRICS_PORT: plus PROCESSES (${processes}) is above ${LAST_PORT}`)
  if (faults.length) throw new Error(`These settings are wrong:\n  ${faults.join('\n  ')}`)
  return processes
}
