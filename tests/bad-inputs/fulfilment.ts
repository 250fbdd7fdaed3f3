import { bodies, requests } from './bad-input.ts'

const INVALID = [400, 'invalid_request'] as const
const lines = [{ line_number: 1, quantity: 1 }]
const send = {
  revision: 1,
  request_id: '9b0c9a5e-58f5-4b0e-8f3a-1a2b3c4d5e6f',
  carrier: 'DHL',
  lines,
}
const BACK = { line_number: 1, received: 1, resalable: 0 }
const cancel = { revision: 1, lines, reason: 'other' }
const ORDER = '/api/seller/orders/{order}'
const PART = '/api/orders/{order}/seller-orders/1'
const NO_SHIPMENT = [404, 'shipment_not_found'] as const
const FIRST = { body: { revision: 1 } }

export const fulfilmentInputs = [
  ...bodies('C1', 'owner', `POST ${ORDER}/confirm`, [
    ['nothing at all', undefined, ...INVALID],
    ['no revision', {}, ...INVALID],
    ['a revision as text', { revision: '1' }, ...INVALID],
    ['a revision of 0', { revision: 0 }, ...INVALID],
    ['a revision too large for the database', { revision: 2_147_483_648 }, ...INVALID],
    ['an outdated revision', { revision: 9 }, 409, 'seller_order_changed'],
  ]),
  ...bodies('C1', 'owner', `POST ${ORDER}/shipments`, [
    ['no request', { ...send, request_id: undefined }, ...INVALID],
    ['a request id that is not a UUID', { ...send, request_id: 'x' }, ...INVALID],
    ['no carrier', { ...send, carrier: ' ' }, ...INVALID],
    ['a carrier of 61 characters', { ...send, carrier: 'x'.repeat(61) }, ...INVALID],
    ['a carrier with a line break', { ...send, carrier: 'D\nHL' }, ...INVALID],
    ['a tracking number of 61 characters', { ...send, tracking_number: '1'.repeat(61) }, ...INVALID],
    ['a link that is not https', { ...send, tracking_url: 'http://parcels.example/1' }, ...INVALID],
    ['a link that is a script', { ...send, tracking_url: 'javascript:alert(1)' }, ...INVALID],
    ['a link with a user name', { ...send, tracking_url: 'https://dhl.com@parcels.example/' }, ...INVALID],
    ['a link of 501 characters', { ...send, tracking_url: `https://parcels.example/${'x'.repeat(477)}` }, ...INVALID],
    ['a link with a line break', { ...send, tracking_url: 'https://parcels.example/\n' }, ...INVALID],
    ['a day that does not exist', { ...send, expected_on: '2026-02-30' }, ...INVALID],
    ['a day before the calendar', { ...send, expected_on: '0000-01-01' }, ...INVALID],
    ['no lines', { ...send, lines: [] }, ...INVALID],
    ['a line twice', { ...send, lines: [...lines, ...lines] }, ...INVALID],
    ['no units', { ...send, lines: [{ line_number: 1, quantity: 0 }] }, ...INVALID],
    ['half a unit', { ...send, lines: [{ line_number: 1, quantity: 0.5 }] }, ...INVALID],
    ['more units than ordered', { ...send, lines: [{ line_number: 1, quantity: 999 }] }, 409, 'nothing_left'],
    ['an unknown line', { ...send, lines: [{ line_number: 2, quantity: 1 }] }, 404, 'line_not_found'],
  ]),
  ...bodies('C1', 'owner', `POST ${ORDER}/cancel`, [
    ['no reason', { ...cancel, reason: undefined }, ...INVALID],
    ['an unknown reason', { ...cancel, reason: 'bored' }, ...INVALID],
    ['the reason of a prototype', { ...cancel, reason: 'toString' }, ...INVALID],
    ['a note of 501 characters', { ...cancel, note: 'x'.repeat(501) }, ...INVALID],
    ['a note with a NUL', { ...cancel, note: 'a\u0000' }, ...INVALID],
    ['more units than ordered', { ...cancel, lines: [{ line_number: 1, quantity: 999 }] }, 409, 'nothing_left'],
  ]),
  ...bodies('C1', 'owner', `POST ${ORDER}/cancel-answer`, [
    ['no answer', { revision: 1 }, ...INVALID],
    ['declined without a reason', { revision: 1, accept: false, note: ' ' }, ...INVALID],
    ['an answer to nothing', { revision: 1, accept: true }, 409, 'wrong_state'],
  ]),
  ...bodies('C1', 'owner', `PATCH ${ORDER}/shipments/999`, [
    ['an unknown state', { revision: 1, state: 'eaten' }, ...INVALID],
    ['an unknown shipment', { revision: 1, state: 'lost' }, ...NO_SHIPMENT],
  ]),
  ...bodies('C1', 'owner', 'POST /api/seller/orders/confirm', [
    ['no orders', { orders: [] }, ...INVALID],
    ['101 orders', { orders: Array.from({ length: 101 }, () => ({ order_id: '{order}', revision: 1 })) }, ...INVALID],
  ]),
  ...bodies('C1', 'buyer', `POST ${PART}/cancel`, [
    ['no revision', { note: 'x' }, ...INVALID],
    ['a note as a list', { revision: 1, note: [] }, ...INVALID],
  ]),
  ...bodies('C1', 'buyer', `POST ${PART}/returns`, [
    ['no units', { revision: 1, lines: [{ line_number: 1, quantity: 0 }], reason: 'other' }, ...INVALID],
    ['an unknown reason', { revision: 1, lines, reason: 'bored' }, ...INVALID],
    ['a note of 501 characters', { revision: 1, lines, reason: 'other', note: 'x'.repeat(501) }, ...INVALID],
  ]),
  ...bodies('C1', 'owner', `POST ${ORDER}/returns/1/received`, [
    ['no line', { revision: 1, lines: [] }, ...INVALID],
    ['no units', { revision: 1, lines: [{ ...BACK, received: 0 }] }, ...INVALID],
    ['less than nothing', { revision: 1, lines: [{ ...BACK, received: -1 }] }, ...INVALID],
    ['more to sell again than came', { revision: 1, lines: [{ ...BACK, resalable: 2 }] }, ...INVALID],
    ['a line twice', { revision: 1, lines: [BACK, BACK] }, ...INVALID],
  ]),
  ...bodies('C1', 'buyer', `PATCH ${PART}/address`, [
    ['an empty address', { revision: 1 }, ...INVALID],
    ['a city of 201 characters', { revision: 1, city: 'x'.repeat(201) }, ...INVALID],
  ]),
  ...requests('C1', 'buyer', [
    ['no number', 'POST /api/orders/{order}/seller-orders/x/cancel', 404, 'order_not_found', FIRST],
    ['number 0', 'POST /api/orders/{order}/seller-orders/0/cancel', 404, 'order_not_found', FIRST],
    ['no number', 'POST /api/orders/{order}/shipments/-1/missing', ...NO_SHIPMENT, FIRST],
    [
      'a number too large for the database',
      'POST /api/orders/{order}/shipments/99999999999999999999/received',
      ...NO_SHIPMENT,
      FIRST,
    ],
  ]),
  ...requests('A7', 'rival', [["another buyer's order", `POST ${PART}/cancel`, 404, 'order_not_found', FIRST]]),
]

const message = { message_id: '9b0c9a5e-58f5-4b0e-8f3a-1a2b3c4d5e6f', text: 'Hello' }
const BUYERS = '/api/orders/{order}/seller-orders/1/messages'
const SELLERS = '/api/seller/orders/{order}/messages'

export const conversationInputs = [
  ...bodies('C1', 'buyer', `POST ${BUYERS}`, [
    ['nothing at all', undefined, ...INVALID],
    ['a list', [message], ...INVALID],
    ['no id', { text: 'Hello' }, ...INVALID],
    ['an id that is none', { ...message, message_id: "' or 1=1" }, ...INVALID],
    ['no text', { message_id: message.message_id }, ...INVALID],
    ['a text as a number', { ...message, text: 7 }, ...INVALID],
    ['a text of blanks', { ...message, text: ' \n\t ' }, ...INVALID],
    ['a text that cannot be seen', { ...message, text: '\u200b\u2060' }, ...INVALID],
    ['a text with a NUL', { ...message, text: 'a\u0000' }, ...INVALID],
    ['a text with a bell', { ...message, text: 'a\u0007' }, ...INVALID],
    ['half a character', { ...message, text: '\ud83d' }, ...INVALID],
    ['a text of 2,001 characters', { ...message, text: 'x'.repeat(2_001) }, ...INVALID],
  ]),
  ...bodies('C1', 'owner', `POST ${SELLERS}/read`, [
    ['no number', {}, ...INVALID],
    ['number 0', { up_to: 0 }, ...INVALID],
    ['number 201', { up_to: 201 }, ...INVALID],
    ['a number as text', { up_to: '1' }, ...INVALID],
  ]),
  ...requests('C1', 'buyer', [
    ['a negative number', `GET ${BUYERS}?after=-1`, ...INVALID],
    ['two numbers', `GET ${BUYERS}?after=1&after=2`, ...INVALID],
    ['an order that is none', 'GET /api/conversations?orders=ORD00001,x', ...INVALID],
    ['an unknown filter', 'GET /api/conversations?show=all', ...INVALID],
    ['page 0', 'GET /api/conversations?page=0', ...INVALID],
    ['no number', 'POST /api/orders/{order}/seller-orders/x/messages', 404, 'order_not_found', { body: message }],
    ['another number', 'POST /api/orders/{order}/seller-orders/2/messages', 404, 'order_not_found', { body: message }],
  ]),
  ...requests('A7', 'rival', [["another buyer's order", `POST ${BUYERS}`, 403, 'forbidden', { body: message }]]),
]
