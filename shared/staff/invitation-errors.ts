import { defineErrors } from '../kernel/define-messages.ts'
import { commonErrors } from '../kernel/errors.ts'

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
