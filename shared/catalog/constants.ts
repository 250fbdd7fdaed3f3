export const CATEGORY_PAGE_SIZE = 5
export const SEARCH_PAGE_SIZE = 10
export const JUST_FOR_YOU_COUNT = 10
export const RELATED_PRODUCTS_COUNT = 6
export const MORE_FROM_SELLERS_COUNT = 10
export const CAROUSEL_INTERVAL_MS = 3000
export const MAX_OTHER_IMAGES = 3
export const MAX_PICTURE_TEXT_LENGTH = 200
export const MAX_PRODUCT_NAME_LENGTH = 200
export const MAX_DESCRIPTION_BYTES = 50_000
/** Opening and closing tags of a description before cleaning; each costs time to clean. */
export const MAX_DESCRIPTION_TAGS = 3000
/** Nesting of elements in a description before cleaning. */
export const MAX_DESCRIPTION_DEPTH = 250
/** Limits the rows of unpaged lists, and the matches that a search reads. */
export const MAX_UNPAGED_ROWS = 1000
export const MAX_SEARCH_PAGE = MAX_UNPAGED_ROWS / SEARCH_PAGE_SIZE
export const FLASH_SALE_COUNT = 100
/** Days of the lowest former price that is shown with a flash sale or a reduced price. */
export const LOWEST_PRICE_DAYS = 30
/** Products per request by id: as many as a cart has lines. */
export const MAX_PRODUCTS_BY_ID = 100

/** Price filters of the search page in dollars; `100-` is open-ended. */
export const PRICE_RANGES = ['0-50', '50-100', '100-'] as const
export type PriceRange = (typeof PRICE_RANGES)[number]

/** Minimum stars. */
export const RATING_FILTERS = ['4', '3'] as const
export type RatingFilter = (typeof RATING_FILTERS)[number]

/** Characters of a search's category names, joined by commas. */
export const MAX_CATEGORIES_LENGTH = 300
/** Sellers that a search can be limited to. */
export const MAX_CHOSEN_SELLERS = 10
/** Sellers counted for a search's filter: those with the most products. */
export const SELLERS_COUNTED = 10
/** Suggestions of a search box, and how many of them may be texts or categories. */
export const MAX_SUGGESTIONS = 8
export const MAX_SUGGESTED_TEXTS = 3
export const MAX_SUGGESTED_CATEGORIES = 2
/** Sellers shown whose name is exactly the text of a search. */
export const MAX_SELLERS_NAMED = 3
/** Shorter texts get no suggestions. */
export const MIN_SUGGESTED_LENGTH = 2
/** Characters of each text. */
export const MAX_SYNONYM_LENGTH = 40
export const MAX_SYNONYMS = 2_000
/** Retention of search counts, and rows of each kind shown to admins. */
export const SEARCHES_COUNTED_DAYS = 30
export const COUNTED_SEARCHES_SHOWN = 50
/** Bars of the price histogram. */
export const MAX_PRICE_BARS = 12

export const SORT_ORDERS = ['relevance', 'price-low-high', 'price-high-low'] as const
export type SortOrder = (typeof SORT_ORDERS)[number]

export const MAX_SELECTED_PRODUCTS = 100
/** Time in which the browser offers to undo a deletion, and in which the server accepts it: requests may be slow. */
export const UNDO_SECONDS = 55
export const RESTORE_SECONDS = 60

/** The longest side of a stored product picture, in pixels. */
export const MAX_PICTURE_SIDE = 2048
/** Smaller widths that file storage serves, in pixels. */
export const PICTURE_WIDTHS = [320, 640, 1280] as const
/** Query parameter for the width of the original picture in pixels. */
export const FULL_WIDTH = 'full'
/** Megabytes of 2^20 bytes. */
export const MAX_PICTURE_MB = 10

/** `PRD` and at least five digits without needless leading zeros: PRD00001 … PRD99999, PRD100000 … */
export const PRODUCT_ID_PATTERN = /^PRD(?:\d{5}|[1-9]\d{5,11})$/

/** `s-maxage` and `stale-while-revalidate` of public responses. */
export const RESPONSE_FRESH_SECONDS = 5
export const RESPONSE_STALE_SECONDS = 60
export const MAX_AFTER_CHANGE_LENGTH = 40

export const SELLER_PAGE_SIZE = 10
export const SELLER_PAGE_SORTS = ['name', 'price-low-high', 'price-high-low'] as const
export type SellerPageSort = (typeof SELLER_PAGE_SORTS)[number]
