/** Path of the sign-in service; the site's address with it is the issuer of access tokens. */
export const AUTH_BASE = '/auth/v1'
