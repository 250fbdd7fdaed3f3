import { sellerOrderParams } from '../orders/read-order.ts'
import { conversationRoutes } from './message-routes.ts'

/** Admins read any conversation, and write to both sides in the name of the marketplace. */
export const conversationsAdminRoutes = conversationRoutes({
  role: 'admin',
  prefix: '/api/admin/orders/:order_id/seller-orders/:number',
  params: sellerOrderParams,
})
