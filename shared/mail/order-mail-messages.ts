import { ANSWER_DAYS, DELIVERED_AFTER_DAYS, LATE_DAYS, LOST_DAYS, SEND_BACK_DAYS } from '../fulfilment/constants.ts'
import { defineMessages } from '../kernel/define-messages.ts'

/** Stands for a day that is not set. */
export const NO_DAY = 'none'

/** The values that texts of an event may show. */
export interface EventFacts {
  orderId: string
  sellerOrderId: string
  seller: string
  /** A day, or NO_DAY. */
  shipBy: string
  units: number
  /** Of a cancellation: the role of who cancelled, or a CancelReason if it was lost or the system did it. */
  cause: string
  /** Of a delivery: `time` without a report of it. */
  by: string
  /** The mark of a note. */
  change: string
  state: string
  amount: string
  payBy: string
}

type EventText = string | ((facts: EventFacts) => string)

export interface EventTexts {
  readonly subject: EventText
  readonly lead: EventText
}

export const orderMailMessages = defineMessages(
  'orderMail',
  {
    packageSent: {
      subject: 'On its way: your package from {seller} ({orderId})',
      lead: '{seller} has sent a package of your order {orderId}.',
    },
    packageDelivered: {
      subject: 'Delivered: your package from {seller} ({orderId})',
      lead: "{by, select, time {Your package from {seller} was sent {deliveredDays} days ago and now counts as delivered. If it hasn't arrived, please say so on the page of your order.} other {Your package from {seller} was delivered. If it hasn't arrived, please say so on the page of your order.}}",
    },
    packageLost: {
      subject: 'Lost: your package from {seller} ({orderId})',
      lead: 'A package of your order {orderId} is lost. {seller} will send it again or refund you within {lostDays} days; otherwise we refund you.',
    },
    packageResent: {
      subject: '{seller} sends your lost package again ({orderId})',
      lead: '{seller} sends the lost package of your order {orderId} again. You get an email when it is on its way.',
    },
    lostToDecide: {
      subject: '{sellerOrderId}: a package is lost',
      lead: 'A package of {sellerOrderId} is lost. Please send it again or give the money back within {lostDays} days; otherwise it is refunded.',
    },
    partCancelled: {
      subject: 'Part of your order {orderId} was cancelled',
      lead: '{cause, select, lost {{units, plural, one {1 item from {seller} in your order {orderId} was lost on the way and cancelled.} other {# items from {seller} in your order {orderId} were lost on the way and cancelled.}}} buyer {You have cancelled {units, plural, one {1 item} other {# items}} from {seller} in your order {orderId}.} seller {{seller} has cancelled {units, plural, one {1 item} other {# items}} of your order {orderId}.} admin {The marketplace has cancelled {units, plural, one {1 item} other {# items}} from {seller} in your order {orderId}.} not_paid {{units, plural, one {Your order {orderId} was not paid in time, so 1 item from {seller} was cancelled.} other {Your order {orderId} was not paid in time, so # items from {seller} were cancelled.}}} other {{units, plural, one {{seller} did not answer, so 1 item of your order {orderId} was cancelled.} other {{seller} did not answer, so # items of your order {orderId} were cancelled.}}}}',
    },
    cancelDeclined: {
      subject: 'Your order {orderId} was changed',
      lead: 'You asked to cancel your items from {seller}. The seller can no longer cancel them.',
    },
    orderSetTo: {
      subject: 'Your order {orderId} was changed',
      lead: 'The marketplace has set your order {orderId} to {state}.',
    },
    sellerSuspended: {
      subject: '{seller} can no longer sell here ({orderId})',
      lead: 'The marketplace has suspended {seller}, who has not sent all of your order {orderId}. You can cancel what was not sent on the page of your order. If you wait, it may not come.',
    },
    paymentReceived: {
      subject: 'Your payment was received',
      lead: 'Your bank transfer for order {orderId} has arrived. The sellers will get it ready for you.',
    },
    notCompleted: {
      subject: 'Your payment could not be completed',
      lead: 'Nothing was ordered and no money was taken. Your cart is unchanged: you can try again or choose another way to pay.',
    },
    paidTooLate: {
      subject: 'Refund of {amount}',
      lead: 'Your payment of {amount} arrived after the order could no longer be placed. Nothing was ordered, and we are refunding it to the way you paid.',
    },
    pleasePay: {
      subject: 'Please pay for order {orderId}',
      lead: 'Your bank transfer for order {orderId} has not arrived yet. If it has not come by {payBy}, the order is cancelled. The account is on the page of your order.',
    },
    moneyBack: {
      subject: 'Refund of {amount}',
      lead: 'We have refunded {amount} of your order {orderId} to the way you paid.',
    },
    moneyNotBack: {
      subject: 'Your refund of {amount} failed ({orderId})',
      lead: 'We could not refund {amount} of your order {orderId} to the way you paid. You do not have to do anything: the marketplace has a notice of it, and you get an email when the money is sent again.',
    },
    newOrder: {
      subject: '{shipBy, select, none {New order {sellerOrderId}} other {New order {sellerOrderId}: ship by {shipBy}}}',
      lead: '{shipBy, select, none {You have a new order.} other {You have a new order. Please ship it by {shipBy}.}}',
    },
    cancelRequested: {
      subject: '{sellerOrderId}: the buyer asks to cancel',
      lead: '{units, plural, =0 {The buyer asks to cancel {sellerOrderId}. Please accept or decline before you ship it.} one {The buyer asks to cancel 1 item of {sellerOrderId}. Please accept or decline before you ship them.} other {The buyer asks to cancel # items of {sellerOrderId}. Please accept or decline before you ship them.}}',
    },
    returnRequested: {
      subject: '{sellerOrderId}: the buyer wants to return something',
      lead: 'The buyer wants to return {units, plural, one {1 item} other {# items}} of {sellerOrderId}. Please accept or decline.',
    },
    /** The lead only: the subject is that of the notification. */
    returnChanged: 'A return of {sellerOrderId} was updated.',
    returnAccepted: {
      subject: 'Your return was accepted ({orderId})',
      lead: '{seller} accepts your return. Please send it as described within {sendBackDays} days and mark it as sent on the page of your order, or the return ends.',
    },
    returnExpired: {
      subject: 'Your return has ended ({orderId})',
      lead: 'Your return to {seller} was not marked as sent within {sendBackDays} days, so it has ended without a refund. If you have sent it, please write to {seller}.',
    },
    returnDeclined: {
      subject: 'Your return was declined ({orderId})',
      lead: '{seller} has declined your return.',
    },
    returnReceived: {
      subject: 'Your return has arrived ({orderId})',
      lead: '{seller} has received {units, plural, one {1 item} other {# items}} of your order {orderId} back.',
    },
    addressChanged: {
      subject: '{sellerOrderId}: the shipping address was changed',
      lead: 'The buyer has changed the shipping address of {sellerOrderId}. Please use the new one.',
    },
    packageMissing: {
      subject: '{sellerOrderId}: a package has not arrived',
      lead: 'The buyer has not received a package of {sellerOrderId}. Please ask the carrier where it is.',
    },
    /** The lead only: the subject is that of the notification. */
    orderHeld:
      "{change, select, do_not_send {The buyer is refunded for {sellerOrderId}. Please do not send what is left of it; cancel it instead.} wait_to_send {The buyer's bank disputes the payment of {sellerOrderId}. Please wait before sending; we will email you the outcome.} other {{shipBy, select, none {You can send {sellerOrderId} after all.} other {You can send {sellerOrderId} after all. Please ship it by {shipBy}.}}}}",
    shipByTomorrow: {
      subject: '{sellerOrderId}: ship by tomorrow',
      lead: '{shipBy, select, none {{sellerOrderId} is due to ship by tomorrow.} other {{sellerOrderId} is due to ship by tomorrow, {shipBy}.}}',
    },
    disputed: {
      subject: 'A payment was disputed ({orderId})',
      lead: "The buyer's bank disputes {amount}. Please answer on the page of the payment; what is not answered in time is lost.",
    },

    /** The subject of the other mails to admins. */
    orderNeedsAdmin: 'Order {orderId} needs you',
    refundFailed: 'A refund of {amount} failed. You can send it again on the page of the payment.',
    notCaptured:
      'The bank has ended the reservation of {amount}, so that it cannot be taken any more. Sellers cannot send what is left of the order.',
    late: '{sellerOrderId} of {seller} is {lateDays} days late.',
    missing: 'The buyer has not received a package of {sellerOrderId} from {seller}.',
    notAnswered: '{seller} did not answer within {answerDays} days, so {sellerOrderId} was cancelled.',

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
