import { concurrentStarts } from '../scenarios/concurrent-starts.ts'
import { databaseNetwork } from '../scenarios/database-network.ts'
import { fuzzing } from '../scenarios/fuzz.ts'
import { gracefulShutdown } from '../scenarios/graceful-shutdown.ts'
import { killDatabase } from '../scenarios/kill-database.ts'
import { killServer } from '../scenarios/kill-server.ts'
import { raceMutations } from '../scenarios/mutations.ts'
import { overload } from '../scenarios/overload.ts'
import { rollingRestart } from '../scenarios/rolling-restart.ts'
import { slowClients } from '../scenarios/slow-clients.ts'
import { soak } from '../scenarios/soak.ts'
import type { Scenario } from './scenario.ts'

/** All scenarios, in the order in which they run. */
export const scenarios: readonly Scenario[] = [
  killServer,
  killDatabase,
  concurrentStarts,
  databaseNetwork,
  overload,
  slowClients,
  gracefulShutdown,
  rollingRestart,
  fuzzing,
  raceMutations,
  soak,
]
