// Separate from the other constants, which every page of the shop loads.

/** Pages besides the fixed ones. */
export const MAX_OWN_PAGES = 10
export const MAX_PAGE_TITLE_LENGTH = 100
export const MAX_PAGE_BYTES = 200_000
/** Opening and closing tags before cleaning. */
export const MAX_PAGE_TAGS = 12_000
export const MAX_SLUG_LENGTH = 40
export const SLUG_PATTERN = /^[a-z0-9-]{2,40}$/
/** First segments of other addresses of the site, so that no page is taken for one of them. */
export const RESERVED_SLUGS: readonly string[] = [
  'about admin api auth authentication cart category checkout contact dashboard imprint notifications',
  'order-confirmation order-receipt order-tracking page privacy product products rest sandbox search seller setup',
  'shop storage terms verify wish-list',
].flatMap((slugs) => slugs.split(' '))
