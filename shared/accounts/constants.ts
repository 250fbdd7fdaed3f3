export const ROLES = ['buyer', 'seller', 'admin'] as const
export type Role = (typeof ROLES)[number]
export const SIGN_UP_ROLES = ['buyer', 'seller'] as const
export type SignUpRole = (typeof SIGN_UP_ROLES)[number]

export const USER_STATES = ['active', 'suspended'] as const

/** Sortable columns of the admins' list of users; the first is the default, newest first. */
export const USER_SORTS = ['created', 'name', 'email', 'role', 'last_sign_in', 'state'] as const
export type UserSort = (typeof USER_SORTS)[number]

export const MAX_EMAIL_LENGTH = 255
export const MAX_DISPLAY_NAME_LENGTH = 100
/** Limits a user's metadata as JSON text. */
export const MAX_USER_METADATA_BYTES = 8192
/** Limits the nesting of a user's metadata. */
export const MAX_USER_METADATA_DEPTH = 10
/** Stored avatars per user, of which one is shown: 20 MB at 0.1 MB each. */
export const MAX_AVATARS = 200
/** The storage protocol's `error` above this limit. */
export const TOO_MANY_PICTURES = 'too_many_pictures'
