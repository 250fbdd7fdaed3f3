import { defineErrors } from '../shared/kernel/define-messages.ts'
import { commonErrors } from '../shared/kernel/errors.ts'

export const sandboxErrors = defineErrors('sandboxErrors', {
  ...commonErrors,
  step_not_found: { status: 404, text: 'There is no such payment step.' },
  sandbox_not_possible: { status: 409, text: 'Not possible for this payment now.' },
})
