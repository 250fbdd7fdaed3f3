import { ANSWER_DAYS, DELIVERED_AFTER_DAYS, LATE_DAYS, LOST_DAYS, SEND_BACK_DAYS } from '../fulfilment/constants.ts'
import { defineMessages } from '../kernel/define-messages.ts'

export const orderMailMessages = defineMessages(
  'orderMail',
  {
    /**
     * Texts by the kind of a mail, or of its event. The subject defaults to the notification's title, or `orderNeedsAdmin`.
     */
    kinds: {
      package_sent:
        '{delivery, select, pickup {Your order {orderId} from {seller} is ready to collect.} other {{seller} has sent a package of your order {orderId}.}}',
      package_delivered:
        "{delivery, select, pickup {You have collected your order {orderId} from {seller}.} none {{seller} has delivered your order {orderId}.} other {{by, select, time {Your package from {seller} was sent {deliveredDays} days ago and now counts as delivered. If it hasn't arrived, please say so on the page of your order.} other {Your package from {seller} was delivered. If it hasn't arrived, please say so on the page of your order.}}}}",
      lost: 'A package of your order {orderId} is lost. {seller} will send it again or refund you within {lostDays} days; otherwise we refund you.',
      resent: '{seller} is resending the lost package of your order {orderId}. You get an email when it is on its way.',
      lost_to_decide: {
        subject: '{sellerOrderId}: a package is lost',
        lead: 'A package of {sellerOrderId} is lost. Please resend or refund it within {lostDays} days; otherwise it is refunded automatically.',
      },
      part_cancelled: {
        subject: 'Part of your order {orderId} was cancelled',
        lead: '{cause, select, lost {{units, plural, one {1 item from {seller} in your order {orderId} was lost on the way and cancelled.} other {# items from {seller} in your order {orderId} were lost on the way and cancelled.}}} buyer {You have cancelled {units, plural, one {1 item} other {# items}} from {seller} in your order {orderId}.} seller {{seller} has cancelled {units, plural, one {1 item} other {# items}} of your order {orderId}.} admin {The marketplace has cancelled {units, plural, one {1 item} other {# items}} from {seller} in your order {orderId}.} not_paid {{units, plural, one {Your order {orderId} was not paid in time, so 1 item from {seller} was cancelled.} other {Your order {orderId} was not paid in time, so # items from {seller} were cancelled.}}} other {{units, plural, one {{seller} did not answer, so 1 item of your order {orderId} was cancelled.} other {{seller} did not answer, so # items of your order {orderId} were cancelled.}}}}',
      },
      cancel_declined: {
        subject: 'Your order {orderId} was changed',
        lead: 'You asked to cancel your items from {seller}. The seller can no longer cancel them.',
      },
      state_set: {
        subject: 'Your order {orderId} was changed',
        lead: 'The marketplace has set your order {orderId} to {state}.',
      },
      seller_suspended: {
        subject: '{seller} can no longer sell here ({orderId})',
        lead: 'The marketplace has suspended {seller}, who has not sent all of your order {orderId}. You can cancel what was not sent on the page of your order. If you wait, it may never arrive.',
      },
      payment_received: {
        subject: 'Your payment was received',
        lead: 'Your bank transfer for order {orderId} has arrived. The sellers will get it ready for you.',
      },
      please_pay: {
        subject: 'Please pay for order {orderId}',
        lead: 'Your bank transfer for order {orderId} has not arrived yet. If it has not come by {payBy}, the order is cancelled. The account is on the page of your order.',
      },
      money_back: {
        subject: 'Refund of {amount}',
        lead: 'We have refunded {amount} of your order {orderId} to your original payment method.',
      },
      money_not_back: {
        subject: 'Your refund of {amount} failed ({orderId})',
        lead: 'We could not refund {amount} of your order {orderId} to your original payment method. You do not have to do anything: the marketplace was notified, and you get an email when the refund is sent again.',
      },
      new_order:
        'You have a new order.{shipBy, select, none {} other { {delivery, select, pickup {Please have it ready by {shipBy}.} none {It is due by {shipBy}.} other {Please ship it by {shipBy}.}}}}',
      cancel_requested: {
        subject: '{sellerOrderId}: the buyer asks to cancel',
        lead: 'The buyer asks to cancel {units, plural, =0 {} one {1 item of } other {# items of }}{sellerOrderId}. Please accept or decline.',
      },
      return_requested: {
        subject: '{sellerOrderId}: the buyer wants to return something',
        lead: 'The buyer wants to return {units, plural, one {1 item} other {# items}} of {sellerOrderId}. Please accept or decline.',
      },
      return_changed: 'A return of {sellerOrderId} was updated.',
      return_accepted: {
        subject: 'Your return was accepted ({orderId})',
        lead: '{seller} accepts your return. Please send it as described within {sendBackDays} days and mark it as sent on the page of your order, or the return ends.',
      },
      return_expired: {
        subject: 'Your return has ended ({orderId})',
        lead: 'Your return to {seller} was not marked as sent within {sendBackDays} days, so it has ended without a refund. If you have sent it, please write to {seller}.',
      },
      return_declined: {
        subject: 'Your return was declined ({orderId})',
        lead: '{seller} has declined your return.',
      },
      return_received: {
        subject: 'Your return has arrived ({orderId})',
        lead: '{seller} has received {units, plural, one {1 item} other {# items}} of your order {orderId} back.',
      },
      address_changed: {
        subject: '{sellerOrderId}: the shipping address was changed',
        lead: 'The buyer has changed the shipping address of {sellerOrderId}. Please use the new one.',
      },
      package_missing: {
        subject: '{sellerOrderId}: a package has not arrived',
        lead: 'The buyer has not received a package of {sellerOrderId}. Please ask the carrier where it is.',
      },
      order_held:
        "{change, select, do_not_send {The buyer was refunded for {sellerOrderId}. Please do not ship the rest; cancel it instead.} wait_to_send {The buyer's bank disputes the payment of {sellerOrderId}. Please wait before sending; we will email you the outcome.} other {You can send {sellerOrderId} after all.{shipBy, select, none {} other { It is due by {shipBy}.}}}}",
      ship_by_tomorrow: '{sellerOrderId} is due tomorrow{shipBy, select, none {} other {, {shipBy}}}.',
      payment_disputed: {
        subject: 'A payment was disputed ({orderId})',
        lead: "The buyer's bank disputes {amount}. Please answer on the payment page: a dispute that is not answered in time is lost.",
      },
      refund_failed: 'A refund of {amount} failed. You can send it again on the payment page.',
      payment_not_captured:
        'The bank has released the reserved {amount}, so it can no longer be charged. Sellers cannot ship the rest of the order.',
      order_late: '{sellerOrderId} of {seller} is {lateDays} days late.',
      order_missing: 'The buyer has not received a package of {sellerOrderId} from {seller}.',
      not_answered: '{seller} did not answer within {answerDays} days, so {sellerOrderId} was cancelled.',
    },
    notCompleted: {
      subject: 'Your payment could not be completed',
      lead: 'Nothing was ordered and no money was taken. Your cart is unchanged: you can try again or choose another payment method.',
    },
    paidTooLate: {
      subject: 'Refund of {amount}',
      lead: 'Your payment of {amount} arrived after the order could no longer be placed. Nothing was ordered, and we are refunding it to your original payment method.',
    },

    /** The subject of mails to admins. */
    orderNeedsAdmin: 'Order {orderId} needs you',

    /** For a mail about several events. */
    severalToBuyer: {
      subject: 'Your order {orderId} was changed',
      lead: 'There are several updates to your order {orderId}.',
    },
    severalToSeller: {
      subject: '{sellerOrderId}: several changes',
      lead: 'There are several updates to {sellerOrderId}.',
    },
    severalToAdmin: 'Several issues of order {orderId} need your attention.',

    delivery: 'Delivery',
    collectAt: 'Collect at',
    carrier: 'Carrier',
    trackingNumber: 'Tracking number',
    follow: 'Follow the package',
    expected: 'Expected',
    inPackage: 'In this package',
    cancelledItems: 'Cancelled',
    askedItems: 'To cancel',
    returnedItems: 'Return',
    sendTo: 'Where to send it',
    amount: 'Amount of the cancelled items',
    deliveryBack: 'Delivery refunded',
    reason: 'Reason',
    payment: 'Your payment',
    note: 'Note',
    items: 'Items',
    shipsTo: 'Ships to',
    town: '{town}',
    goods: 'Amount',
    line: '{quantity} × {name}',

    toCart: 'To your cart',
    openOrder: 'Open the order',
    trackOrder: 'Track your order',
  },
  {
    deliveredDays: DELIVERED_AFTER_DAYS,
    lostDays: LOST_DAYS,
    sendBackDays: SEND_BACK_DAYS,
    lateDays: LATE_DAYS,
    answerDays: ANSWER_DAYS,
  },
)
