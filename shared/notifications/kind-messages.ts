import { auditMessages } from '../audit/messages.ts'
import { conversationMailMessages } from '../conversations/messages.ts'
import { cancelReasonText } from '../fulfilment/cancel-messages.ts'
import { LATE_DAYS } from '../fulfilment/constants.ts'
import { returnChanged, returnReasonText } from '../fulfilment/return-messages.ts'
import { formatCalendarDay } from '../kernel/calendar.ts'
import { defineMessages } from '../kernel/define-messages.ts'
import { formatAmount } from '../kernel/money.ts'
import { orderStateName } from '../orders/rules.ts'
import type { NotificationKind } from './constants.ts'
import { notificationMessages } from './messages.ts'
import type { Notification, NotificationFacts } from './schema.ts'

interface NotificationText {
  title: string
  /** A reason, a note or a tracking number. */
  detail: string | null
}

/** The value of a missing state or day. */
const NONE = 'none'

/** Returns the arguments for the texts of a notification. */
export function shownFacts(facts: NotificationFacts) {
  const word = (name: string) => String(facts[name] ?? '')
  const day = (name: string) => (facts[name] ? formatCalendarDay(word(name)) : '')
  const count = (name: string, otherwise: number) => Number(facts[name] ?? otherwise)
  return {
    orderId: word('order_id'),
    sellerOrderId: word('seller_order_id'),
    seller: word('seller'),
    product: word('product'),
    from: writerOf(facts),
    amount: facts.amount ? formatAmount(Number(facts.amount)) : '',
    payBy: day('pay_by'),
    shipBy: day('ship_by') || NONE,
    state: facts.state ? orderStateName(word('state')) : NONE,
    change: word('change'),
    /** A DeliveryKind; empty where everything is sent for free. */
    delivery: word('delivery'),
    units: count('units', 0),
    stars: count('stars', 0),
    messages: count('messages', 1),
    /** The subject of an admin's action. */
    subject: word('subject'),
    newState: orderStateName(word('to')),
    to: word('to'),
    name: word('name') || word('subject'),
    /** The last day of a correction, which is the subject of the decision. */
    fixBy: facts.to === 'fix_by' ? day('subject') : '',
  }
}

/** Returns the name of a message's sender, empty for the buyer and the marketplace. */
function writerOf({ from, by }: NotificationFacts): string {
  if (by === 'buyer') return conversationMailMessages.buyer
  return by === 'admin' ? conversationMailMessages.marketplace : String(from ?? '')
}

const titles = defineMessages(
  'notificationTitle',
  {
    part_cancelled:
      'Part of your order {orderId} was cancelled: {units, plural, one {1 item} other {# items}} from {seller}',
    package_sent:
      '{delivery, select, pickup {Ready to collect: your order from {seller} ({orderId})} other {On its way: your package from {seller} ({orderId})}}',
    package_delivered:
      '{delivery, select, pickup {Collected: your order from {seller} ({orderId})} none {Delivered: your order from {seller} ({orderId})} other {Delivered: your package from {seller} ({orderId})}}',
    package_lost:
      '{change, select, resent {{seller} sends your lost package again ({orderId})} other {Lost: your package from {seller} ({orderId})}}',
    order_changed:
      '{state, select, none {{seller} cannot cancel your order {orderId}} other {Your order {orderId} was set to {state}}}',
    seller_suspended: '{seller} can no longer sell here: you can cancel what was not sent ({orderId})',
    payment_received: 'Your payment for order {orderId} was received',
    please_pay: 'Please pay for order {orderId} by {payBy}',
    money_back: 'Refund of {amount} for order {orderId}',
    money_not_back: 'Your refund of {amount} for order {orderId} failed',
    return_answered:
      '{change, select, return_expired {Your return to {seller} ended: it was not sent in time ({orderId})} return_accepted {{seller} accepted your return ({orderId})} other {{seller} declined your return ({orderId})}}',
    return_received: '{seller} received {units, plural, one {1 item} other {# items}} of your return ({orderId})',
    back_in_stock: '{product} is back in stock',
    review_answered: '{seller} has answered your review of {product}',
    new_review: 'New review of {product}: {stars, plural, one {1 star} other {# stars}}',
    new_order:
      'New order {sellerOrderId}{shipBy, select, none {} other {: {delivery, select, pickup {ready by {shipBy}} none {due by {shipBy}} other {ship by {shipBy}}}}}',
    cancel_requested: '{sellerOrderId}: the buyer asks to cancel',
    address_changed: '{sellerOrderId}: the shipping address was changed',
    package_missing: '{sellerOrderId}: the buyer has not received a package',
    lost_to_decide: '{sellerOrderId}: a package is lost, please resend or refund it',
    return_requested: '{sellerOrderId}: the buyer wants to return {units, plural, one {1 item} other {# items}}',
    ship_by_tomorrow: '{sellerOrderId}: due tomorrow',
    seller_order_cancelled: '{sellerOrderId}: {units, plural, one {1 item} other {# items}} cancelled',
    order_late: 'Order {orderId} needs you: {sellerOrderId} is {lateDays} days late',
    order_missing: 'Order {orderId} needs you: a package of {sellerOrderId} has not arrived',
    refund_failed: 'Order {orderId} needs you: a refund of {amount} failed',
    payment_not_captured: 'Order {orderId} needs you: {amount} can no longer be charged',
    payment_disputed: 'Order {orderId} needs you: {amount} of its payment was disputed',
    not_answered: 'Order {orderId} needs you: {sellerOrderId} was cancelled because the seller did not answer',
    seller_asks: '{name} asks for approval to sell',
    hidden_product_answered: '{name} answered about the hidden product "{product}"',
  },
  { lateDays: LATE_DAYS },
)

/** The first line of each kind. */
const TITLES: Record<NotificationKind, (shown: ReturnType<typeof shownFacts>) => string> = {
  ...titles,
  order_message: ({ messages, from, sellerOrderId }) =>
    conversationMailMessages.newMessages({ count: messages, from, sellerOrderId }),
  return_changed: ({ sellerOrderId, change }) => returnChanged(sellerOrderId, change),
  order_held: notificationMessages.orderHeld,
  delete_product: ({ subject }) => auditMessages.productRemoved({ name: subject }),
  order_state: ({ subject, newState }) => auditMessages.orderSetTo({ orderId: subject, state: newState }),
  seller_approval: auditMessages.sellerDecided,
  correction_overdue: () => auditMessages.correctionOverdue,
  hide_product: auditMessages.productHidden,
  show_product: auditMessages.productShown,
  suspend_user: () => auditMessages.accountSuspended,
  reinstate_user: () => auditMessages.accountReinstated,
}

export function notificationText({ kind, facts }: Pick<Notification, 'kind' | 'facts'>): NotificationText {
  return { title: TITLES[kind](shownFacts(facts)), detail: detailOf(facts) }
}

function detailOf(facts: NotificationFacts): string | null {
  const word = (name: string) => String(facts[name] ?? '')
  return (
    word('reason') ||
    returnReasonText(word('return_reason')) ||
    word('note') ||
    cancelReasonText(word('cancel_reason')) ||
    word('tracking') ||
    null
  )
}
