import { isolated } from '../kernel/locale.ts'
import { plural } from '../kernel/plural.ts'

const unitsOf = (units: number) => plural(units, { one: '1 unit', other: (n) => `${n} units` })

/** What buyers see of the seller orders of an order, and do with them. */
export const trackingMessages = {
  from: 'From {seller}',
  shipmentsFrom: (seller: string) => `Packages from ${isolated(seller)}`,
  notSent: 'Not sent yet',
  stoppedUnits: 'Not sent any more',
  cancelledUnits: 'Cancelled',
  cancelRequested: 'Cancellation requested',
  shipsTo: 'Ships to',

  cancel: 'Cancel',
  cancelTitle: 'Cancel this part of your order?',
  cancelText: (seller: string) => `${isolated(seller)} has not accepted the order yet, so it is cancelled at once.`,
  suspended: '{seller} can no longer sell here. You can cancel what was not sent; if you wait, it may not come.',
  cancelTextSuspended: (seller: string) => `${isolated(seller)} can no longer sell here, so it is cancelled at once.`,
  cancelConfirm: 'Cancel this part',
  keep: 'Keep it',
  cancelled: 'This part of your order was cancelled.',
  askToCancel: 'Ask to cancel',
  askTitle: 'Ask to cancel this part of your order?',
  askText: (seller: string) => `${isolated(seller)} is getting it ready already, and accepts or declines your request.`,
  askConfirm: 'Send request',
  asked: 'Your request was sent.',
  unitsToCancel: 'Units to cancel',
  unitsOfLine: (name: string, left: number) => `${name} (${left} not sent)`,
  chooseUnits: 'Enter at least one unit.',
  effects: (items: string, amount: string) => `This cancels ${items} for ${amount}.`,
  /** Of an order that is paid through the marketplace. */
  paidEffects: (items: string, amount: string) => `This cancels ${items}. You get ${amount} back.`,
  askEffects: (items: string, amount: string) => `You ask to cancel ${items} for ${amount}.`,
  paidAskEffects: (items: string, amount: string) =>
    `You ask to cancel ${items}. You get ${amount} back if the seller accepts.`,
  noteToSeller: 'Note to the seller',

  changeAddress: 'Change address',
  changeAddressOf: (seller: string) => `Change address for ${isolated(seller)}`,
  addressChanged: 'Shipping address changed.',
  addressFailed: 'Failed to change the address',
  addressFailedToast: 'Failed to change the address. Please try again.',

  received: 'I received it',
  receivedToast: 'Thank you! Marked as received.',
  missing: "It hasn't arrived",
  missingToast: 'We have notified the seller and the marketplace.',

  packagesSent: (sent: number, total: number) =>
    plural(total, { one: `${sent} of 1 package sent`, other: (n) => `${sent} of ${n} packages sent` }),

  // What happened.
  history: 'What happened',
  events: {
    placed: 'You placed the order.',
    confirmed: '{seller} accepted the order.',
    sent: (units: number, carrier: string) =>
      `{seller} sent ${unitsOf(units)}${carrier && ` with ${isolated(carrier)}`}.`,
    delivered: 'The package from {seller} was delivered.',
    received: 'You received the package from {seller}.',
    lost: 'The package from {seller} is lost.',
    resent: '{seller} sends the lost package again.',
    voided: '{seller} took back a shipment: it was entered by mistake.',
    cancelled: (units: number) => `${unitsOf(units)} from {seller} cancelled.`,
    cancelledAsLost: (units: number) => `${unitsOf(units)} from {seller} cancelled: the package was lost.`,
    cancelledByBuyer: (units: number) => `You cancelled ${unitsOf(units)} from {seller}.`,
    cancel_requested: (units: number) => `You asked {seller} to cancel${units ? ` ${unitsOf(units)}` : ''}.`,
    cancel_declined: '{seller} declined your request to cancel.',
    return_requested: (units: number) => `You asked {seller} to take back ${unitsOf(units)}.`,
    return_withdrawn: 'You withdrew your return to {seller}.',
    return_accepted: '{seller} accepted your return.',
    return_declined: '{seller} declined your return.',
    return_sent: 'Your return to {seller} is on its way.',
    return_expired: 'Your return to {seller} ended: you did not say in time that you sent it.',
    returned: (units: number) => `${unitsOf(units)} came back to {seller}.`,
    missing: 'You said that the package from {seller} has not arrived.',
    state_set: 'The marketplace changed the state of the order.',
    paid: 'The order was paid.',
    refunded: (amount: string) => (amount ? `A refund of ${amount} was made.` : 'A refund was made.'),
    refundFailed: (amount: string) => `A refund of ${amount} failed. You get an email when it is sent again.`,
    address_changed: 'You changed the address for {seller}.',
    sellerSuspended: '{seller} can no longer sell here. You could cancel what was not sent.',
    note: 'The marketplace added a note.',
  },
  /** What the buyer did, for admins. */
  eventsOfBuyer: {
    placed: 'The buyer placed the order.',
    received: 'The buyer received the package from {seller}.',
    cancelledByBuyer: (units: number) => `The buyer cancelled ${unitsOf(units)} from {seller}.`,
    cancel_requested: (units: number) => `The buyer asked {seller} to cancel${units ? ` ${unitsOf(units)}` : ''}.`,
    cancel_declined: '{seller} declined the request to cancel.',
    return_requested: (units: number) => `The buyer asked {seller} to take back ${unitsOf(units)}.`,
    return_withdrawn: 'The buyer withdrew the return to {seller}.',
    return_accepted: '{seller} accepted the return.',
    return_declined: '{seller} declined the return.',
    return_sent: 'The return to {seller} is on its way.',
    return_expired: 'The return to {seller} ended: the buyer did not say in time that it was sent.',
    refundFailed: (amount: string) => `A refund of ${amount} failed.`,
    missing: 'The buyer said that the package from {seller} has not arrived.',
    address_changed: 'The buyer changed the address for {seller}.',
  },
  reasonGiven: (note: string) => `"${note}"`,
} as const
