import { defineErrors } from '../kernel/define-messages.ts'
import { commonErrors } from '../kernel/errors.ts'

/** Failures of making the first admin. */
export const setupErrors = defineErrors('setupErrors', {
  ...commonErrors,
  setup_token_wrong: {
    status: 403,
    text: 'This setup code is wrong. Open the link that the server printed when it started, or print it again: npm run admin -- setup-link',
  },
  setup_done: { status: 404, text: 'This marketplace has had its first admin. Please sign in.' },
  weak_password: {
    status: 422,
    text: 'This password is too short, too long or too common. Please choose another one.',
  },
})
