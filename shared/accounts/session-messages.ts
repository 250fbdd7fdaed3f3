import { defineMessages } from '../kernel/define-messages.ts'
/** Texts that any page may show; those of sign-in, profile and password load with their pages. */
export const sessionMessages = defineMessages('session', {
  loggedOut: 'Logged out successfully',
  logoutFailed: 'Failed to logout. Please try again.',
  signOutFailed: 'Failed to sign out',
  sessionFailed: 'Failed to get session',
})
