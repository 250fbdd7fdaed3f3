import type { FastifyInstance } from 'fastify'
import { adminMessageRoutes } from './admin-routes.ts'
import { buyerConversationRoutes, buyerMessageRoutes } from './buyer-routes.ts'
import type { ConversationDeps } from './message-routes.ts'
import { sellerConversationRoutes, sellerMessageRoutes } from './seller-routes.ts'

/** Messages between buyers and sellers about orders. */
export async function conversationsRoutes(app: FastifyInstance, deps: ConversationDeps): Promise<void> {
  await buyerMessageRoutes(app, deps)
  await buyerConversationRoutes(app, deps)
  await sellerMessageRoutes(app, deps)
  await sellerConversationRoutes(app, deps)
  await adminMessageRoutes(app, deps)
}
