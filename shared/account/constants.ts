export const ROLES = ['buyer', 'seller', 'admin'] as const
export type Role = (typeof ROLES)[number]
/** The roles a person can choose at sign-up. */
export const SIGN_UP_ROLES = ['buyer', 'seller'] as const
export type SignUpRole = (typeof SIGN_UP_ROLES)[number]

/** Local storage keys: the client's own state, and the session as auth-js keeps it. */
export const AUTH_STATE_KEY = 'auth'
export const SESSION_STATE_KEY = 'authState'

/** The shortest password unless a setting says otherwise, and the least the setting may say. */
export const MIN_PASSWORD_LENGTH = 8
export const LEAST_PASSWORD_LENGTH = 6
export const MAX_PASSWORD_LENGTH = 128
export const MAX_EMAIL_LENGTH = 255
export const MAX_DISPLAY_NAME_LENGTH = 100
/** All of a user's metadata as JSON text. */
export const MAX_USER_METADATA_BYTES = 8192
/** Nested lists and objects in a user's metadata. */
export const MAX_USER_METADATA_DEPTH = 10

export const ACCESS_TOKEN_SECONDS = 3600
/** How long a replaced refresh token is still answered, for tabs that refresh at the same time. */
export const REFRESH_REUSE_SECONDS = 10
/** A password is changed only in a session that signed in within this time. */
export const FRESH_SIGN_IN_SECONDS = 24 * 3600

/** How many digits the codes of mails and text messages have, by the operator's setting. */
export const MIN_CODE_LENGTH = 6
export const MAX_CODE_LENGTH = 10
