/** Texts that every page may show; those of signing in, the profile and the password are loaded with their pages. */
export const sessionMessages = {
  loggedOut: 'Logged out successfully',
  logoutFailed: 'Failed to logout. Please try again.',
  signOutFailed: 'Failed to sign out',
  sessionFailed: 'Failed to get session',
} as const
