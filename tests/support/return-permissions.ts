import { adminsOnly, buyersOnly, type Row, sellersOnly } from './permission-rows.ts'

const OUTDATED = { revision: 999 }

/** Acts on returns that are unknown: their seller, their buyer and admins get as far as that, and nothing changes. */
export const returnRows: Row[] = [
  ...(['answer', 'received'] as const).flatMap((act): Row[] => {
    const received = { ...OUTDATED, lines: [{ line_number: 1, received: 1, resalable: 0 }] }
    const body = act === 'answer' ? { ...OUTDATED, accept: false, note: 'Used' } : received
    return [
      {
        route: `POST /api/seller/orders/:order_id/returns/:return_number/${act}`,
        path: `/api/seller/orders/{order}/returns/999/${act}`,
        body,
        expected: sellersOnly(404),
      },
      {
        route: `POST /api/admin/orders/:order_id/seller-orders/:number/returns/:return_number/${act}`,
        path: `/api/admin/orders/{order}/seller-orders/1/returns/999/${act}`,
        body,
        expected: adminsOnly(404),
      },
    ]
  }),
  {
    route: 'POST /api/orders/:order_id/seller-orders/:number/returns',
    path: '/api/orders/{order}/seller-orders/1/returns',
    body: { ...OUTDATED, lines: [{ line_number: 1, quantity: 1 }], reason: 'damaged' },
    expected: buyersOnly(409, 404),
  },
  ...(['withdraw', 'sent'] as const).map((word): Row => {
    const ofReturn = '/api/orders/:order_id/seller-orders/:number/returns/:return_number' as const
    return {
      route: `POST ${ofReturn}/${word}`,
      path: `/api/orders/{order}/seller-orders/1/returns/999/${word}`,
      body: { ...OUTDATED, carrier: 'DHL' },
      expected: buyersOnly(404),
    }
  }),
]
