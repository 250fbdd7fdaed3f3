export const CATEGORY_PAGE_SIZE = 5
export const SEARCH_PAGE_SIZE = 10
export const JUST_FOR_YOU_COUNT = 10
export const RELATED_PRODUCTS_COUNT = 6
export const MORE_FROM_SELLERS_COUNT = 10
export const CAROUSEL_INTERVAL_MS = 3000
export const MAX_OTHER_IMAGES = 3
/** Of the text for one picture, in characters. */
export const MAX_PICTURE_TEXT_LENGTH = 200
export const MAX_PRODUCT_NAME_LENGTH = 200
export const MAX_DESCRIPTION_BYTES = 50_000
/** Tags of a description as it is sent, opening and closing ones; each costs time to clean. */
export const MAX_DESCRIPTION_TAGS = 3000
/** Elements in each other in a description as it is sent. */
export const MAX_DESCRIPTION_DEPTH = 250
/** The limit of rows of an unpaged list, and of matches that a search reads. */
export const MAX_UNPAGED_ROWS = 1000
/** The highest page of a search that can be requested. */
export const MAX_SEARCH_PAGE = MAX_UNPAGED_ROWS / SEARCH_PAGE_SIZE
/** The limit of products in the flash-sale row of the home page. */
export const FLASH_SALE_COUNT = 100
/** A product on flash sale, or one that became cheaper, shows its lowest price of this many days. */
export const LOWEST_PRICE_DAYS = 30
/** The limit of products requested by id in one call: that of lines in a cart. */
export const MAX_PRODUCTS_BY_ID = 100

/** Price filters of the search page in dollars; `100-` is open-ended. */
export const PRICE_RANGES = ['0-50', '50-100', '100-'] as const
export type PriceRange = (typeof PRICE_RANGES)[number]

/** The filters of the search page by rating: so many stars and more. */
export const RATING_FILTERS = ['4', '3'] as const
export type RatingFilter = (typeof RATING_FILTERS)[number]

/** Of the names of all categories of a search with commas between them, in characters. */
export const MAX_CATEGORIES_LENGTH = 300
/** The limit of sellers that a search is limited to. */
export const MAX_CHOSEN_SELLERS = 10
/** The sellers whose figures a search returns: those with most products. */
export const SELLERS_COUNTED = 10
/** What a search box suggests, at most; so many of it are texts and categories. */
export const MAX_SUGGESTIONS = 8
export const MAX_SUGGESTED_TEXTS = 3
export const MAX_SUGGESTED_CATEGORIES = 2
/** Sellers whose name is the text of a search: so many are shown. */
export const MAX_SELLERS_NAMED = 3
/** A search box suggests something for texts of so many characters. */
export const MIN_SUGGESTED_LENGTH = 2
/** Of each text of a synonym. */
export const MAX_SYNONYM_LENGTH = 40
export const MAX_SYNONYMS = 2_000
/** Searches are counted for so long, and so many of each kind are shown to admins. */
export const SEARCHES_COUNTED_DAYS = 30
export const COUNTED_SEARCHES_SHOWN = 50
/** The bars of the histogram of prices. */
export const MAX_PRICE_BARS = 12

export const SORT_ORDERS = ['relevance', 'price-low-high', 'price-high-low'] as const
export type SortOrder = (typeof SORT_ORDERS)[number]

/** The columns of the seller's list that can be sorted; `number` is the order of creation (S.No). */
export const SELLER_PRODUCT_SORTS = ['number', 'name', 'price', 'orders', 'sales'] as const
export type SellerProductSort = (typeof SELLER_PRODUCT_SORTS)[number]

/** The columns of the admins' list that can be sorted. */
export const ADMIN_PRODUCT_SORTS = ['id', 'name', 'price'] as const
export type AdminProductSort = (typeof ADMIN_PRODUCT_SORTS)[number]

/** The form field of a create or edit request (multipart) that holds the product as JSON text. */
export const PRODUCT_FIELD = 'product'

/** The limit of products that an admin changes in one call. */
export const MAX_SELECTED_PRODUCTS = 100
/** How long the browser offers to undo a deletion, and how long the server accepts it: calls may be slow. */
export const UNDO_SECONDS = 55
export const RESTORE_SECONDS = 60

/** The longest side in pixels of a stored product picture. */
export const MAX_PICTURE_SIDE = 2048
/** The smaller widths in pixels in which file storage offers it. */
export const PICTURE_WIDTHS = [320, 640, 1280] as const
/** The parameter of a picture's address that names the width of the whole picture in pixels. */
export const FULL_WIDTH = 'full'
/** The largest file of a picture that is taken, in megabytes of 2^20 bytes. */
export const MAX_PICTURE_MB = 10

/** `PRD` and at least five digits without needless leading zeros: PRD00001 … PRD99999, PRD100000 … */
export const PRODUCT_ID_PATTERN = /^PRD(?:\d{5}|[1-9]\d{5,11})$/

/** How long a shared cache uses a public response, and how long it or a browser may use it while fetching a new one. */
export const RESPONSE_FRESH_SECONDS = 5
export const RESPONSE_STALE_SECONDS = 60
export const MAX_AFTER_CHANGE_LENGTH = 40

/** Products on a page of a seller. */
export const SELLER_PAGE_SIZE = 10
export const SELLER_PAGE_SORTS = ['name', 'price-low-high', 'price-high-low'] as const
export type SellerPageSort = (typeof SELLER_PAGE_SORTS)[number]
