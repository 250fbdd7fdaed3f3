import { bodies, requests } from './bad-input.ts'

const INVALID = [400, 'invalid_request'] as const
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
    ['no number', 'POST /api/orders/{order}/seller-orders/x/messages', 404, 'order_not_found', { body: message }],
    ['another number', 'POST /api/orders/{order}/seller-orders/2/messages', 404, 'order_not_found', { body: message }],
  ]),
  ...requests('A7', 'rival', [["another buyer's order", `POST ${BUYERS}`, 403, 'forbidden', { body: message }]]),
]
