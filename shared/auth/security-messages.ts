import { formatNumber, isolated } from '../kernel/locale.ts'
import { plural } from '../kernel/plural.ts'

/** Account security: second factors, sessions, and the ways to sign in. */
export const securityMessages = {
  // Codes and links by email.
  phoneInvalid: 'Please enter a valid phone number with its country code.',

  // Two-step verification.
  heading: 'Account security',
  factorsOn: 'When you sign in, we ask for one of these after your password.',
  factorsOff: 'A code from your phone protects your account even if someone learns your password.',
  addSecondFactor: "Add a second method on another device, so that losing the first one doesn't lock you out.",
  requiredOfAdmins: 'This marketplace requires two-step verification of its admins. Set it up here to continue.',
  textMessage: 'Text message',
  numberedName: (name: string, number: number) => `${name} ${formatNumber(number)}`,
  factorAddedOn: (kind: string, date: string) => `${kind}, added ${date}`,
  addAuthenticator: 'Add authenticator app',
  addPhone: 'Add phone',
  remove: 'Remove',
  removeFactor: (name: string) => `Remove ${isolated(name)}`,
  confirmRemove: 'Yes, remove',
  confirmRemoveFactor: (name: string) => `Yes, remove ${isolated(name)}`,
  keep: 'Keep',
  factorName: 'Name',
  addAuthenticatorTitle: 'Add an authenticator app',
  scan: 'Scan this code with your authenticator app, or enter the key in it.',
  qrCode: 'QR code for the authenticator app',
  key: 'Key',
  copyKey: 'Copy key',
  keyCopied: 'Key copied',
  keyNotCopied: "We couldn't copy the key. Please select it and copy it yourself.",
  keyHint: "Keep this key somewhere safe: with it, you can set up the app on another device. We won't show it again.",
  codeFromApp: 'Code from the app',
  addPhoneTitle: 'Add a phone',
  phoneNumber: 'Phone number',
  phoneHint: 'Include the country code, like +1 555 0100.',
  codeTexted: "We've texted you a code.",
  codeFromText: 'Code from the text message',
  turnOn: 'Turn on',
  factorAdded: 'Two-step verification is on.',
  factorRemoved: 'The verification method was removed.',
  factorFailed: "We couldn't change your verification methods. Please try again.",

  // Devices.
  devices: 'Devices',
  thisDevice: 'This device',
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
  unknownDevice: 'Unknown device',
  signOutOthers: 'Sign out other devices',
  othersSignedOut: 'All other devices have been signed out.',
  signOutOthersFailed: "We couldn't sign out your other devices. Please try again.",
  sessionsFailed: "We couldn't load your devices.",

  // Email address and password.
  emailAddress: 'Email address',
  yourEmail: 'Your email address is {address}.',
  newEmail: 'New email address',
  changeEmail: 'Change email address',
  emailChangePending: 'To change your address to {address}, open the link we emailed you.',
  emailChangeRequested: 'To confirm the change, open the link we emailed you.',
  emailChangeFailed: "We couldn't change your email address. Please try again.",
  newPassword: 'New Password',
  confirmNewPassword: 'Confirm New Password',
  newPasswordHint: (minLength: number) =>
    plural(minLength, {
      one: 'At least 1 character. This signs you out on all other devices.',
      other: (n) => `At least ${n} characters. This signs you out on all other devices.`,
    }),
  codeEmailed: "We've emailed you a code. Enter it here to confirm that it's you.",
  codeEmailedAgain: "We've sent another code.",

  // Linked accounts.
  linkedAccounts: 'Linked accounts',
  link: (provider: string) => `Link ${provider}`,
  unlink: 'Unlink',
  unlinkProvider: (provider: string) => `Unlink ${provider}`,
  identityUnlinked: 'Account unlinked.',
  identityFailed: "We couldn't change your linked accounts. Please try again.",
} as const
