import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../db/tables.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { alertsBuyerRoutes } from './buyer-routes.ts'

/** Which sold-out products buyers wait for. */
export async function alertsRoutes(app: FastifyInstance, deps: { db: Db; clock: Clock }): Promise<void> {
  await alertsBuyerRoutes(app, deps)
}
