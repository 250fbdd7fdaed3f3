/** Local storage keys: the client's own state, and the session as auth-js keeps it. */
export const AUTH_STATE_KEY = 'auth'
export const SESSION_STATE_KEY = 'authState'

/** The minimum length of a password is a setting: its default, and the lowest value it may have. */
export const DEFAULT_MIN_PASSWORD_LENGTH = 8
export const LOWEST_MIN_PASSWORD_LENGTH = 6
export const MAX_PASSWORD_LENGTH = 128

export const ACCESS_TOKEN_SECONDS = 3600
/** How long a replaced refresh token still returns its successor, for tabs that refresh at the same time. */
export const REFRESH_REUSE_SECONDS = 10
/** A session that was neither opened nor refreshed for this long is deleted. */
export const SESSION_LIFE_SECONDS = 180 * 24 * 3600
/** A password is changed only in a session that signed in within this time. */
export const FRESH_SIGN_IN_SECONDS = 24 * 3600

/** The number of digits in the codes of emails and text messages is a setting with this range. */
export const MIN_CODE_LENGTH = 6
export const MAX_CODE_LENGTH = 10

/** For the name that a user gives a second factor. */
export const MAX_FACTOR_NAME_LENGTH = 100
