import { defineErrors, defineMessages } from '../kernel/define-messages.ts'
import { commonErrors } from '../kernel/errors.ts'
import { formatDay } from '../kernel/locale.ts'
import { orderErrors } from '../orders/errors.ts'

/** The seller order as its caller may see it. */
interface CurrentSellerOrder {
  seller_order: unknown
}

interface TooFewUnits extends CurrentSellerOrder {
  line_number: number
  product_name: string
  left: number
}

const texts = defineMessages('fulfilmentErrorTexts', {
  sellerOrderChanged: 'This order has changed in the meantime.',
  wrongState: 'This is no longer possible for this order.',
  nothingLeft:
    '{left, plural, =0 {Nothing of {product} is left to send.} other {Only {left} of {product} left to send.}}',
  returnPeriodOver: 'This could be returned until {day}.',
  notReturnable:
    '{left, plural, =0 {Nothing of {product} can be returned.} other {Only {left} of {product} can be returned.}}',
  moreThanAsked:
    '{left, plural, =0 {The buyer did not ask to return {product}.} other {The buyer asked to return {left} of {product}, not more.}}',
})

export const fulfilmentErrors = defineErrors('fulfilmentErrors', {
  ...commonErrors,
  seller_order_changed: { status: 409, text: (_: CurrentSellerOrder) => texts.sellerOrderChanged },
  order_unpaid: { status: 409, text: 'This order is not paid yet.' },
  order_stopped: { status: 409, text: "This order was stopped by the marketplace. Please don't ship it." },
  /** The seller order was refunded in full. */
  order_refunded: { status: 409, text: "This order was refunded. Please don't ship it." },
  wrong_state: { status: 409, text: (_: CurrentSellerOrder) => texts.wrongState },
  other_destination: orderErrors.other_destination,
  no_address: { status: 409, text: 'No shipping address yet.' },
  /** More units than are left to send. */
  nothing_left: {
    status: 409,
    text: ({ product_name, left }: TooFewUnits) => texts.nothingLeft({ product: product_name, left }),
  },
  line_not_found: { status: 404, text: 'This order has no such line.' },
  shipment_not_found: { status: 404, text: 'This order has no such package.' },
  too_many_shipments: { status: 409, text: 'This order has reached its limit of packages.' },
  too_late_to_void: { status: 409, text: 'A package can be taken back within an hour of sending.' },
  wrong_delivery_date: { status: 400, text: 'The delivery date must be after sending and not in the future.' },
  returns_not_offered: { status: 409, text: 'Returns cannot be requested here.' },
  return_period_over: {
    status: 409,
    text: ({ until }: { until: string }) => texts.returnPeriodOver({ day: formatDay(until) }),
  },
  not_returnable: {
    status: 409,
    text: ({ product_name, left }: TooFewUnits) => texts.notReturnable({ product: product_name, left }),
  },
  more_than_asked: {
    status: 409,
    text: ({ product_name, left }: TooFewUnits) => texts.moreThanAsked({ product: product_name, left }),
  },
  return_not_found: { status: 404, text: 'This order has no such return.' },
  too_many_returns: { status: 409, text: 'This order has reached its limit of returns.' },
  request_reused: { status: 422, text: 'This request was already used for another package.' },
})
