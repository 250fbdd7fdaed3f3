import { defineErrors } from '../kernel/define-messages.ts'
import { commonErrors } from '../kernel/errors.ts'
import { rightErrors } from './right-messages.ts'

export const userErrors = defineErrors('userErrors', {
  ...commonErrors,
  ...rightErrors,
  user_not_found: { status: 404, text: 'This account does not exist.' },
  own_account: { status: 409, text: "You can't suspend your own account." },
  no_longer_admin: { status: 403, text: 'You are no longer an admin.' },
})
