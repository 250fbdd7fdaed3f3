export const authFieldMessages = {
  passwordNeeded: 'Please enter a password.',
  confirmationNeeded: 'Please enter the password again.',
  passwordTooShort: (length: number) => `Please use at least ${length} characters.`,
  passwordTooLong: (length: number) => `Please use at most ${length} characters.`,
  codeMalformed: (min: number, max: number) => `Please enter a code of ${min} to ${max} digits.`,
  factorNameNeeded: 'Please enter a name.',
} as const
