import { formatDay } from '../kernel/locale.ts'
import type { RefusalDetails, RefusalTexts } from '../kernel/refusals.ts'
import { commonRefusals } from '../kernel/refusals.ts'

export const fulfilmentMessages = {
  httpsOnly: 'The tracking link must begin with https://.',
  wrongDay: 'Enter a day of this century.',
  carrierNeeded: 'Choose or enter a carrier.',
  declineReasonNeeded: 'Tell the buyer why.',
  instructionsNeeded: 'Enter the return address.',
  resalableTooMany: 'No more can be sold again than came back.',
  nothingReceived: 'Enter at least one unit that came back.',
  /** The note of an order that the system cancels. */
  notAnswered: 'the seller did not answer',
} as const

export const fulfilmentRefusals = {
  ...commonRefusals,
  seller_order_changed: 'This order has changed in the meantime.',
  order_unpaid: 'This order is not paid yet.',
  order_stopped: "This order was stopped by the marketplace. Please don't ship it.",
  order_refunded: "This order was refunded. Please don't ship it.",
  wrong_state: 'This is no longer possible for this order.',
  no_address: 'No shipping address yet.',
  nothing_left: ({ product_name, left }: RefusalDetails) =>
    left ? `Only ${left} of ${product_name} left to send.` : `Nothing of ${product_name} is left to send.`,
  line_not_found: 'This order has no such line.',
  shipment_not_found: 'This order has no such package.',
  too_many_shipments: 'This order has reached its limit of packages.',
  too_late_to_void: 'A package can be taken back within an hour of sending.',
  wrong_delivery_date: 'The delivery date must be after sending and not in the future.',
  returns_not_offered: 'Returns cannot be requested here.',
  return_period_over: ({ until }: RefusalDetails) => `This could be returned until ${formatDay(String(until))}.`,
  not_returnable: ({ product_name, left }: RefusalDetails) =>
    left ? `Only ${left} of ${product_name} can be returned.` : `Nothing of ${product_name} can be returned.`,
  more_than_asked: ({ product_name, left }: RefusalDetails) =>
    left
      ? `The buyer asked to return ${left} of ${product_name}, not more.`
      : `The buyer did not ask to return ${product_name}.`,
  return_not_found: 'This order has no such return.',
  too_many_returns: 'This order has reached its limit of returns.',
  request_reused: 'This request was already used for another package.',
} as const satisfies RefusalTexts
