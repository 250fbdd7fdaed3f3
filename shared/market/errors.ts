import { defineErrors } from '../kernel/define-messages.ts'
import { commonErrors } from '../kernel/errors.ts'

/** Failures of the forms of the marketplace's settings. */
export const marketErrors = defineErrors('marketErrors', {
  ...commonErrors,
  newer_revision: { status: 409, text: 'These settings have changed in the meantime.' },
})
