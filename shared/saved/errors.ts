import { defineErrors } from '../kernel/define-messages.ts'
import { commonErrors } from '../kernel/errors.ts'

export const savedErrors = defineErrors('savedErrors', {
  ...commonErrors,
  buyers_only: { status: 403, text: 'Only buyers have a wish list.' },
})
