import { defineMessages } from '../kernel/define-messages.ts'

/** Texts of the page on which an invitation is accepted. */
export const invitationMessages = defineMessages('invitation', {
  heading: 'Join the staff',
  lead: 'Choose your name and a password.',
  submit: 'Accept the invitation',
  accepted: 'You are now a member of the staff.',
  failed: "We couldn't accept the invitation. Please try again.",
})
