/** Highest first. */
export const STARS = [5, 4, 3, 2, 1] as const
export type Stars = (typeof STARS)[number]

/** Characters of a review, and of a seller's answer. */
export const MAX_REVIEW_LENGTH = 2000
export const REVIEWS_PER_PAGE = 5
/** Quoted reviews on a seller page. */
export const QUOTES_OF_SELLER = 2
export const MAX_REVIEWS_PAGE = 1000

export const REVIEW_SORTS = ['newest', 'highest', 'lowest'] as const
export type ReviewSort = (typeof REVIEW_SORTS)[number]

/** Sortable columns of the admins' list; the first is the default, newest first. */
export const ADMIN_REVIEW_SORTS = ['date', 'rating'] as const
export type AdminReviewSort = (typeof ADMIN_REVIEW_SORTS)[number]

export const REVIEW_VIEWS = ['reported', 'hidden'] as const
export type ReviewView = (typeof REVIEW_VIEWS)[number]

/** `shown`, or why a review is not shown. */
export const REVIEW_STATES = ['shown', 'hidden', 'by_suspended'] as const

/** `REV` and at least five digits. */
export const REVIEW_ID_PATTERN = /^REV(?:\d{5}|[1-9]\d{5,11})$/
