import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../db/tables.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { reviewsAdminRoutes } from './admin-routes.ts'
import { reviewsBuyerRoutes } from './buyer-routes.ts'
import type { NotifyingDeps } from './notify-of-review.ts'
import { reviewsSellerRoutes } from './seller-routes.ts'
import { reviewsSignedInRoutes } from './signed-in-routes.ts'

export async function reviewsRoutes(
  app: FastifyInstance,
  deps: { db: Db; clock: Clock } & NotifyingDeps,
): Promise<void> {
  await reviewsBuyerRoutes(app, deps)
  await reviewsSellerRoutes(app, deps)
  await reviewsSignedInRoutes(app, deps)
  await reviewsAdminRoutes(app, deps)
}
