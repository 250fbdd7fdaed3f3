import type { Order, OrderLine } from '../../shared/orders/schema.ts'

/** A line of an order of one desk lamp, with what differs. */
export const lineOf = (line: Partial<OrderLine> = {}): OrderLine => ({
  product_id: 'PRD00001',
  product_name: 'Desk lamp',
  unit_price: 120.5,
  quantity: 1,
  featured_image: '/lamp.webp',
  ...line,
})

/** An order of the signed-in buyer, with what differs. */
export const orderOf = (order: Partial<Order> = {}): Order => ({
  order_id: 'ORD00001',
  created_at: '2026-01-02T03:04:05.000Z',
  total_count: 120.5,
  order_state: 'pending',
  products_id: ['PRD00001'],
  buyer_id: 'buyer-1',
  shipping_address: { fullName: 'Sample User', address: '1 High Street', city: 'Porto', postalCode: '', country: '' },
  payment_method: 'paypal',
  lines: [lineOf()],
  ...order,
})
