import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../db/tables.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { savedBuyerRoutes } from './buyer-routes.ts'

/** The wish lists of buyers. */
export async function savedRoutes(app: FastifyInstance, deps: { db: Db; clock: Clock }): Promise<void> {
  await savedBuyerRoutes(app, deps)
}
