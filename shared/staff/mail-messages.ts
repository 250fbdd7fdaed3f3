import { shopName } from '../app/name.ts'
import { defineMessages } from '../kernel/define-messages.ts'
import { INVITATION_HOURS } from './constants.ts'

export const invitationMail = defineMessages(
  'invitationMail',
  {
    subject: 'You are invited to run {shop}',
    lead: '{name} invites you to the admin area of {shop}. The link works once, within {hours} hours: choose your password there.',
    note: 'If you have an account with this address, it becomes an admin: the new password replaces the old one.',
    rights: 'Your rights',
    owner: 'Owner: everything',
    button: 'Accept the invitation',
  },
  { shop: shopName, hours: INVITATION_HOURS },
)
