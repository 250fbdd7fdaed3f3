import { concurrentStarts } from './concurrent-starts.ts'
import { databaseNetwork } from './database-network.ts'
import { failover } from './failover.ts'
import { fuzzing } from './fuzz.ts'
import { gracefulShutdown } from './graceful-shutdown.ts'
import { killDatabase } from './kill-database.ts'
import { killServer } from './kill-server.ts'
import { raceMutations } from './mutations.ts'
import { overload } from './overload.ts'
import { paymentKills } from './payment-kills.ts'
import { payments } from './payments.ts'
import { rollingRestart } from './rolling-restart.ts'
import type { Scenario } from './scenario.ts'
import { silentProvider } from './silent-provider.ts'
import { slowClients } from './slow-clients.ts'
import { soak } from './soak.ts'
import { webhookFlood } from './webhook-flood.ts'

/** All scenarios, in the order in which they run. */
export const scenarios: readonly Scenario[] = [
  killServer,
  killDatabase,
  payments,
  paymentKills,
  webhookFlood,
  silentProvider,
  concurrentStarts,
  databaseNetwork,
  failover,
  overload,
  slowClients,
  gracefulShutdown,
  rollingRestart,
  fuzzing,
  raceMutations,
  soak,
]
