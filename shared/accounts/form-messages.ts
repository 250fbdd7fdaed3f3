/** What is wrong with a field of the forms of accounts. */
export const accountFieldMessages = {
  displayNameNeeded: 'Please enter your name.',
  emailNeeded: 'Please enter your email address.',
  emailMalformed: 'Please enter an email address like name@example.com.',
  passwordNeeded: 'Please enter a password.',
  confirmationNeeded: 'Please enter the password again.',
  passwordTooShort: (length: number) => `Please use at least ${length} characters.`,
  passwordTooLong: (length: number) => `Please use at most ${length} characters.`,
  codeMalformed: (least: number, most: number) => `Please enter a code of ${least} to ${most} digits.`,
  phoneMalformed: 'Please enter the number with its country code, like +1 555 0100.',
  factorNameNeeded: 'Please enter a name.',
} as const
