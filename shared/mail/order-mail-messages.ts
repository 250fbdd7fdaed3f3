import { defineMessages } from '../kernel/define-messages.ts'
import { ANSWER_DAYS, DELIVERED_AFTER_DAYS, LATE_DAYS, LOST_DAYS, SEND_BACK_DAYS } from '../fulfilment/constants.ts'
import { returnChanged } from '../fulfilment/return-messages.ts'
import { actionMessages } from '../fulfilment/screen-messages.ts'
import { isolated } from '../kernel/locale.ts'
import { itemsText, orderHeld } from '../notifications/messages.ts'

interface EventTexts {
  subject: string
  lead: string
}

export const orderMailMessages = defineMessages('orderMail', {
  packageSent: (seller: string, orderId: string): EventTexts => ({
    subject: `On its way: your package from ${isolated(seller)} (${orderId})`,
    lead: `${isolated(seller)} has sent a package of your order ${orderId}.`,
  }),
  packageDelivered: (seller: string, orderId: string, by: string): EventTexts => ({
    subject: `Delivered: your package from ${isolated(seller)} (${orderId})`,
    lead:
      by === 'time'
        ? `Your package from ${isolated(seller)} was sent ${DELIVERED_AFTER_DAYS} days ago and now counts as delivered. If it hasn't arrived, please say so on the page of your order.`
        : `Your package from ${isolated(seller)} was delivered. If it hasn't arrived, please say so on the page of your order.`,
  }),
  packageLost: (seller: string, orderId: string): EventTexts => ({
    subject: `Lost: your package from ${isolated(seller)} (${orderId})`,
    lead: `A package of your order ${orderId} is lost. ${isolated(seller)} will send it again or refund you within ${LOST_DAYS} days; otherwise we refund you.`,
  }),
  packageResent: (seller: string, orderId: string): EventTexts => ({
    subject: `${isolated(seller)} sends your lost package again (${orderId})`,
    lead: `${isolated(seller)} sends the lost package of your order ${orderId} again. You get an email when it is on its way.`,
  }),
  lostToDecide: (sellerOrderId: string): EventTexts => ({
    subject: `${sellerOrderId}: a package is lost`,
    lead: `A package of ${sellerOrderId} is lost. Please send it again or give the money back within ${LOST_DAYS} days; otherwise it is refunded.`,
  }),
  partCancelled: (facts: CancelledFacts): EventTexts => ({
    subject: `Part of your order ${facts.orderId} was cancelled`,
    lead: cancelledLead(facts),
  }),
  cancelDeclined: (seller: string, orderId: string): EventTexts => ({
    subject: `Your order ${orderId} was changed`,
    lead: `You asked to cancel your items from ${isolated(seller)}. The seller can no longer cancel them.`,
  }),
  orderSetTo: (orderId: string, state: string): EventTexts => ({
    subject: `Your order ${orderId} was changed`,
    lead: `The marketplace has set your order ${orderId} to ${state}.`,
  }),
  sellerSuspended: (seller: string, orderId: string): EventTexts => ({
    subject: `${isolated(seller)} can no longer sell here (${orderId})`,
    lead: `The marketplace has suspended ${isolated(seller)}, who has not sent all of your order ${orderId}. You can cancel what was not sent on the page of your order. If you wait, it may not come.`,
  }),
  paymentReceived: (orderId: string): EventTexts => ({
    subject: 'Your payment was received',
    lead: `Your bank transfer for order ${orderId} has arrived. The sellers will get it ready for you.`,
  }),
  notCompleted: {
    subject: 'Your payment could not be completed',
    lead: 'Nothing was ordered and no money was taken. Your cart is unchanged: you can try again or choose another way to pay.',
  } satisfies EventTexts,
  paidTooLate: (amount: string): EventTexts => ({
    subject: `Refund of ${amount}`,
    lead: `Your payment of ${amount} arrived after the order could no longer be placed. Nothing was ordered, and we are refunding it to the way you paid.`,
  }),
  pleasePay: (orderId: string, day: string): EventTexts => ({
    subject: `Please pay for order ${orderId}`,
    lead: `Your bank transfer for order ${orderId} has not arrived yet. If it has not come by ${day}, the order is cancelled. The account is on the page of your order.`,
  }),
  moneyBack: (orderId: string, amount: string): EventTexts => ({
    subject: `Refund of ${amount}`,
    lead: `We have refunded ${amount} of your order ${orderId} to the way you paid.`,
  }),
  moneyNotBack: (orderId: string, amount: string): EventTexts => ({
    subject: `Your refund of ${amount} failed (${orderId})`,
    lead: `We could not refund ${amount} of your order ${orderId} to the way you paid. You do not have to do anything: the marketplace has a notice of it, and you get an email when the money is sent again.`,
  }),
  refundFailed: 'A refund of {amount} failed. You can send it again on the page of the payment.',
  notCaptured: 'The bank has ended the reservation of {amount}, so that it cannot be taken any more. Sellers cannot send what is left of the order.',
  disputedSubject: 'A payment was disputed ({orderId})',
  disputed: "The buyer's bank disputes {amount}. Please answer on the page of the payment; what is not answered in time is lost.",
  newOrder: (sellerOrderId: string, shipBy: string): EventTexts => ({
    subject: shipBy ? `New order ${sellerOrderId}: ship by ${shipBy}` : `New order ${sellerOrderId}`,
    lead: shipBy ? `You have a new order. Please ship it by ${shipBy}.` : 'You have a new order.',
  }),
  cancelRequested: (sellerOrderId: string, units: number): EventTexts => ({
    subject: `${sellerOrderId}: the buyer asks to cancel`,
    lead: units
      ? `The buyer asks to cancel ${itemsText(units)} of ${sellerOrderId}. Please accept or decline before you ship them.`
      : `The buyer asks to cancel ${sellerOrderId}. Please accept or decline before you ship it.`,
  }),
  returnRequested: (sellerOrderId: string, units: number): EventTexts => ({
    subject: `${sellerOrderId}: the buyer wants to return something`,
    lead: `The buyer wants to return ${itemsText(units)} of ${sellerOrderId}. Please accept or decline.`,
  }),
  returnChanged: (sellerOrderId: string, change: string): EventTexts => ({
    subject: returnChanged(sellerOrderId, change),
    lead: `A return of ${sellerOrderId} was updated.`,
  }),
  returnAccepted: (seller: string, orderId: string): EventTexts => ({
    subject: `Your return was accepted (${orderId})`,
    lead: `${isolated(seller)} accepts your return. Please send it as described within ${SEND_BACK_DAYS} days and mark it as sent on the page of your order, or the return ends.`,
  }),
  returnExpired: (seller: string, orderId: string): EventTexts => ({
    subject: `Your return has ended (${orderId})`,
    lead: `Your return to ${isolated(seller)} was not marked as sent within ${SEND_BACK_DAYS} days, so it has ended without a refund. If you have sent it, please write to ${isolated(seller)}.`,
  }),
  returnDeclined: (seller: string, orderId: string): EventTexts => ({
    subject: `Your return was declined (${orderId})`,
    lead: `${isolated(seller)} has declined your return.`,
  }),
  returnReceived: (seller: string, orderId: string, units: number): EventTexts => ({
    subject: `Your return has arrived (${orderId})`,
    lead: `${isolated(seller)} has received ${itemsText(units)} of your order ${orderId} back.`,
  }),
  addressChanged: (sellerOrderId: string): EventTexts => ({
    subject: `${sellerOrderId}: the shipping address was changed`,
    lead: `The buyer has changed the shipping address of ${sellerOrderId}. Please use the new one.`,
  }),
  packageMissing: (sellerOrderId: string): EventTexts => ({
    subject: `${sellerOrderId}: a package has not arrived`,
    lead: `The buyer has not received a package of ${sellerOrderId}. Please ask the carrier where it is.`,
  }),
  orderHeld: (sellerOrderId: string, change: string, shipBy: string): EventTexts => ({
    subject: orderHeld(sellerOrderId, change),
    lead: heldLead(sellerOrderId, change, shipBy),
  }),
  shipByTomorrow: (sellerOrderId: string, shipBy: string): EventTexts => ({
    subject: `${sellerOrderId}: ship by tomorrow`,
    lead: shipBy
      ? `${sellerOrderId} is due to ship by tomorrow, ${shipBy}.`
      : `${sellerOrderId} is due to ship by tomorrow.`,
  }),
  orderNeedsAdmin: (orderId: string, lead: string): EventTexts => ({ subject: `Order ${orderId} needs you`, lead }),
  late: (sellerOrderId: string, seller: string) => `${sellerOrderId} of ${isolated(seller)} is ${LATE_DAYS} days late.`,
  missing: 'The buyer has not received a package of {sellerOrderId} from {seller}.',
  notAnswered: (sellerOrderId: string, seller: string) =>
    `${isolated(seller)} did not answer within ${ANSWER_DAYS} days, so ${sellerOrderId} was cancelled.`,

  /** For a mail about several events. */
  severalToBuyer: (orderId: string): EventTexts => ({
    subject: `Your order ${orderId} was changed`,
    lead: `There are several updates to your order ${orderId}.`,
  }),
  severalToSeller: (sellerOrderId: string): EventTexts => ({
    subject: `${sellerOrderId}: several changes`,
    lead: `There are several updates to ${sellerOrderId}.`,
  }),
  severalToAdmin: (orderId: string): EventTexts => ({
    subject: `Order ${orderId} needs you`,
    lead: `Several issues of order ${orderId} need your attention.`,
  }),

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
  reasons: actionMessages.reasons,
  /** Replaces `buyer_asked` in mails to the buyer. */
  youAsked: 'You asked for it',

  toCart: 'To your cart',
  openOrder: 'Open the order',
  trackOrder: 'Track your order',
})

function heldLead(sellerOrderId: string, change: string, shipBy: string): string {
  if (change === 'do_not_send')
    return `The buyer is refunded for ${sellerOrderId}. Please do not send what is left of it; cancel it instead.`
  if (change === 'wait_to_send')
    return `The buyer's bank disputes the payment of ${sellerOrderId}. Please wait before sending; we will email you the outcome.`
  return shipBy
    ? `You can send ${sellerOrderId} after all. Please ship it by ${shipBy}.`
    : `You can send ${sellerOrderId} after all.`
}

interface CancelledFacts {
  orderId: string
  seller: string
  units: number
  byRole: string
  /** A CancelReason, or one of a newer version. */
  reason: string
}

function cancelledLead({ orderId, seller, units, byRole, reason }: CancelledFacts): string {
  const what = `${itemsText(units)} from ${isolated(seller)}`
  const were = units === 1 ? 'was' : 'were'
  if (reason === 'lost') return `${what} in your order ${orderId} ${were} lost on the way and cancelled.`
  if (byRole === 'buyer') return `You have cancelled ${what} in your order ${orderId}.`
  if (byRole === 'seller') return `${isolated(seller)} has cancelled ${itemsText(units)} of your order ${orderId}.`
  if (byRole === 'admin') return `The marketplace has cancelled ${what} in your order ${orderId}.`
  if (reason === 'not_paid') return `Your order ${orderId} was not paid in time, so ${what} ${were} cancelled.`
  return `${isolated(seller)} did not answer, so ${itemsText(units)} of your order ${orderId} ${were} cancelled.`
}
