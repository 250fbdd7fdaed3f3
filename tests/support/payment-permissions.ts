import { adminsOnly, buyersOnly, open, type Row } from './permission-rows.ts'

/** With ids that are unknown: who has no right must be refused before that is checked. */
const NONE = '9b0c9a5e-58f5-4b0e-8f3a-1a2b3c4d5e6f'
const REFUND = { refund_id: NONE, amount: 1, seller_id: NONE, reason: 'goodwill' }
/** The routes that there are where payments are taken. */
export const paymentRows: Row[] = [
  {
    route: 'POST /api/checkouts/:checkout_id/payment',
    path: '/api/checkouts/{checkout}/payment',
    body: {},
    expected: buyersOnly(409, 404),
  },
  { route: 'GET /api/admin/payments', expected: adminsOnly(200) },
  { route: 'GET /api/admin/payments/:payment_id', path: `/api/admin/payments/${NONE}`, expected: adminsOnly(404) },
  {
    route: 'POST /api/admin/payments/:payment_id/look',
    path: `/api/admin/payments/${NONE}/look`,
    expected: adminsOnly(404),
  },
  {
    route: 'POST /api/admin/payments/:payment_id/refunds',
    path: `/api/admin/payments/${NONE}/refunds`,
    body: REFUND,
    expected: adminsOnly(404),
  },
  {
    route: 'POST /api/admin/payments/:payment_id/received',
    path: `/api/admin/payments/${NONE}/received`,
    body: { amount: 1, at: '2026-01-01' },
    expected: adminsOnly(404),
  },
  {
    route: 'POST /api/admin/refunds/:refund_id/done',
    path: `/api/admin/refunds/${NONE}/done`,
    expected: adminsOnly(404),
  },
  {
    route: 'POST /api/admin/refunds/:refund_id/seller',
    path: `/api/admin/refunds/${NONE}/seller`,
    body: { seller_id: NONE },
    expected: adminsOnly(404),
  },
  {
    route: 'POST /api/admin/payments/:payment_id/surplus-returned',
    path: `/api/admin/payments/${NONE}/surplus-returned`,
    expected: adminsOnly(404),
  },
  {
    route: 'POST /api/admin/disputes/:dispute_number/answer',
    path: '/api/admin/disputes/999/answer',
    body: { accept: true },
    expected: adminsOnly(404),
  },
  {
    route: 'POST /api/admin/payment-events/:event_id/again',
    path: '/api/admin/payment-events/evt_none/again',
    expected: adminsOnly(404),
  },
  { route: 'GET /api/admin/sandbox', expected: adminsOnly(200) },
  {
    route: 'POST /api/admin/sandbox/plays',
    path: '/api/admin/sandbox/plays',
    body: { play: 'dispute', intent_id: 'pi_none' },
    expected: adminsOnly(409),
  },
  { route: 'GET /api/sandbox/steps/:step_id', path: `/api/sandbox/steps/${NONE}`, expected: open(404) },
  {
    route: 'POST /api/sandbox/steps/:step_id',
    path: `/api/sandbox/steps/${NONE}`,
    body: { answer: 'approve' },
    expected: open(404),
  },
]
