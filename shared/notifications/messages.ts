import { LATE_DAYS } from '../fulfilment/constants.ts'
import { defineMessages } from '../kernel/define-messages.ts'
import type { MailKind } from './constants.ts'

export const notificationMessages = defineMessages(
  'notification',
  {
    unread: 'Unread',
    allRead: 'All read',
    markAllRead: 'Mark all as read',
    markFailed: "We couldn't mark your notifications as read. Please try again.",
    loadFailed: "We couldn't load your notifications.",
    showOlder: 'Show older',
    today: 'Today',
    yesterday: 'Yesterday',
    nothingYet: 'No notifications yet',
    nothingYetText: {
      buyer: 'Updates on your orders appear here.',
      seller: 'New orders, buyer requests and changes by admins appear here.',
      admin: 'Late and unanswered orders, missing packages, failed refunds and disputes appear here.',
    },
    emails: 'Emails',
    emailsText: 'Choose which emails you get. Notifications in the marketplace stay on.',
    alwaysOn: 'Always on',
    emailsFailed: "We couldn't load your email settings.",
    changeFailed: "We couldn't change your email settings. Please try again.",
    emailKinds: {
      order_placed: 'Confirmation of an order',
      part_cancelled: 'Part of an order is cancelled',
      order_changed: 'An order is changed',
      seller_suspended: 'The seller of an open order is suspended',
      package_sent: 'A package is on its way',
      package_delivered: 'A package is delivered',
      package_lost: 'A package is lost',
      payment_received: 'A bank transfer has arrived',
      please_pay: 'A bank transfer is due',
      money_back: 'A refund is made',
      money_not_back: 'A refund to you failed',
      back_in_stock: 'A product you are waiting for is back in stock',
      order_message: 'A message about an order',
      review_answered: 'A seller answers your review',
      new_review: 'A buyer reviews a product',
      new_order: 'A new order',
      cancel_requested: 'A buyer asks to cancel',
      address_changed: 'A buyer changes the shipping address',
      order_held: 'An order must not be sent, or must wait',
      package_missing: "A buyer's package has not arrived",
      lost_to_decide: 'A package of yours is lost',
      return_answered: 'A seller answers your return',
      return_received: 'A seller has received your return',
      return_requested: 'A buyer wants to return something',
      return_changed: 'A return is withdrawn or on its way',
      ship_by_tomorrow: 'An order is due tomorrow',
      order_late: 'An order is {lateDays} days late',
      order_missing: 'A package has not arrived',
      not_answered: 'An order is cancelled because its seller did not answer',
      refund_failed: 'A refund failed',
      payment_disputed: 'A payment was disputed',
      payment_not_captured: 'A reserved payment was lost',
      seller_asks: 'A seller asks for approval',
    },
    /** Also the subject of the mail. */
    orderHeld:
      '{change, select, do_not_send {{sellerOrderId} was refunded: do not send it} wait_to_send {{sellerOrderId} is disputed: wait before sending} other {{sellerOrderId} can be sent after all}}',
  },
  { lateDays: LATE_DAYS },
)

/** Returns the name of a kind of mails in the settings. */
export function emailKindText(kind: MailKind): string {
  const text = notificationMessages.emailKinds[kind]
  return typeof text === 'string' ? text : text()
}
