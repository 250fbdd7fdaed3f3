import { defineMessages } from '../kernel/define-messages.ts'
export const accountFieldMessages = defineMessages('accountField', {
  displayNameNeeded: 'Please enter your name.',
  emailNeeded: 'Please enter your email address.',
  emailMalformed: 'Please enter an email address like name@example.com.',
  phoneMalformed: 'Please enter the number with its country code, like +1 555 0100.',
})
