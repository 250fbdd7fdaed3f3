/** Where the sign-in service lives; the site's address and this are the issuer of its tokens. */
export const AUTH_BASE = '/auth/v1'
