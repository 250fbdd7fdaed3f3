/** Local storage keys: the client's own state, and the session as auth-js keeps it. */
export const AUTH_STATE_KEY = 'auth'
export const SESSION_STATE_KEY = 'authState'

/** The shortest password unless a setting says otherwise, and the least the setting may say. */
export const MIN_PASSWORD_LENGTH = 8
export const LEAST_PASSWORD_LENGTH = 6
export const MAX_PASSWORD_LENGTH = 128

export const ACCESS_TOKEN_SECONDS = 3600
/** How long a replaced refresh token still returns the live one, for tabs that refresh at the same time. */
export const REFRESH_REUSE_SECONDS = 10
/** A session that was neither begun nor refreshed for so long is deleted. */
export const SESSION_LIFE_SECONDS = 180 * 24 * 3600
/** A password is changed only in a session that signed in within this time. */
export const FRESH_SIGN_IN_SECONDS = 24 * 3600

/** How many digits the codes of emails and text messages have, by the operator's setting. */
export const MIN_CODE_LENGTH = 6
export const MAX_CODE_LENGTH = 10
