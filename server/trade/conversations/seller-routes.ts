import { orderParams } from '../orders/read-order.ts'
import { conversationRoutes } from './message-routes.ts'

export const conversationsSellerRoutes = conversationRoutes({
  role: 'seller',
  list: '/api/seller/conversations',
  prefix: '/api/seller/orders/:order_id',
  params: orderParams,
})
