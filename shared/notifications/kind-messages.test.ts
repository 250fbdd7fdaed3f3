import { expect, test } from 'vitest'
import type { NotificationKind } from './constants.ts'
import { notificationText } from './kind-messages.ts'
import type { NotificationFacts } from './schema.ts'

const order = { order_id: 'ORD00001', seller_order_id: 'ORD00001-1', seller: 'Tea House' }

test.each<[NotificationKind, NotificationFacts, string, string | null]>([
  ['new_order', { ship_by: '2026-11-24' }, 'New order ORD00001-1: ship by Tue, Nov 24', null],
  ['new_order', {}, 'New order ORD00001-1', null],
  ['new_order', { ship_by: '2026-11-24', delivery: 'pickup' }, 'New order ORD00001-1: ready by Tue, Nov 24', null],
  ['please_pay', { pay_by: '2026-12-01' }, 'Please pay for order ORD00001 by Tue, Dec 1', null],
  ['money_back', { amount: 1234.5 }, 'Refund of $1,234.50 for order ORD00001', null],
  ['order_message', { by: 'buyer', note: 'Hi' }, 'New message from the buyer about ORD00001-1', 'Hi'],
  ['order_message', { by: 'admin' }, 'New message from the marketplace about ORD00001-1', null],
  ['order_message', { by: 'seller', from: 'Tea House' }, 'New message from Tea House about ORD00001-1', null],
  [
    'seller_order_cancelled',
    { units: 1, cancel_reason: 'buyer_asked' },
    'ORD00001-1: 1 item cancelled',
    'The buyer asked for it',
  ],
  [
    'seller_order_cancelled',
    { units: 2, cancel_reason: 'lost', note: 'Sorry' },
    'ORD00001-1: 2 items cancelled',
    'Sorry',
  ],
  ['seller_order_cancelled', { units: 2, cancel_reason: 'toString' }, 'ORD00001-1: 2 items cancelled', null],
  [
    'return_requested',
    { units: 1, return_reason: 'damaged', note: 'A crack' },
    'ORD00001-1: the buyer wants to return 1 item',
    'It arrived damaged',
  ],
  ['package_sent', { tracking: 'DHL 1' }, 'On its way: your package from Tea House (ORD00001)', 'DHL 1'],
  [
    'suspend_user',
    { reason: 'Fakes', to: 'suspended' },
    'An admin suspended your account. Your products were hidden from the shop.',
    'Fakes',
  ],
])('the notification %s with the facts %j has these texts', (kind, facts, title, detail) =>
  expect(notificationText({ kind, facts: { ...order, ...facts } })).toEqual({ title, detail }),
)
