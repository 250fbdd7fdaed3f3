import { checkout } from '../support/api.ts'
import { bodies, json, notUtf8, requests } from './bad-input.ts'

const INVALID = [400, 'invalid_request'] as const
const { shipping_address, payment_method } = checkout
const shipping = (change: object) => ({ payment_method, shipping_address: { ...shipping_address, ...change } })
const key = (value: string) => ({ body: checkout, headers: { 'idempotency-key': value } })
const ORDER = 'POST /api/orders'
const ID = '9b0c9a5e-58f5-4b0e-8f3a-1a2b3c4d5e6f'
const CHOICE = { seller: ID, method: ID }
const LINE = { product_id: 'PRD00001', quantity: 1 }
const NO_OPERATOR = 'must be an operator (eq, neq, gt, gte, lt, lte, like, ilike, in, is, cs) and a value'
const NO_STATE = 'order_state: Invalid option: expected one of "pending"|"confirmed"|"delivered"|"cancelled"|"returned"'

export const orderInputs = [
  ...bodies('D7', 'buyer', ORDER, [
    ['nothing at all', undefined, ...INVALID],
    ['no address', { payment_method }, ...INVALID],
    ['the address as text', { payment_method, shipping_address: 'here' }, ...INVALID],
    ['the address as a list', { payment_method, shipping_address: [] }, ...INVALID],
    ['no payment method', { shipping_address }, ...INVALID],
    ['an unknown payment method', { shipping_address, payment_method: 'cash' }, ...INVALID],
    ['a payment method as a list', { shipping_address, payment_method: ['paypal'] }, ...INVALID],
    ['the payment method of a prototype', { shipping_address, payment_method: 'toString' }, ...INVALID],
    ['a payment method in capitals', { shipping_address, payment_method: 'PayPal' }, ...INVALID],
    ['a list', [checkout], ...INVALID],
    ['a name as a number', shipping({ fullName: 5 }), ...INVALID],
    ['a name as null', shipping({ fullName: null }), ...INVALID],
    ['a name as an object', shipping({ fullName: { first: 'Kim' } }), ...INVALID],
    ['a street of 201 characters', shipping({ address: 'x'.repeat(201) }), ...INVALID],
    ['a city of a million characters', shipping({ city: 'x'.repeat(1_000_000) }), 413, 'too_large'],
  ]),
  ...bodies('D15', 'buyer', ORDER, [
    ['an expected total as text', { ...checkout, expected_total: '5.00' }, ...INVALID],
    ['an expected total that is null', { ...checkout, expected_total: null }, ...INVALID],
    ['an expected total of less than nothing', { ...checkout, expected_total: -5 }, ...INVALID],
    ['an expected total with half a cent', { ...checkout, expected_total: 5.005 }, ...INVALID],
    ['an expected total that is too much', { ...checkout, expected_total: 1e300 }, ...INVALID],
  ]),
  ...bodies('D7', 'buyer', ORDER, [
    ['a choice of delivery that is not a list', { ...checkout, delivery: {} }, ...INVALID],
    ['a choice of delivery without a seller', { ...checkout, delivery: [{ method: ID }] }, ...INVALID],
    ['a seller by name', { ...checkout, delivery: [{ seller: 'seller', method: ID }] }, ...INVALID],
    ['a method as a number', { ...checkout, delivery: [{ seller: ID, method: 1 }] }, ...INVALID],
    ['two methods of one seller', { ...checkout, delivery: [CHOICE, CHOICE] }, ...INVALID],
    ['101 choices', { ...checkout, delivery: Array(101).fill(CHOICE) }, ...INVALID],
  ]),
  ...bodies('D7', 'visitor', 'POST /api/delivery-quotes', [
    ['nothing', undefined, ...INVALID],
    ['no lines', { lines: [] }, ...INVALID],
    ['101 lines', { lines: Array(101).fill(LINE) }, ...INVALID],
    ['a NUL as the product', { lines: [{ ...LINE, product_id: '\u0000' }] }, ...INVALID],
    ['quantity 0', { lines: [{ ...LINE, quantity: 0 }] }, ...INVALID],
    ['the country as a list', { lines: [LINE], country: ['DE'] }, ...INVALID],
    ['a country of 201 characters', { lines: [LINE], country: 'x'.repeat(201) }, ...INVALID],
    ['a NUL in the postal code', { lines: [LINE], postal_code: '1\u0000' }, ...INVALID],
    ['two methods of one seller', { lines: [LINE], chosen: [CHOICE, CHOICE] }, ...INVALID],
  ]),
  ...bodies('D7', 'buyer', 'PUT /api/orders/{order}/shipping-address', [
    ['nothing', {}, ...INVALID],
    ['blanks', { fullName: ' ', city: '' }, ...INVALID],
    ['a city as a number', { city: 5 }, ...INVALID],
    ['a line break', { city: 'a\nb' }, ...INVALID],
    ['a city of 201 characters', { city: 'x'.repeat(201) }, ...INVALID],
  ]),
  ...bodies('C2', 'buyer', ORDER, [
    ['a NUL', shipping({ city: 'Spring\u0000field' }), ...INVALID],
    ['a line break', shipping({ address: '1 Long Road\n2 Short Road' }), ...INVALID],
    ['an escape sequence', shipping({ fullName: '\u001b[31mKim' }), ...INVALID],
    ['a C1 control character', shipping({ fullName: 'Kim\u0085' }), ...INVALID],
  ]),
  ...requests('C2', 'buyer', [
    ['bytes that are not UTF-8', ORDER, ...INVALID, notUtf8(checkout)],
    [
      'half a surrogate pair',
      ORDER,
      ...INVALID,
      json('{"shipping_address":{"city":"\\ud800"},"payment_method":"paypal"}'),
    ],
  ]),
  ...requests('D5', 'buyer', [
    ['an empty key', ORDER, ...INVALID, key('')],
    ['a key of 256 characters', ORDER, ...INVALID, key('k'.repeat(256))],
    ['a key with a space', ORDER, ...INVALID, key('a b')],
    ['a key that is not ASCII', ORDER, ...INVALID, key('schlüssel')],
    [
      'a key that was used for another order',
      ORDER,
      422,
      'idempotency_key_reused',
      { body: { ...checkout, payment_method: 'paypal' }, headers: { 'idempotency-key': 'first-order' } },
    ],
  ]),
  ...requests('A6', 'rival', [
    [
      "another buyer's order",
      'GET /rest/v1/orders?order_id=eq.{order}',
      403,
      "You don't have permission to view this order.",
    ],
  ]),
  ...requests('C1', 'buyer', [
    ['an unknown order', 'PUT /api/orders/ORD99999/shipping-address', 404, 'order_not_found', { body: { city: 'x' } }],
    ['no id', 'PUT /api/orders/%00/shipping-address', 404, 'order_not_found', { body: { city: 'x' } }],
    ['lower case', 'GET /api/orders/ord00001', 404, 'order_not_found'],
    ['an extra leading zero', 'GET /api/orders/ORD000001', 404, 'order_not_found'],
    ['no id', 'GET /api/orders/1', 404, 'order_not_found'],
    ['no id', "GET /api/orders/ORD00001'--", 404, 'order_not_found'],
    ['a trailing line break', 'GET /api/orders/ORD00001%0A', 404, 'order_not_found'],
    ['a number too large for the database', 'GET /api/orders/ORD99999999999999999999', 404, 'order_not_found'],
    ['an unknown order', 'GET /api/orders/ORD99999', 404, 'order_not_found'],
    ['an order cannot be deleted', 'DELETE /api/orders/{order}', 405, 'method_not_allowed'],
    ['an order cannot be edited', 'PUT /api/orders/{order}', 405, 'method_not_allowed', { body: { total_count: 0 } }],
  ]),
  ...requests('D13', 'buyer', [
    [
      'an order cannot be deleted',
      'DELETE /rest/v1/orders',
      405,
      'This method is not allowed here.',
      { body: { id: '{order}' } },
    ],
  ]),
  ...bodies('D13', 'admin', 'PATCH /api/admin/orders/{order}', [
    ['no state', {}, ...INVALID],
    ['an unknown state', { order_state: 'lost' }, ...INVALID],
    ['a state in upper case', { order_state: 'PENDING' }, ...INVALID],
    ['a state that is null', { order_state: null }, ...INVALID],
    ['an unknown state that was seen', { order_state: 'confirmed', from: 'lost' }, ...INVALID],
    ['a state as a list', { order_state: ['confirmed'] }, ...INVALID],
    ['a total without a state', { total_count: 0 }, ...INVALID],
    ['a state that the order is not in', { order_state: 'delivered', from: 'returned' }, 409, 'order_changed'],
  ]),
  ...requests('C1', 'visitor', [
    ['no operator', 'GET /rest/v1/products?product_id=PRD00001', 400, `product_id: ${NO_OPERATOR}`],
    ['SQL behind an id', 'GET /rest/v1/products?product_id=lt.1%27%20or%201=1', 400, 'product_id: must be an id'],
    ['a NUL', 'GET /rest/v1/products?product_id=eq.%00', 400, 'product_id: must be plain text on one line'],
    ['a limit with an exponent', 'GET /rest/v1/products?limit=1e3', 400, 'limit: must be a whole number up to 1000'],
    [
      'two limits',
      'GET /rest/v1/products?limit=1&limit=2',
      400,
      'limit: Invalid input: expected string, received array',
    ],
    ['the prototype as a column', 'GET /rest/v1/products?__proto__=x', 400, `__proto__: ${NO_OPERATOR}`],
    ['no key', 'GET /rest/v1/products', 401, 'No API key found in request', { headers: { apikey: '' } }],
    [
      'no token',
      'GET /rest/v1/orders',
      401,
      'User not authenticated',
      { headers: { authorization: 'Bearer not.a.token' } },
    ],
  ]),
  ...bodies('C1', 'buyer', 'POST /rest/v1/orders', [
    ['nothing', {}, 400, 'shipping_address: Invalid input: expected object, received undefined'],
    [
      'an unknown payment method',
      { ...checkout, payment_method: 'gold' },
      400,
      'payment_method: Invalid option: expected one of "credit_card"|"paypal"|"bank_transfer"',
    ],
    ['an empty list', [], 400, 'Invalid input: expected object, received null'],
  ]),
  ...bodies('C1', 'admin', 'PATCH /rest/v1/orders', [
    ['no id', { order_state: 'delivered' }, 400, 'id: must be given'],
    ['a short id', { id: 'ORD1', order_state: 'delivered' }, 400, 'id: must be an order id'],
    ['two ids', { id: 'ORD00001', order_id: 'ORD00002', order_state: 'delivered' }, 400, 'id: differs from order_id'],
    ['an unknown state', { id: 'ORD00001', order_state: 'lost' }, 400, NO_STATE],
    ['no state', { id: 'ORD00001' }, 400, NO_STATE],
    [
      'an id in a list',
      { id: ['ORD00001'], order_state: 'delivered' },
      400,
      'id: Invalid input: expected string, received array',
    ],
  ]),
  ...bodies('C1', 'admin', 'DELETE /rest/v1/products', [
    ['nothing', undefined, 400, 'Product ID is required'],
    ['no id', {}, 400, 'Product ID is required'],
    ['a short id', { id: 'PRD1' }, 400, 'id: must be a product id'],
    ['two ids', { id: 'PRD00001', product_id: 'PRD00002' }, 400, 'id: differs from product_id'],
  ]),
]
