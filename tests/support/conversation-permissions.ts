import { adminsOnly, buyersOnly, type Row, sellersOnly } from './permission-rows.ts'

const MESSAGE = { message_id: '9b0c9a5e-58f5-4b0e-8f3a-1a2b3c4d5e6f', text: 'Hello' }

/** Other buyers and sellers get what they get for the order itself. */
export const conversationRows: Row[] = [
  { route: 'GET /api/conversations', expected: buyersOnly(200) },
  { route: 'GET /api/seller/conversations', expected: sellersOnly(200) },
  {
    route: 'GET /api/orders/:order_id/seller-orders/:number/messages',
    path: '/api/orders/{order}/seller-orders/1/messages',
    expected: buyersOnly(200, 403),
  },
  {
    route: 'POST /api/orders/:order_id/seller-orders/:number/messages',
    path: '/api/orders/{order}/seller-orders/1/messages',
    body: MESSAGE,
    expected: buyersOnly(200, 403),
  },
  {
    route: 'POST /api/orders/:order_id/seller-orders/:number/messages/read',
    path: '/api/orders/{order}/seller-orders/1/messages/read',
    body: { up_to: 1 },
    expected: buyersOnly(200, 403),
  },
  {
    route: 'GET /api/seller/orders/:order_id/messages',
    path: '/api/seller/orders/{order}/messages',
    expected: sellersOnly(404, 200),
  },
  {
    route: 'POST /api/seller/orders/:order_id/messages',
    path: '/api/seller/orders/{order}/messages',
    body: { ...MESSAGE, message_id: '1b0c9a5e-58f5-4b0e-8f3a-1a2b3c4d5e6f' },
    expected: sellersOnly(404, 200),
  },
  {
    route: 'POST /api/seller/orders/:order_id/messages/read',
    path: '/api/seller/orders/{order}/messages/read',
    body: { up_to: 1 },
    expected: sellersOnly(404, 200),
  },
  {
    route: 'GET /api/admin/orders/:order_id/seller-orders/:number/messages',
    path: '/api/admin/orders/{order}/seller-orders/1/messages',
    expected: adminsOnly(200),
  },
  {
    route: 'POST /api/admin/orders/:order_id/seller-orders/:number/messages',
    path: '/api/admin/orders/{order}/seller-orders/1/messages',
    body: { ...MESSAGE, message_id: '2b0c9a5e-58f5-4b0e-8f3a-1a2b3c4d5e6f' },
    expected: adminsOnly(200),
  },
]
