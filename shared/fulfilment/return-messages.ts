import { defineMessages } from '../kernel/define-messages.ts'
import type { ReturnEventKind, ReturnReason, ReturnState } from './constants.ts'

/** Texts for sellers by event; the buyer's request has its own. */
const changeMessages = defineMessages('returnChange', {
  return_withdrawn: '{id}: the buyer withdrew the return',
  return_sent: '{id}: a return is on its way',
  return_expired: '{id}: a return has ended, as the buyer did not send it in time',
  return_accepted: '{id}: an admin accepted the return',
  return_declined: '{id}: an admin declined the return',
  returned: '{id}: an admin recorded what came back',
  other: '{id}: a return was changed',
})

/** Returns a seller's text about a change of a return. */
export function returnChanged(sellerOrderId: string, change: string): string {
  const texts: Readonly<Record<string, (values: { id: string }) => string>> = changeMessages satisfies Record<
    Exclude<ReturnEventKind, 'return_requested'>,
    unknown
  >
  return (texts[change] ?? changeMessages.other)({ id: sellerOrderId })
}

export const returnMessages = defineMessages('return', {
  returns: 'Returns',
  returnsOf: 'Returns of {id}',
  states: {
    requested: 'Return requested',
    accepted: 'Return accepted',
    declined: 'Return declined',
    withdrawn: 'Return withdrawn',
    received: 'Return received',
    expired: 'Return expired',
  } satisfies Record<ReturnState, string>,
  /** Shown once the buyer has reported the return as sent. */
  onItsWay: 'Return on its way',
  reasons: {
    damaged: 'It arrived damaged',
    defective: "It doesn't work",
    not_as_described: 'Not as described',
    wrong_item: 'The wrong item was sent',
    no_longer_needed: 'No longer needed',
    other: 'Another reason',
  } satisfies Record<ReturnReason, string>,
  reason: 'Reason',
  quoted: '"{text}"',
  unitsOfLine: '{name} (up to {left})',
  chooseUnits: 'Enter at least one unit.',
  sendTo: 'Where to send it',
  sendUntil: 'Add tracking by {day}, or the return ends.',
  trackingNumber: 'Tracking number',
  refunded: 'Refunded',
  back: '{units, plural, one {1 unit} other {# units}} came back',
  at: {
    requested: 'Requested {time}',
    accepted: 'Accepted {time}',
    declined: 'Declined {time}',
    withdrawn: 'Withdrawn {time}',
    sent: 'Sent {time}',
    received: 'Received {time}',
    expired: 'Expired {time}: not sent in time',
  },
})

/** Returns the text of a reason; undefined for an unknown one. */
export function returnReasonText(reason: string): string | undefined {
  const texts: Readonly<Record<string, string>> = returnMessages.reasons
  return Object.hasOwn(texts, reason) ? texts[reason] : undefined
}

export const buyerReturnMessages = defineMessages('buyerReturn', {
  open: 'Return items',
  until: 'You can return items until {day}.',
  over: 'The time to return items ended on {day}.',
  title: 'Return items to {seller}',
  text: '{seller} will accept or decline your return. Please wait for the return address before you send anything.',
  units: 'Which items do you want to return?',
  reasonPrompt: 'Choose a reason',
  chooseReason: 'Choose a reason for your return.',
  noteLabel: 'Note to the seller (optional)',
  confirm: 'Request return',
  keep: 'Keep it',
  asked: 'Your return was requested.',
  withdraw: 'Withdraw return',
  withdrawTitle: 'Withdraw this return?',
  withdrawText: '{seller} is notified. You can ask again as long as returns are possible.',
  withdrawn: 'Your return was withdrawn.',
  noteTracking: 'Add tracking',
  changeTracking: 'Edit tracking',
  trackingTitle: 'How did you send it?',
  trackingText: '{seller} can follow your package.',
  saveTracking: 'Save',
  trackingSaved: 'Tracking saved.',
})

export const sellerReturnMessages = defineMessages('sellerReturn', {
  instructions: 'Where and how to send it',
  instructionsHint: 'Return address and instructions for the buyer.',
  accept: 'Accept return',
  decline: 'Decline return',
  declineTitle: 'Decline this return?',
  declineReason: 'Reason',
  acceptTitle: 'Accept this return?',
  keep: 'Go back',
  accepted: 'Return accepted.',
  declined: 'Return declined.',
  receive: 'Record what came back',
  receiveTitle: 'What came back?',
  receivedUnits: 'Units that came back',
  resalableUnits: 'Of these, units that can be sold again',
  receivedOfLine: '{name} ({asked} requested)',
  effects: 'This records {units, plural, one {1 unit} other {# units}} for {amount}. The buyer gets an email.',
  /** For orders paid through the marketplace. */
  paidEffects:
    'The buyer gets {amount} back for {units, plural, one {1 unit} other {# units}}. The buyer gets an email.',
  confirmReceived: 'Record',
  received: '{units, plural, one {1 unit} other {# units}} recorded as returned.',
})
