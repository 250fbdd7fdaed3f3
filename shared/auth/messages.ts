import { isolated } from '../kernel/locale.ts'
import { plural } from '../kernel/plural.ts'

/** Signing in, beyond the specification's form: codes and links, other providers, two-step verification. */
export const signInMessages = {
  // The form.
  email: 'Email',
  password: 'Password',
  confirmPassword: 'Confirm Password',
  passwordHint: (minLength: number) =>
    plural(minLength, { one: 'At least 1 character.', other: (n) => `At least ${n} characters.` }),
  role: 'Role',
  forgotPassword: 'Forgot password?',
  emailCode: 'Email me a code',
  otherWays: 'Other ways to sign in',
  continueWith: (provider: string) => `Continue with ${provider}`,
  backToSignIn: 'Back to sign in',

  // Codes and links by email.
  forgotHeading: 'Reset your password',
  forgotLead: "We'll email you a code and a link to choose a new password.",
  newPasswordHeading: 'Choose a new password',
  emailCodeHeading: 'Sign in by email',
  emailCodeLead: "We'll email you a code and a sign-in link.",
  confirmHeading: 'Confirm your email address',
  confirmLead: "We'll email you a code and a link to confirm your address.",
  confirmed: 'Your email address is confirmed. Please sign in.',
  arrivingHeading: 'One moment…',
  sendEmail: 'Send email',
  sendAgain: 'Send again',
  continue: 'Continue',
  code: 'Code',
  codeSent: "If this address has an account, we've emailed it a code.",
  confirmSent: 'Enter the code we emailed you, or open the link in the email.',
  codeFailed: "We couldn't check the code. Please try again.",
  codeWrong: 'This code is wrong or has expired.',
  emailInvalid: 'Please enter a valid email address.',
  emailFailed: "We couldn't send the email. Please try again.",
  linkExpired: 'This link is invalid or has expired. Please request a new one.',
  linkElsewhere:
    'This link only works in the browser where you requested it. Please sign in, or request a new link here.',
  linkOfOther: "You're signed in to another account. Please log out before you open this link.",
  linkFailed: "We couldn't sign you in with this link. Please try again.",
  unreachable: "We can't reach the server. Please try again.",

  // Other providers.
  providerCancelled: 'The sign-in was cancelled.',
  providerFailed: "This sign-in service isn't responding right now. Please try again later.",
  providerEmailUnverified: 'Please confirm your email address with this provider first.',
  providerEmailMissing: "This provider didn't share your email address.",
  signUpDisabled: "New accounts can't be created right now.",
  banned: 'This account is suspended.',
  providerTitles: {
    email: 'Email',
    phone: 'Phone',
    google: 'Google',
    github: 'GitHub',
    gitlab: 'GitLab',
    linkedin: 'LinkedIn',
  } as Readonly<Record<string, string>>,
  organization: 'Your organization',

  // Two-step verification, at sign-in.
  secondFactorHeading: 'Two-step verification',
  confirmWith: 'Confirm with',
  appCodeHint: (name: string) => `Enter the six-digit code from "${isolated(name)}".`,
  codeTextedTo: (name: string) => `We've texted a code to ${isolated(name)}.`,
  confirm: 'Confirm',
  sendCode: 'Send code',
  sendAnotherCode: 'Send another code',
  signInAsOther: 'Sign in to another account',
  authenticatorApp: 'Authenticator app',
  phone: 'Phone',
  phoneTitle: (name: string, lastDigits: string) => `${isolated(name)} …${lastDigits}`,

  // Where a link leads that changed the account.
  emailChangeHalf: 'This address is confirmed. Now open the link we sent to your other address.',
  emailChangeDone: 'Your new email address is confirmed.',
  emailChangeDoneElsewhere: 'Your new email address is confirmed. Please sign in with it.',
  identityLinked: 'Account linked.',
  identityTaken: 'This account is already linked.',
} as const
