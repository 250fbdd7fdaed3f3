import { commonErrors, type ErrorDefinitions } from '../kernel/errors.ts'
import type { OrderState } from './constants.ts'
import { orderMessages } from './messages.ts'
import { orderListMessages } from './order-list-messages.ts'

/** Failures of a buyer's order. */
export const orderErrors = {
  order_not_found: { status: 404, text: orderMessages.invalidId },
  forbidden: { status: 403, text: orderMessages.noPermission },
  order_not_pending: { status: 409, text: orderMessages.orderNotPending },
  address_given: { status: 409, text: orderMessages.addressGiven },
} as const satisfies ErrorDefinitions

export const adminOrderErrors = {
  ...commonErrors,
  order_not_found: { status: 404, text: orderListMessages.orderNotFound },
  order_changed: { status: 409, text: (_: { order_state: OrderState }) => orderListMessages.orderChanged },
} as const satisfies ErrorDefinitions
