import { auditMessages } from '../audit/messages.ts'
import { starsText } from '../catalog/messages.ts'
import { messagesFrom } from '../conversations/messages.ts'
import { LATE_DAYS } from '../fulfilment/constants.ts'
import { returnChanged } from '../fulfilment/return-messages.ts'
import { isolated } from '../kernel/locale.ts'
import { orderStateName } from '../orders/rules.ts'
import type { NotificationKind } from './constants.ts'
import { itemsText, orderHeld } from './messages.ts'
import type { Notification, NotificationFacts } from './schema.ts'

interface NotificationText {
  title: string
  /** A reason, a note or a tracking number. */
  detail: string | null
}

function word(facts: NotificationFacts, name: string): string {
  return String(facts[name] ?? '')
}

function name(facts: NotificationFacts, fact: string): string {
  return isolated(word(facts, fact))
}

/** The first line of each kind. */
const TITLES: Record<NotificationKind, (facts: NotificationFacts) => string> = {
  part_cancelled: (facts) =>
    `Part of your order ${word(facts, 'order_id')} was cancelled: ${itemsText(Number(facts.units ?? 0))} from ${name(facts, 'seller')}`,
  package_sent: (facts) => `On its way: your package from ${name(facts, 'seller')} (${word(facts, 'order_id')})`,
  package_delivered: (facts) => `Delivered: your package from ${name(facts, 'seller')} (${word(facts, 'order_id')})`,
  package_lost: (facts) =>
    facts.change === 'resent'
      ? `${name(facts, 'seller')} sends your lost package again (${word(facts, 'order_id')})`
      : `Lost: your package from ${name(facts, 'seller')} (${word(facts, 'order_id')})`,
  order_changed: (facts) =>
    facts.state
      ? `Your order ${word(facts, 'order_id')} was set to ${orderStateName(word(facts, 'state'))}`
      : `${name(facts, 'seller')} cannot cancel your order ${word(facts, 'order_id')}`,
  seller_suspended: (facts) =>
    `${name(facts, 'seller')} can no longer sell here: you can cancel what was not sent (${word(facts, 'order_id')})`,
  payment_received: (facts) => `Your payment for order ${word(facts, 'order_id')} was received`,
  please_pay: (facts) => `Please pay for order ${word(facts, 'order_id')} by ${word(facts, 'pay_by')}`,
  money_back: (facts) => `Refund of ${word(facts, 'amount')} for order ${word(facts, 'order_id')}`,
  money_not_back: (facts) => `Your refund of ${word(facts, 'amount')} for order ${word(facts, 'order_id')} failed`,
  return_answered: (facts) =>
    facts.change === 'return_expired'
      ? `Your return to ${name(facts, 'seller')} ended: it was not sent in time (${word(facts, 'order_id')})`
      : `${name(facts, 'seller')} ${facts.change === 'return_accepted' ? 'accepted' : 'declined'} your return (${word(facts, 'order_id')})`,
  return_received: (facts) =>
    `${name(facts, 'seller')} received ${itemsText(Number(facts.units ?? 0))} of your return (${word(facts, 'order_id')})`,
  back_in_stock: (facts) => `${name(facts, 'product')} is back in stock`,
  order_message: (facts) =>
    messagesFrom(Number(facts.messages ?? 1), name(facts, 'from'), word(facts, 'seller_order_id')),
  review_answered: (facts) => `${name(facts, 'seller')} has answered your review of ${name(facts, 'product')}`,
  new_review: (facts) => `New review of ${name(facts, 'product')}: ${starsText(Number(facts.stars ?? 0))}`,
  new_order: (facts) =>
    `New order ${word(facts, 'seller_order_id')}${facts.ship_by ? `: ship by ${word(facts, 'ship_by')}` : ''}`,
  cancel_requested: (facts) => `${word(facts, 'seller_order_id')}: the buyer asks to cancel`,
  address_changed: (facts) => `${word(facts, 'seller_order_id')}: the shipping address was changed`,
  package_missing: (facts) => `${word(facts, 'seller_order_id')}: the buyer has not received a package`,
  lost_to_decide: (facts) => `${word(facts, 'seller_order_id')}: a package is lost, please resend or refund it`,
  return_requested: (facts) =>
    `${word(facts, 'seller_order_id')}: the buyer wants to return ${itemsText(Number(facts.units ?? 0))}`,
  return_changed: (facts) => returnChanged(word(facts, 'seller_order_id'), word(facts, 'change')),
  order_held: (facts) => orderHeld(word(facts, 'seller_order_id'), word(facts, 'change')),
  ship_by_tomorrow: (facts) => `${word(facts, 'seller_order_id')}: ship by tomorrow`,
  seller_order_cancelled: (facts) =>
    `${word(facts, 'seller_order_id')}: ${itemsText(Number(facts.units ?? 0))} cancelled`,
  delete_product: (facts) => auditMessages.productRemoved({ name: word(facts, 'subject') }),
  order_state: (facts) => auditMessages.orderSetTo({ orderId: word(facts, 'subject'), state: orderStateName(word(facts, 'to')) }),
  suspend_user: () => auditMessages.accountSuspended,
  reinstate_user: () => auditMessages.accountReinstated,
  order_late: (facts) =>
    `Order ${word(facts, 'order_id')} needs you: ${word(facts, 'seller_order_id')} is ${LATE_DAYS} days late`,
  order_missing: (facts) =>
    `Order ${word(facts, 'order_id')} needs you: a package of ${word(facts, 'seller_order_id')} has not arrived`,
  refund_failed: (facts) => `Order ${word(facts, 'order_id')} needs you: a refund of ${word(facts, 'amount')} failed`,
  payment_not_captured: (facts) =>
    `Order ${word(facts, 'order_id')} needs you: ${word(facts, 'amount')} can no longer be taken`,
  payment_disputed: (facts) =>
    `Order ${word(facts, 'order_id')} needs you: ${word(facts, 'amount')} of its payment was disputed`,
  not_answered: (facts) =>
    `Order ${word(facts, 'order_id')} needs you: ${word(facts, 'seller_order_id')} was cancelled, the seller did not answer`,
}

export function notificationText({ kind, facts }: Pick<Notification, 'kind' | 'facts'>): NotificationText {
  const detail = facts.reason ?? facts.note ?? facts.tracking ?? null
  return { title: TITLES[kind](facts), detail: detail === null ? null : String(detail) }
}
