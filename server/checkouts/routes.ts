import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/tables.ts'
import type { Clock } from '../config/clock.ts'
import { checkoutsBuyerRoutes } from './buyer-routes.ts'

/** Checkouts: buyers reserve what is in their cart, and order it. */
export async function checkoutsRoutes(app: FastifyInstance, deps: { db: Db; clock: Clock }): Promise<void> {
  await checkoutsBuyerRoutes(app, deps)
}
