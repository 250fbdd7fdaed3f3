import type { Scenario } from './scenario.ts'
import { databaseNetwork } from './scenarios/database-network.ts'
import { killDatabase } from './scenarios/kill-database.ts'
import { killServer } from './scenarios/kill-server.ts'
import { manyServers } from './scenarios/many-servers.ts'

/** In the order in which they run. */
export const scenarios: readonly Scenario[] = [killServer, killDatabase, manyServers, databaseNetwork]
