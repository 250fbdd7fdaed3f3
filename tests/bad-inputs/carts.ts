import { bodies, json, requests } from './bad-input.ts'

const INVALID = [400, 'invalid_request'] as const
const merge_id = '9b0c9a5e-58f5-4b0e-8f3a-1a2b3c4d5e6f'

const UNKNOWN = [404, 'product_not_found'] as const
const ADD = 'POST /api/cart/items'
const MERGE = 'POST /api/cart/merge'

export const cartInputs = [
  ...bodies('C1', 'buyer', ADD, [
    ['nothing at all', undefined, ...INVALID],
    ['null', null, ...INVALID],
    ['a list', [], ...INVALID],
    ['a text', '"PRD00001"', 415, 'unsupported_media_type'],
    ['no product', { quantity: 1 }, ...INVALID],
    ['the product as a number', { product_id: 1 }, ...INVALID],
    ['the product as a list', { product_id: ['PRD00001'] }, ...INVALID],
    ['the product as null', { product_id: null }, ...INVALID],
    ['four digits', { product_id: 'PRD0001' }, ...INVALID],
    ['an extra leading zero', { product_id: 'PRD000001' }, ...INVALID],
    ['lower case', { product_id: 'prd00001' }, ...INVALID],
    ['a leading space', { product_id: ' PRD00001' }, ...INVALID],
    ['a trailing line break', { product_id: 'PRD00001\n' }, ...INVALID],
    ['a NUL behind the id', { product_id: 'PRD00001\u0000' }, ...INVALID],
    ['digits of another script', { product_id: 'PRD٠٠٠٠١' }, ...INVALID],
    ['an id with SQL behind it', { product_id: "PRD00001' or '1'='1" }, ...INVALID],
    ['a number too large for the database', { product_id: 'PRD9999999999999999999' }, ...INVALID],
    ['quantity as text', { product_id: 'PRD00001', quantity: '2' }, ...INVALID],
    ['quantity true', { product_id: 'PRD00001', quantity: true }, ...INVALID],
    ['quantity null', { product_id: 'PRD00001', quantity: null }, ...INVALID],
    ['quantity 0', { product_id: 'PRD00001', quantity: 0 }, ...INVALID],
    ['quantity −1', { product_id: 'PRD00001', quantity: -1 }, ...INVALID],
    ['half a unit', { product_id: 'PRD00001', quantity: 1.5 }, ...INVALID],
    ['1,000 units', { product_id: 'PRD00001', quantity: 1000 }, ...INVALID],
    ['2⁵³ units', { product_id: 'PRD00001', quantity: 2 ** 53 }, ...INVALID],
  ]),
  ...bodies('D10', 'buyer', ADD, [
    [
      '998 more of a product with two in the cart',
      { product_id: 'PRD00001', quantity: 998 },
      409,
      'quantity_too_large',
    ],
    ['a product that does not exist', { product_id: 'PRD99999' }, ...UNKNOWN],
    ['a deleted product', { product_id: 'PRD00003' }, ...UNKNOWN],
  ]),
  ...requests('C1', 'buyer', [
    ['a number out of range', ADD, ...INVALID, json('{"product_id":"PRD00001","quantity":1e999}')],
    ['NaN', ADD, ...INVALID, json('{"product_id":"PRD00001","quantity":NaN}')],
    ['truncated JSON', ADD, ...INVALID, json('{"product_id":"PRD00001"')],
    ['two values', ADD, ...INVALID, json('{"product_id":"PRD00001"}{}')],
    ['5,000 levels', ADD, ...INVALID, json('['.repeat(5000) + ']'.repeat(5000))],
    ['quantity as text', 'PUT /api/cart/items/PRD00001', ...INVALID, { body: { quantity: '3' } }],
    ['no quantity', 'PUT /api/cart/items/PRD00001', ...INVALID, { body: {} }],
    ['half a unit', 'PUT /api/cart/items/PRD00001', ...INVALID, { body: { quantity: 0.5 } }],
    ['1,000 units', 'PUT /api/cart/items/PRD00001', ...INVALID, { body: { quantity: 1000 } }],
    ['−2⁶³ units', 'PUT /api/cart/items/PRD00001', ...INVALID, { body: { quantity: -(2 ** 63) } }],
    ['no id', 'PUT /api/cart/items/x', ...INVALID, { body: { quantity: 1 } }],
    ['no id', 'DELETE /api/cart/items/__proto__', ...INVALID],
    ['no id', 'DELETE /api/cart/items/%00', ...INVALID],
    ['a malformed id', 'DELETE /api/cart?order_id=1', ...INVALID],
    ['two ids', 'DELETE /api/cart?order_id={order}&order_id={order}', ...INVALID],
    ['an unknown order', 'DELETE /api/cart?order_id=ORD99999', 403, 'forbidden'],
  ]),
  ...requests('D10', 'buyer', [
    ['a product that does not exist', 'PUT /api/cart/items/PRD99999', ...UNKNOWN, { body: { quantity: 1 } }],
    ['a deleted product', 'PUT /api/cart/items/PRD00003', ...UNKNOWN, { body: { quantity: 1 } }],
  ]),
  ...requests('C3', 'buyer', [
    [
      'the prototype in front of all',
      MERGE,
      ...INVALID,
      json(`{"__proto__":{"cart":{"PRD00001":1}},"merge_id":"${merge_id}","cart":{"PRD00001":1}}`),
    ],
  ]),
  ...bodies('C3', 'buyer', MERGE, [
    ['"toString" as a key', { merge_id, cart: { toString: 1 } }, ...INVALID],
    ['an empty key', { merge_id, cart: { '': 1 } }, ...INVALID],
    ['a key that is nearly an id', { merge_id, cart: { 'PRD00001 ': 1 } }, ...INVALID],
  ]),
  ...bodies('D11', 'buyer', MERGE, [
    ['a valid line and an invalid one', { merge_id, cart: { PRD00001: 1, PRD00002: 0 } }, ...INVALID],
    ['a quantity as text', { merge_id, cart: { PRD00001: '1' } }, ...INVALID],
    ['half a unit', { merge_id, cart: { PRD00001: 1.5 } }, ...INVALID],
    ['a quantity of 1000', { merge_id, cart: { PRD00001: 1000 } }, ...INVALID],
    ['a nested cart', { merge_id, cart: { PRD00001: { quantity: 1 } } }, ...INVALID],
    ['a list as cart', { merge_id, cart: ['PRD00001'] }, ...INVALID],
    ['no id', { cart: { PRD00001: 1 } }, ...INVALID],
    ['a malformed id', { merge_id: 'x', cart: { PRD00001: 1 } }, ...INVALID],
    [
      '101 lines',
      { merge_id, cart: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`PRD${10_000 + n}`, 1])) },
      ...INVALID,
    ],
  ]),
  ...requests('D12', 'buyer', [
    ['the order under another name', 'DELETE /api/cart?order_Id={order}', ...INVALID],
    ['the order as a list', 'DELETE /api/cart?order_id[]={order}', ...INVALID],
    ['the order twice', 'DELETE /api/cart?order_id={order}&order_id={order}', ...INVALID],
    ['an empty order', 'DELETE /api/cart?order_id=', ...INVALID],
  ]),
  ...requests('A6', 'visitor', [
    ['a malformed token', 'DELETE /api/cart', 401, 'not_authenticated', { headers: { authorization: 'Bearer x' } }],
  ]),
]
