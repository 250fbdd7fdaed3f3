import { defineErrors } from '../kernel/define-messages.ts'
import { commonErrors } from '../kernel/errors.ts'

/** Failures of the page on which sellers edit their delivery. */
export const deliveryErrors = defineErrors('deliveryErrors', {
  ...commonErrors,
  method_not_found: { status: 404, text: 'This delivery method does not exist.' },
  newer_revision: { status: 409, text: 'Your delivery has changed in the meantime. Please reload the page.' },
  too_many_methods: {
    status: 409,
    text: 'There are 50 delivery methods already. Delete one before you add another.',
  },
})
