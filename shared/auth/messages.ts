import { defineMessages } from '../kernel/define-messages.ts'

/** Texts of sign-in beyond the specification's form: codes and links, other providers, two-step verification. */
export const signInMessages = defineMessages('signIn', {
  email: 'Email',
  password: 'Password',
  confirmPassword: 'Confirm Password',
  passwordHint: '{minLength, plural, one {At least 1 character.} other {At least # characters.}}',
  role: 'Role',
  forgotPassword: 'Forgot password?',
  emailCode: 'Email me a code',
  otherWays: 'Other ways to sign in',
  continueWith: 'Continue with {provider}',
  backToSignIn: 'Back to sign in',

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

  providerCancelled: 'The sign-in was cancelled.',
  providerFailed: "This sign-in service isn't responding right now. Please try again later.",
  providerEmailUnverified: 'Please confirm your email address with this provider first.',
  providerEmailMissing: "This provider didn't share your email address.",
  passwordTooCommon: 'This password is too common. Please choose another one.',
  sessionEnded: 'Your session has ended. Please sign in again.',
  signUpDisabled: "New accounts can't be created right now.",
  banned: 'This account is suspended.',
  providerTitles: {
    email: 'Email',
    phone: 'Phone',
    google: 'Google',
    github: 'GitHub',
    gitlab: 'GitLab',
    linkedin: 'LinkedIn',
  },
  organization: 'Your organization',

  secondFactorHeading: 'Two-step verification',
  confirmWith: 'Confirm with',
  appCodeHint: 'Enter the six-digit code from "{name}".',
  codeTextedTo: "We've texted a code to {name}.",
  confirm: 'Confirm',
  sendCode: 'Send code',
  sendAnotherCode: 'Send another code',
  signInAsOther: 'Sign in to another account',
  authenticatorApp: 'Authenticator app',
  phone: 'Phone',
  phoneTitle: '{name} …{lastDigits}',

  // Shown after a link has changed the account.
  emailChangeHalf: 'This address is confirmed. Now open the link we sent to your other address.',
  emailChangeDone: 'Your new email address is confirmed.',
  emailChangeDoneElsewhere: 'Your new email address is confirmed. Please sign in with it.',
  identityLinked: 'Account linked.',
  identityTaken: 'This account is already linked.',
})

/** The words of the first banner, beside the forms; a copy, as the banner's catalog would be loaded by every page of the shop. */
export const sceneMessages = defineMessages('signInScene', {
  title: 'A whole marketplace under one roof',
  text: 'Independent sellers, every category, one cart.',
})
