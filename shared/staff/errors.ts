import { rightErrors } from '../accounts/right-messages.ts'
import { defineErrors } from '../kernel/define-messages.ts'
import { commonErrors } from '../kernel/errors.ts'

export const staffErrors = defineErrors('staffErrors', {
  ...commonErrors,
  ...rightErrors,
  newer_revision: { status: 409, text: 'These rights have changed in the meantime.' },
  not_staff: { status: 404, text: 'This account has no rights any more.' },
  invitation_not_found: { status: 404, text: 'This invitation was accepted or withdrawn.' },
  last_owner: { status: 409, text: 'There must be an owner. Make another admin an owner first.' },
  already_staff: { status: 409, text: 'This address belongs to an admin already. Change the rights in the list.' },
  account_suspended: { status: 409, text: 'The account with this address is suspended. Reinstate it first.' },
  own_second_factor_first: {
    status: 409,
    text: 'Set up a second step for your own account first, and sign in with it.',
  },
  no_authenticators: { status: 409, text: 'Authenticator apps are turned off here (AUTH_MFA_TOTP).' },
})

/** Failures of accepting an invitation. */
export const invitationErrors = defineErrors('invitationErrors', {
  ...commonErrors,
  invitation_void: {
    status: 404,
    text: 'This invitation has expired, was accepted or was withdrawn. Ask for a new one.',
  },
  already_admin: { status: 409, text: 'You are an admin already. Please sign in.' },
  account_suspended: { status: 409, text: 'The account with this address is suspended.' },
  weak_password: {
    status: 422,
    text: 'This password is too short, too long or too common. Please choose another one.',
  },
})
