import type { Scenario } from './scenario.ts'
import { databaseNetwork } from './scenarios/database-network.ts'
import { killDatabase } from './scenarios/kill-database.ts'
import { killServer } from './scenarios/kill-server.ts'
import { madeUpRequests } from './scenarios/made-up-requests.ts'
import { manyServers } from './scenarios/many-servers.ts'
import { naiveCode } from './scenarios/naive-code.ts'
import { orderlyEnd } from './scenarios/orderly-end.ts'
import { overload } from './scenarios/overload.ts'
import { rollingRestart } from './scenarios/rolling-restart.ts'
import { slowSockets } from './scenarios/slow-sockets.ts'
import { soak } from './scenarios/soak.ts'

/** In the order in which they run. */
export const scenarios: readonly Scenario[] = [
  killServer,
  killDatabase,
  manyServers,
  databaseNetwork,
  overload,
  slowSockets,
  orderlyEnd,
  rollingRestart,
  madeUpRequests,
  naiveCode,
  soak,
]
