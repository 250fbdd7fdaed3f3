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
