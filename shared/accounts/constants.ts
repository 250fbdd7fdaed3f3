export const ROLES = ['buyer', 'seller', 'admin'] as const
export type Role = (typeof ROLES)[number]
/** The roles that can be chosen at sign-up. */
export const SIGN_UP_ROLES = ['buyer', 'seller'] as const
export type SignUpRole = (typeof SIGN_UP_ROLES)[number]

export const USER_STATES = ['active', 'suspended'] as const

/** The columns that sort the admins' list of users; the first is the default, from the newest down. */
export const USER_SORTS = ['created', 'name', 'email', 'role', 'last_sign_in', 'state'] as const
export type UserSort = (typeof USER_SORTS)[number]

export const MAX_EMAIL_LENGTH = 255
export const MAX_DISPLAY_NAME_LENGTH = 100
/** For all of a user's metadata as JSON text. */
export const MAX_USER_METADATA_BYTES = 8192
/** For nested lists and objects in a user's metadata. */
export const MAX_USER_METADATA_DEPTH = 10
/** The limit of avatars that a user may store, of which one is shown: 20 MB at 0.1 MB each. */
export const MAX_AVATARS = 200
/** The `error` of the storage protocol for one more than these. */
export const TOO_MANY_PICTURES = 'too_many_pictures'
