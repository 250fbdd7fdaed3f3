/** Unread notifications are counted up to this many, which stands for as many or more. */
export const MAX_UNREAD_COUNT = 100
