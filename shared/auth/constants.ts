/** Local storage keys: the client's own state, and the session as auth-js stores it. */
export const AUTH_STATE_KEY = 'auth'
export const SESSION_STATE_KEY = 'authState'

/** Default and lowest value of the minimum password length, which is a setting. */
export const DEFAULT_MIN_PASSWORD_LENGTH = 8
export const LOWEST_MIN_PASSWORD_LENGTH = 6
export const MAX_PASSWORD_LENGTH = 128

export const ACCESS_TOKEN_SECONDS = 3600
/** Time in which a replaced refresh token returns its successor, for tabs that refresh concurrently. */
export const REFRESH_REUSE_SECONDS = 10
/** Sessions are deleted after this time without a refresh. */
export const SESSION_LIFE_SECONDS = 180 * 24 * 3600
/** Changing a password requires a sign-in within this time. */
export const FRESH_SIGN_IN_SECONDS = 24 * 3600

/** Range of the setting for the number of digits in codes. */
export const MIN_CODE_LENGTH = 6
export const MAX_CODE_LENGTH = 10

export const MAX_FACTOR_NAME_LENGTH = 100

/** A setup token is 34 characters long; typed ones may have spaces. */
export const MAX_SETUP_TOKEN_LENGTH = 100
