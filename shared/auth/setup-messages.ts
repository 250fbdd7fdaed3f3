import { defineMessages } from '../kernel/define-messages.ts'

/** Texts of the page that makes the first admin. */
export const setupMessages = defineMessages('setup', {
  heading: 'Open your marketplace',
  lead: 'You will be its first admin.',
  token: 'Setup code',
  tokenHint: 'From the link that the server printed when it started.',
  submit: 'Open the marketplace',
  failed: "We couldn't create your account. Please try again.",
})

/** Texts of the page on which an invitation is accepted. */
export const invitationMessages = defineMessages('invitation', {
  heading: 'Join the staff',
  lead: 'Choose your name and a password.',
  submit: 'Accept the invitation',
  accepted: 'You are now a member of the staff.',
  failed: "We couldn't accept the invitation. Please try again.",
})
