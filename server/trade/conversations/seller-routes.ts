import { orderParams } from '../orders/params.ts'
import { messageRoutes } from './message-routes.ts'
import { ownConversationRoutes } from './own-routes.ts'

const audience = { role: 'seller', prefix: '/api/seller/orders/:order_id', params: orderParams } as const

export const messagesSellerRoutes = messageRoutes(audience)
export const conversationsSellerRoutes = ownConversationRoutes({ ...audience, list: '/api/seller/conversations' })
