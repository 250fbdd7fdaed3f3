import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../db/tables.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { notificationsSignedInRoutes } from './signed-in-routes.ts'

/** What users are notified of. */
export async function notificationsRoutes(app: FastifyInstance, deps: { db: Db; clock: Clock }): Promise<void> {
  await notificationsSignedInRoutes(app, deps)
}
