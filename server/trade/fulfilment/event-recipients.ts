import type { Role } from '../../../shared/accounts/constants.ts'
import type { NoteMark } from '../../../shared/fulfilment/constants.ts'
import { isUnanswered } from '../../../shared/fulfilment/rules.ts'
import type { MailKind, NotificationKind } from '../../../shared/notifications/constants.ts'
import { type AnnouncedEvent, textFact } from './announced-order.ts'

export interface Announcement {
  to: Role
  kind: NotificationKind
  mail?: MailKind
}

const toBuyer = (kind: NotificationKind & MailKind): Announcement => ({ to: 'buyer', kind, mail: kind })
const toSeller = (kind: NotificationKind & MailKind): Announcement => ({ to: 'seller', kind, mail: kind })
const toAdmin = (kind: NotificationKind & MailKind): Announcement => ({ to: 'admin', kind, mail: kind })

/** Returns the recipients of an event, each with a kind of notification and mail. */
export function recipientsOf(
  event: Pick<AnnouncedEvent, 'kind' | 'by_role' | 'facts'> & { is_paid_later: boolean },
): Announcement[] {
  switch (event.kind) {
    case 'placed':
      // Sellers are notified of an order once it is paid.
      return event.is_paid_later ? [] : [toSeller('new_order')]
    case 'paid':
      return [toBuyer('payment_received')]
    case 'refunded':
      return [toBuyer('money_back')]
    case 'sent':
      // Goods that need no delivery count as delivered at once, which has its own message.
      return event.facts.delivery === 'none' ? [] : [toBuyer('package_sent')]
    case 'delivered':
      return event.by_role === 'buyer' ? [] : [toBuyer('package_delivered')]
    case 'cancelled':
      return announcementsOfCancelling(event)
    case 'cancel_requested':
      return [toSeller('cancel_requested')]
    case 'cancel_declined':
      return [toBuyer('order_changed')]
    case 'return_requested':
      return [toSeller('return_requested')]
    case 'return_withdrawn':
      return [toSeller('return_changed')]
    case 'return_sent':
      // Corrections are not mailed: a buyer may make any number of them.
      return [event.facts.corrected === true ? { to: 'seller', kind: 'return_changed' } : toSeller('return_changed')]
    case 'return_accepted':
    case 'return_declined':
      return [toBuyer('return_answered'), ...toSellerOf(event.by_role)]
    case 'return_expired':
      return [toBuyer('return_answered'), toSeller('return_changed')]
    case 'returned':
      return [toBuyer('return_received'), ...toSellerOf(event.by_role)]
    case 'state_set':
      return isStop(event) ? [toBuyer('order_changed')] : []
    case 'address_changed':
      return [toSeller('address_changed')]
    case 'missing':
      return [toSeller('package_missing'), toAdmin('order_missing')]
    case 'note':
      // A newer version, running at the same time, may write other marks.
      return RECIPIENTS_OF_NOTES[textFact(event, 'mark') as NoteMark] ?? []
    case 'lost':
      return [toBuyer('package_lost'), ...(event.by_role === 'admin' ? [toSeller('lost_to_decide')] : [])]
    case 'resent':
      return [toBuyer('package_lost')]
    case 'confirmed':
    case 'voided':
      return []
    default:
      // A newer version, running at the same time, may write other kinds.
      event.kind satisfies never
      return []
  }
}

function toSellerOf(by: AnnouncedEvent['by_role']): Announcement[] {
  return by === 'admin' ? [toSeller('return_changed')] : []
}

function announcementsOfCancelling(event: Pick<AnnouncedEvent, 'by_role' | 'facts'>): Announcement[] {
  const buyer = toBuyer('part_cancelled')
  const seller: Announcement = { to: 'seller', kind: 'seller_order_cancelled' }
  if (event.by_role === 'seller') return [buyer]
  // The system also cancels for other reasons, which do not need an admin.
  return isUnanswered(event) ? [buyer, seller, toAdmin('not_answered')] : [buyer, seller]
}

/** Notes that are announced. Only the start of a dispute is; the payment's page shows how it goes on. */
const RECIPIENTS_OF_NOTES: Readonly<Record<NoteMark, Announcement[]>> = {
  ship_by_tomorrow: [toSeller('ship_by_tomorrow')],
  late: [toAdmin('order_late')],
  paid: [toSeller('new_order')],
  please_pay: [toBuyer('please_pay')],
  seller_suspended: [toBuyer('seller_suspended')],
  refund_failed: [toBuyer('money_not_back'), toAdmin('refund_failed')],
  do_not_send: [toSeller('order_held')],
  wait_to_send: [toSeller('order_held')],
  send_again: [toSeller('order_held')],
  not_captured: [toAdmin('payment_not_captured')],
  disputed: [toAdmin('payment_disputed')],
  dispute_warning: [],
  dispute_needs_response: [],
  dispute_under_review: [],
  dispute_won: [],
  dispute_lost: [],
}

function isStop(event: Pick<AnnouncedEvent, 'facts'>): boolean {
  return event.facts.automatic !== true && ['cancelled', 'returned'].includes(textFact(event, 'to'))
}
