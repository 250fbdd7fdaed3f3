import { orderError } from '../orders/errors.ts'
import { sellerOrderParams } from '../orders/params.ts'
import { messageRoutes } from './message-routes.ts'
import { ownConversationRoutes } from './own-routes.ts'

/** The order's own refusal. */
const audience = {
  role: 'buyer',
  prefix: '/api/orders/:order_id/seller-orders/:number',
  params: sellerOrderParams,
  refusal: () => orderError('forbidden'),
} as const

export const messagesBuyerRoutes = messageRoutes(audience)
export const conversationsBuyerRoutes = ownConversationRoutes({ ...audience, list: '/api/conversations' })
