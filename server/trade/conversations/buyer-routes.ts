import { orderError } from '../orders/errors.ts'
import { sellerOrderParams } from '../orders/read-order.ts'
import { conversationRoutes } from './message-routes.ts'

export const conversationsBuyerRoutes = conversationRoutes({
  role: 'buyer',
  list: '/api/conversations',
  prefix: '/api/orders/:order_id/seller-orders/:number',
  params: sellerOrderParams,
  // The same refusal as for the order.
  refusal: () => orderError('forbidden'),
})
