import { adminsOnly, buyersOnly, open, type Row, sellersOnly, signedIn } from './permission-rows.ts'

/** With the id of a review that is not there: who has no right must be refused before that is checked. */
const NONE = 'REV99999'
export const reviewRows: Row[] = [
  { route: 'GET /api/products/:product_id/reviews', path: '/api/products/PRD00001/reviews', expected: open() },
  { route: 'GET /api/own-reviews', path: '/api/own-reviews?ids=PRD00001', expected: buyersOnly(200) },
  // It was not delivered.
  {
    route: 'PUT /api/products/:product_id/review',
    path: '/api/products/PRD00001/review',
    body: { rating: 5 },
    expected: buyersOnly(403),
  },
  {
    route: 'DELETE /api/products/:product_id/review',
    path: '/api/products/PRD00001/review',
    expected: buyersOnly(404),
  },
  {
    route: 'PUT /api/seller/reviews/:review_id/answer',
    path: `/api/seller/reviews/${NONE}/answer`,
    body: { text: 'Thank you.' },
    expected: sellersOnly(404),
  },
  {
    route: 'DELETE /api/seller/reviews/:review_id/answer',
    path: `/api/seller/reviews/${NONE}/answer`,
    expected: sellersOnly(404),
  },
  { route: 'POST /api/reviews/:review_id/report', path: `/api/reviews/${NONE}/report`, expected: signedIn(404) },
  { route: 'GET /api/admin/reviews', expected: adminsOnly(200) },
  { route: 'GET /api/admin/reviews/:review_id', path: `/api/admin/reviews/${NONE}`, expected: adminsOnly(404) },
  {
    route: 'POST /api/admin/reviews/:review_id/hide',
    path: `/api/admin/reviews/${NONE}/hide`,
    expected: adminsOnly(404),
  },
  {
    route: 'POST /api/admin/reviews/:review_id/show',
    path: `/api/admin/reviews/${NONE}/show`,
    expected: adminsOnly(404),
  },
]
