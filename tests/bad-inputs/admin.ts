import { bodies, requests } from './bad-input.ts'

const INVALID = [400, 'invalid_request'] as const
const UNKNOWN_USER = '9b0c9a5e-58f5-4b0e-8f3a-1a2b3c4d5e6f'
const FORBIDDEN = [403, 'forbidden'] as const
const NO_PRODUCT = [404, 'product_not_found'] as const
const NO_ORDER = [404, 'order_not_found'] as const

export const adminInputs = [
  ...bodies('C1', 'admin', 'PATCH /api/admin/products', [
    ['no products', { flash_sale: true }, ...INVALID],
    ['an empty list', { product_ids: [], flash_sale: true }, ...INVALID],
    ['101 products', { product_ids: new Array(101).fill('PRD00001'), flash_sale: true }, ...INVALID],
    ['one invalid among valid ones', { product_ids: ['PRD00001', 'x'], flash_sale: true }, ...INVALID],
    ['a text instead of a list', { product_ids: 'PRD00001', flash_sale: true }, ...INVALID],
    ['flash sale as text', { product_ids: ['PRD00001'], flash_sale: 'true' }, ...INVALID],
    ['flash sale as a number', { product_ids: ['PRD00001'], flash_sale: 1 }, ...INVALID],
    ['no flash sale', { product_ids: ['PRD00001'] }, ...INVALID],
  ]),
  ...bodies('A6', 'admin', 'PATCH /api/admin/products/PRD00001', [
    ['a price', { product_price: 1 }, ...INVALID],
    ['a seller', { seller_id: '{admin}' }, ...INVALID],
    ['nothing', {}, ...INVALID],
  ]),
  ...requests('C1', 'admin', [
    ['no products', 'POST /api/admin/products/delete', ...INVALID, { body: {} }],
    ['an empty list', 'POST /api/admin/products/delete', ...INVALID, { body: { product_ids: [] } }],
    ['a pattern', 'POST /api/admin/products/delete', ...INVALID, { body: { product_ids: ['PRD%'] } }],
    ['null', 'POST /api/admin/products/restore', ...INVALID, { body: { product_ids: null } }],
    ['an unknown product', 'PATCH /api/admin/products/PRD99999', ...NO_PRODUCT, { body: { flash_sale: true } }],
    ['an unknown product', 'DELETE /api/admin/products/PRD99999', ...NO_PRODUCT],
    ['no id', 'DELETE /api/admin/products/*', ...INVALID],
    ['page 0', 'GET /api/admin/products?page=0', ...INVALID],
    ['a page beyond the last', 'GET /api/admin/orders?page=1000001', ...INVALID],
    ['an order’s number that is too long', `GET /api/admin/orders?q=${'1'.repeat(101)}`, ...INVALID],
    ['an unknown state', 'GET /api/admin/orders?state=lost', ...INVALID],
    ['an unknown order of a list', 'GET /api/admin/orders?sort=color', ...INVALID],
    ['an unknown problem', 'GET /api/admin/orders?problem=x', ...INVALID],
    ['an unknown direction', 'GET /api/admin/orders?direction=up', ...INVALID],
    ['a day that does not exist', 'GET /api/admin/orders?from=2026-02-30', ...INVALID],
    ['no day', 'GET /api/admin/orders?to=x', ...INVALID],
    ['a negative amount', 'GET /api/admin/orders?min=-1', ...INVALID],
    ['an amount with an exponent', 'GET /api/admin/orders?max=1e3', ...INVALID],
    ['a tenth of a cent', 'GET /api/admin/orders?min=1.001', ...INVALID],
    ['no order to follow', 'POST /api/admin/orders/ORD1/follow-seller-orders', 404, 'order_not_found'],
    ['an unknown order to follow', 'POST /api/admin/orders/ORD99999/follow-seller-orders', 404, 'order_not_found'],
    ['101 characters', `GET /api/admin/users?q=${'x'.repeat(101)}`, ...INVALID],
    ['a NUL', 'GET /api/admin/users?q=%00', ...INVALID],
    ['a line break', 'GET /api/admin/orders.csv?q=a%0d%0ab', ...INVALID],
    ['no order', 'GET /api/admin/orders/x', ...NO_ORDER],
    ['an unknown order', 'GET /api/admin/orders/ORD99999', ...NO_ORDER],
    ['an unknown order', 'PATCH /api/admin/orders/ORD99999', ...NO_ORDER, { body: { order_state: 'confirmed' } }],
    ['a malformed id', 'GET /api/admin/users/1/open-orders', ...INVALID],
    ['a malformed id', 'POST /api/admin/users/1/suspend', ...INVALID],
    ['an unknown user', `POST /api/admin/users/${UNKNOWN_USER}/suspend`, 404, 'user_not_found'],
    ['an unknown user', `POST /api/admin/users/${UNKNOWN_USER}/reinstate`, 404, 'user_not_found'],
    ['the own account', 'POST /api/admin/users/{admin}/suspend', 409, 'own_account'],
    ['the own account in capitals', 'POST /api/admin/users/{ADMIN}/suspend', 409, 'own_account'],
  ]),
  ...bodies('C1', 'admin', 'PUT /api/admin/pages/terms', [
    ['a blank title', { title: ' ', body: '', revision: 1 }, ...INVALID],
    ['a title of 101 letters', { title: 'x'.repeat(101), body: '', revision: 1 }, ...INVALID],
    ['a title with a mark for right to left', { title: 'Terms\u202e', body: '', revision: 1 }, ...INVALID],
    ['a text of 201 kB', { title: 'Terms', body: 'x'.repeat(201_000), revision: 1 }, ...INVALID],
    ['too many tags', { title: 'Terms', body: '<p>'.repeat(12_001), revision: 1 }, 400, 'page_too_long'],
    ['no revision', { title: 'Terms', body: '' }, ...INVALID],
    ['an outdated revision', { title: 'Terms', body: '', revision: 7 }, 409, 'newer_revision'],
  ]),
  ...bodies('C1', 'admin', 'POST /api/admin/pages', [
    ['the address of another page', { slug: 'cart', title: 'Cart' }, ...INVALID],
    ['an address with a slash', { slug: 'a/b', title: 'Shipping' }, ...INVALID],
    ['an address of one letter', { slug: 'x', title: 'Shipping' }, ...INVALID],
  ]),
  ...requests('C1', 'admin', [
    ['a page twice', 'PUT /api/admin/page-order', 409, 'newer_revision', { body: { slugs: ['terms', 'terms'] } }],
    ['an unknown page', 'DELETE /api/admin/pages/none', 404, 'page_not_found'],
    [
      'an unknown page',
      'POST /api/admin/pages/none/preview',
      404,
      'page_not_found',
      { body: { title: 'A', body: '<p>B</p>' } },
    ],
    ['nothing to publish', 'POST /api/admin/pages/terms/publish', 409, 'page_empty', { body: { revision: 1 } }],
  ]),
  ...requests('A1', 'buyer', [
    [
      'a role in the headers',
      'POST /api/admin/users/{owner}/suspend',
      ...FORBIDDEN,
      { headers: { 'x-role': 'admin', 'x-user-id': '{admin}', cookie: 'role=admin' } },
    ],
    ['a role in the query', 'DELETE /api/admin/products/PRD00001?role=admin', ...FORBIDDEN],
  ]),
]
