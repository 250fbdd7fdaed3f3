import { commonErrors, type ErrorDefinitions } from '../kernel/errors.ts'
import { formatDay } from '../kernel/locale.ts'

/** The seller order as its caller may see it. */
interface Present {
  seller_order: unknown
}

interface TooFewUnits extends Present {
  line_number: number
  product_name: string
  left: number
}

export const fulfilmentErrors = {
  ...commonErrors,
  seller_order_changed: { status: 409, text: (_: Present) => 'This order has changed in the meantime.' },
  order_unpaid: { status: 409, text: 'This order is not paid yet.' },
  order_stopped: { status: 409, text: "This order was stopped by the marketplace. Please don't ship it." },
  /** The seller order was refunded in full. */
  order_refunded: { status: 409, text: "This order was refunded. Please don't ship it." },
  wrong_state: { status: 409, text: (_: Present) => 'This is no longer possible for this order.' },
  no_address: { status: 409, text: 'No shipping address yet.' },
  /** More units than are neither sent nor cancelled. */
  nothing_left: {
    status: 409,
    text: ({ product_name, left }: TooFewUnits) =>
      left ? `Only ${left} of ${product_name} left to send.` : `Nothing of ${product_name} is left to send.`,
  },
  line_not_found: { status: 404, text: 'This order has no such line.' },
  shipment_not_found: { status: 404, text: 'This order has no such package.' },
  too_many_shipments: { status: 409, text: 'This order has reached its limit of packages.' },
  too_late_to_void: { status: 409, text: 'A package can be taken back within an hour of sending.' },
  wrong_delivery_date: { status: 400, text: 'The delivery date must be after sending and not in the future.' },
  returns_not_offered: { status: 409, text: 'Returns cannot be requested here.' },
  return_period_over: {
    status: 409,
    text: ({ until }: { until: string }) => `This could be returned until ${formatDay(until)}.`,
  },
  not_returnable: {
    status: 409,
    text: ({ product_name, left }: TooFewUnits) =>
      left ? `Only ${left} of ${product_name} can be returned.` : `Nothing of ${product_name} can be returned.`,
  },
  more_than_asked: {
    status: 409,
    text: ({ product_name, left }: TooFewUnits) =>
      left
        ? `The buyer asked to return ${left} of ${product_name}, not more.`
        : `The buyer did not ask to return ${product_name}.`,
  },
  return_not_found: { status: 404, text: 'This order has no such return.' },
  too_many_returns: { status: 409, text: 'This order has reached its limit of returns.' },
  request_reused: { status: 422, text: 'This request was already used for another package.' },
} as const satisfies ErrorDefinitions
