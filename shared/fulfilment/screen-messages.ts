import { formatNumber, isolated } from '../kernel/locale.ts'
import { plural } from '../kernel/plural.ts'
import {
  type CancelReason,
  LOST_DAYS,
  type SellerOrderHold,
  type SellerOrderProblem,
  type SellerOrderState,
  type SellerOrderView,
  type ShipmentState,
} from './constants.ts'

const unitsOf = (units: number) => plural(units, { one: '1 unit', other: (n) => `${n} units` })

const unsentUnits = (units: number) =>
  plural(units, { one: 'the 1 unsent unit', other: (n) => `the ${n} unsent units` })

export const progressMessages = {
  states: {
    pending: 'Pending',
    confirmed: 'Confirmed',
    shipped: 'Shipped',
    delivered: 'Delivered',
    cancelled: 'Cancelled',
    returned: 'Returned',
  } satisfies Record<SellerOrderState, string>,
  shipmentStates: {
    sent: 'On its way',
    delivered: 'Delivered',
    lost: 'Lost',
    resent: 'Lost, sent again',
    refunded: 'Lost, refunded',
    voided: 'Taken back',
  } satisfies Record<ShipmentState, string>,
  shipBy: 'Ships by {day}',
  late: 'Late. Due {day}',
  shipment: (number: number) => `Package ${number}`,
  shipments: 'Packages',
  shipmentsOf: (id: string) => `Packages of ${id}`,
  trackingNumber: 'Tracking number',
  trackOn: (host: string) => `Track on ${host}`,
  expectedOn: 'Expected {day}',
  sentOn: 'Sent {time}',
  deliveredOn: 'Delivered {time}',
  showAll: (count: number) => plural(count, { other: (n) => `Show all ${n} packages` }),
  showFewer: 'Show fewer',
  decideBy: 'Resend or refund it by {time}, or it is refunded automatically.',
  decidedBy: 'The seller sends it again or gives the money back by {time}. Otherwise it is refunded.',
  missingSince: 'The buyer says that it has not arrived.',
  lineOf: (units: number, name: string) => `${units} × ${isolated(name)}`,
  counts: {
    cancelled: (units: number) => `${units} cancelled`,
    sent: (units: number) => `${units} sent`,
    returned: (units: number) => `${units} returned`,
  },
} as const

export const actionMessages = {
  accept: 'Accept',
  send: 'Mark as sent',
  cancelUnits: 'Cancel units',
  actionsFor: (id: string) => `Actions for ${id}`,
  failed: 'This could not be saved. Please try again.',
  sellerOrders: 'Seller orders',
  sellerOrdersFailed: 'Failed to load the seller orders',
  acceptTitle: (id: string) => `Accept ${id}?`,
  acceptText: 'The seller must ship it by the day shown, and the buyer can then only ask to cancel.',
  sendText: 'The buyer gets an email with the tracking number.',

  setByHand: (state: string) => `Set manually. Based on its packages this order is ${state}.`,
  goBack: 'Go back to automatic',
  automatic: 'The order follows its packages again.',

  sendTitle: (id: string) => `Send ${id}`,
  carrier: 'Carrier',
  carrierHint: 'For example DHL, UPS or Royal Mail.',
  trackingLink: 'Tracking link',
  trackingLinkHint: "Only if the carrier's own link is wrong. Must begin with https://.",
  expectedDay: 'Expected on',
  unitsToSend: 'Units in this package',
  unitsOfLine: (name: string, left: number) => `${isolated(name)} (${left} left)`,
  allUnits: 'All',
  chooseUnits: 'Enter at least one unit.',
  wrongUnits: (left: number) => `Enter a whole number from 0 to ${formatNumber(left)}.`,
  wholeDate: 'Enter day, month and year.',
  sent: (units: number) => `${unitsOf(units)} sent.`,
  editTracking: 'Edit tracking',
  editTrackingOf: (number: number) => `Edit tracking of package ${number}`,
  saveTracking: 'Save',
  trackingSaved: 'Tracking saved.',

  delivered: 'Mark as delivered',
  deliveredTitle: 'Has this package arrived?',
  deliveredText: 'The buyer gets an email that it was delivered.',
  lost: 'Mark as lost',
  lostTitle: 'Is this package lost?',
  lostText: `The buyer gets an email that it is lost. Then choose within ${LOST_DAYS} days: send it again, or give the money back. Otherwise it is refunded.`,
  resent: 'Send again',
  resentTitle: 'Send these units again?',
  resentText: (units: number) => `${unitsOf(units)} can be sent again in a new package. The buyer gets an email.`,
  refunded: 'Give the money back',
  refundedTitle: 'Give the money back?',
  refundedText: (units: number, amount: string) =>
    `The buyer gets ${amount} back for ${unitsOf(units)}, and an email. Stock stays as it is.`,
  /** For orders paid elsewhere. */
  refundedElsewhereText: (units: number, amount: string) =>
    `This cancels ${unitsOf(units)} for ${amount}. Please give the buyer the money back. Stock stays as it is, and the buyer gets an email.`,
  voided: 'Take back',
  voidedTitle: 'Take back this package?',
  voidedText: (units: number) => `${unitsOf(units)} can be sent again. Use this if the package was entered by mistake.`,
  done: {
    delivered: 'Marked as delivered.',
    lost: 'Marked as lost.',
    resent: 'The units can be sent again.',
    refunded: 'The units were cancelled, and the buyer gets an email.',
    voided: 'Package taken back.',
  },

  cancelTitle: (id: string) => `Cancel units of ${id}`,
  unitsToCancel: 'Units to cancel',
  reason: 'Reason',
  reasons: {
    out_of_stock: 'Out of stock',
    buyer_asked: 'The buyer asked for it',
    address: 'The address is not right',
    not_paid: 'Not paid',
    lost: 'The package was lost',
    other: 'Another reason',
  } satisfies Record<CancelReason, string>,
  note: 'Note to the buyer',
  noUnits: 'No units chosen yet.',
  effects: (items: string, amount: string) =>
    `This cancels ${items} for ${amount}. Tracked stock goes back up. The buyer gets an email.`,
  /** For orders paid through the marketplace. */
  paidEffects: (items: string, amount: string) =>
    `The buyer gets ${amount} back for ${items}. Tracked stock goes back up. The buyer gets an email.`,
  cancelled: (units: number) => `${unitsOf(units)} cancelled.`,
  /** For orders that an admin has stopped; the amount is empty if nothing is refunded. */
  cancelUnsent: (units: number, amount: string) => `Cancel ${unsentUnits(units)}${amount && ` and refund ${amount}`}`,
  cancelUnsentReserved: (units: number, amount: string) =>
    `Cancel ${unsentUnits(units)}${amount && ` and take ${amount} less`}`,
  keep: 'Keep them',

  asked: 'The buyer asks to cancel this order.',
  askedForUnits: 'The buyer asks to cancel some units of this order.',
  acceptRequest: 'Accept and cancel',
  decline: 'Decline',
  declineReason: 'Reason, if you decline',
  requestAccepted: (units: number) => `${unitsOf(units)} cancelled.`,
  requestDeclined: 'The request was declined.',
} as const

export const workMessages = {
  views: {
    accept: 'To accept',
    send: 'To send',
    sent: 'Sent',
    done: 'Done',
    returns: 'Returns',
    problem: 'Problems',
  } satisfies Record<SellerOrderView, string>,
  all: 'All',
  viewsLabel: 'Views',
  empty: {
    accept: 'No orders to accept',
    send: 'No orders to send',
    sent: 'No orders on their way',
    done: 'No orders are done yet',
    returns: 'No returns',
    problem: 'No problems',
  } satisfies Record<SellerOrderView, string>,
  emptyText: {
    accept: 'New orders appear here.',
    send: 'Orders that you accept appear here until all of their units are sent.',
    sent: 'Orders appear here until their packages have arrived.',
    done: 'Orders that were delivered, cancelled or returned appear here.',
    returns: 'Orders with a return appear here until its items are back.',
    problem: 'Late orders, lost packages and requests to cancel appear here.',
  } satisfies Record<SellerOrderView, string>,
  more: (count: string) => `${count}+`,
  selected: (count: number) => plural(count, { other: (n) => `${n} selected` }),
  selectedOrders: 'Selected orders',
  acceptSeveral: (count: number) => plural(count, { other: (n) => `Accept ${n}` }),
  printSlips: 'Print packing slips',
  accepted: (count: number) => plural(count, { one: '1 order accepted', other: (n) => `${n} orders accepted` }),
  ordersSent: (count: number) =>
    plural(count, { one: '1 order marked as sent', other: (n) => `${n} orders marked as sent` }),
  undone: 'Undone.',
  undoFailed: 'This could not be undone.',
  accepting: 'Accepted',
  stopped: 'Stopped',
  holds: {
    refunded: 'Refunded: do not send',
    disputed: 'Disputed: wait before sending',
  } satisfies Record<SellerOrderHold, string>,
  problems: {
    cancel_requested: 'The buyer asks to cancel',
    lost: 'Package lost',
    missing: 'Package not arrived',
    no_address: 'No shipping address yet',
  } satisfies Record<SellerOrderProblem, string>,
  noAddress: 'No shipping address yet',
  noAddressText: 'You can send this order once the buyer has added an address.',
  previousAddress: 'Address before the buyer changed it',
  sellerOrder: 'Your part of the order',
  cancelledGoods: 'Cancelled',
  returnedGoods: 'Returned',

  keySelect: 'Select the row',
  keyAccept: 'Accept the order',
  keySend: 'Send the order',

  sendSeveral: (count: number) => plural(count, { one: 'Send 1 order', other: (n) => `Send ${n} orders` }),
  sendSeveralText: 'The remaining units of each order go in one package.',
  numbers: 'Tracking numbers, one per line',
  numbersHint: 'In the order of the list below. Leave a line empty for no number.',
  tooManyNumbers: (lines: number, orders: number) => `There are ${lines} numbers for ${orders} orders.`,
  noNumber: 'no number',
} as const
