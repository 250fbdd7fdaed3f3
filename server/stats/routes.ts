import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/tables.ts'
import type { Clock } from '../config/clock.ts'
import { statsAdminRoutes } from './admin-routes.ts'
import { statsSellerRoutes } from './seller-routes.ts'

/** Sales figures of a seller, and of the whole marketplace. */
export async function statsRoutes(app: FastifyInstance, deps: { db: Db; clock: Clock }): Promise<void> {
  await statsSellerRoutes(app, deps)
  await statsAdminRoutes(app, deps)
}
