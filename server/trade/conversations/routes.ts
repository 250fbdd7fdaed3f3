import type { FastifyInstance } from 'fastify'
import { conversationsAdminRoutes } from './admin-routes.ts'
import { conversationsBuyerRoutes } from './buyer-routes.ts'
import type { ConversationDeps } from './message-routes.ts'
import { conversationsSellerRoutes } from './seller-routes.ts'

export async function conversationsRoutes(app: FastifyInstance, deps: ConversationDeps): Promise<void> {
  await conversationsBuyerRoutes(app, deps)
  await conversationsSellerRoutes(app, deps)
  await conversationsAdminRoutes(app, deps)
}
