import { shopName } from '../app/name.ts'
import { defineMessages } from '../kernel/define-messages.ts'
import { INVITATION_HOURS } from './constants.ts'

export const invitationMail = defineMessages(
  'invitationMail',
  {
    subject: 'You are invited to the staff of {shop}',
    lead: '{name} invites you to the admin area of {shop}. Follow the link to choose your password. It works once, within {hours} hours.',
    note: 'If you already have an account with this address, it becomes an admin account, and the new password replaces the old one.',
    rights: 'Your rights',
    owner: 'Owner: everything',
    button: 'Accept the invitation',
  },
  { shop: shopName, hours: INVITATION_HOURS },
)
