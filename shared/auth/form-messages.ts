import { defineMessages } from '../kernel/define-messages.ts'

export const authFieldMessages = defineMessages('authField', {
  passwordNeeded: 'Please enter a password.',
  confirmationNeeded: 'Please enter the password again.',
  passwordTooShort: 'Please use at least {length} characters.',
  passwordTooLong: 'Please use at most {length} characters.',
  codeMalformed: 'Please enter a code of {min} to {max} digits.',
  factorNameNeeded: 'Please enter a name.',
  setupTokenNeeded: 'Please enter the setup code.',
})
