import type { FastifyInstance } from 'fastify'
import { messagesAdminRoutes } from './admin-routes.ts'
import { conversationsBuyerRoutes, messagesBuyerRoutes } from './buyer-routes.ts'
import type { ConversationDeps } from './message-routes.ts'
import { conversationsSellerRoutes, messagesSellerRoutes } from './seller-routes.ts'

export async function conversationsRoutes(app: FastifyInstance, deps: ConversationDeps): Promise<void> {
  await messagesBuyerRoutes(app, deps)
  await conversationsBuyerRoutes(app, deps)
  await messagesSellerRoutes(app, deps)
  await conversationsSellerRoutes(app, deps)
  await messagesAdminRoutes(app, deps)
}
