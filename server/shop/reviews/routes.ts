import type { FastifyInstance } from 'fastify'
import type { MailingDeps } from '../../pages/mail/messages.ts'
import { reviewsAdminRoutes } from './admin-routes.ts'
import { reviewsBuyerRoutes } from './buyer-routes.ts'
import { reviewsSellerRoutes } from './seller-routes.ts'
import { reviewsSignedInRoutes } from './signed-in-routes.ts'

export async function reviewsRoutes(app: FastifyInstance, deps: MailingDeps): Promise<void> {
  await reviewsBuyerRoutes(app, deps)
  await reviewsSellerRoutes(app, deps)
  await reviewsSignedInRoutes(app, deps)
  await reviewsAdminRoutes(app, deps)
}
