export const INVITATION_HOURS = 24
/** Limits the text of a token: 32 bytes in base64url have 43 characters. */
export const MAX_INVITATION_TOKEN_LENGTH = 100
