import { defineErrors, defineMessages } from '../kernel/define-messages.ts'
import { withTextOf } from '../kernel/error-definition.ts'
import { commonErrors } from '../kernel/errors.ts'
import type { OrderState } from './constants.ts'
import { orderMessages } from './messages.ts'
import { orderListMessages } from './order-list-messages.ts'

const texts = defineMessages('orderErrorTexts', {
  otherDestination:
    '{known, select, yes {You paid for delivery to {country}{hasPrefix, select, yes {, postal codes {prefix}…} other {}}. To send it elsewhere, please cancel and order again.} other {The delivery that you paid for does not go there. Please cancel and order again.}}',
})

/** Failures of a buyer's order. */
export const orderErrors = defineErrors('orderErrors', {
  order_not_found: withTextOf(404, () => orderMessages.invalidId),
  forbidden: withTextOf(403, () => orderMessages.noPermission),
  order_not_pending: { status: 409, text: 'This order can no longer be changed.' },
  other_destination: {
    status: 409,
    text: ({ country, prefix }: { country: string; prefix: string }) =>
      texts.otherDestination({ country, prefix, known: country ? 'yes' : 'no', hasPrefix: prefix ? 'yes' : 'no' }),
  },
  address_given: { status: 409, text: 'This order already has a shipping address.' },
})

export const adminOrderErrors = defineErrors('adminOrderErrors', {
  ...commonErrors,
  order_not_found: withTextOf(404, () => orderListMessages.orderNotFound),
  order_changed: { status: 409, text: (_: { order_state: OrderState }) => orderListMessages.orderChanged },
})
