/** The fixed categories a product can be in; the shop's tiles add `ALL_CATEGORIES_TILE` in front. */
export const CATEGORIES = [
  'Audio',
  'Automotive',
  'Cameras',
  'Computers',
  'Fashion',
  'Gaming',
  'Groceries',
  'Home & Furniture',
  'Home & Lighting',
  'Phones',
  'Speakers',
  'Tools & Hardware',
  'Toys',
  'TVs',
  'Wearables',
] as const
export type Category = (typeof CATEGORIES)[number]

export const ALL_CATEGORIES_TILE = 'All'
/** The path segment that lists every product: `/category/all`. */
export const ALL_CATEGORIES_SLUG = 'all'

export const CATEGORY_PAGE_SIZE = 5
export const SEARCH_PAGE_SIZE = 10
export const JUST_FOR_YOU_COUNT = 10
export const RELATED_PRODUCTS_COUNT = 6
export const CAROUSEL_INTERVAL_MS = 3000
export const MAX_CATEGORIES_PER_PRODUCT = 3
export const MAX_OTHER_IMAGES = 3
export const MAX_SEARCH_LENGTH = 100
export const MAX_PRODUCT_NAME_LENGTH = 200
export const MAX_DESCRIPTION_BYTES = 50_000
/** An unpaged list answers at most so many rows; a search looks at no more matches than this. */
export const MAX_UNPAGED_ROWS = 1000
/** The highest page of a search that can be asked for. */
export const MAX_SEARCH_PAGE = MAX_UNPAGED_ROWS / SEARCH_PAGE_SIZE
/** The flash-sale row of the home page shows at most so many products. */
export const FLASH_SALE_COUNT = 100
/** A product on flash sale tells its lowest price of so many days. */
export const LOWEST_PRICE_DAYS = 30
/** At most so many products can be asked for by id in one call: the lines a cart can hold. */
export const MAX_PRODUCTS_BY_ID = 100

/** Price filters of the search page in dollars; `100-` is open-ended. */
export const PRICE_RANGES = ['0-50', '50-100', '100-'] as const
export type PriceRange = (typeof PRICE_RANGES)[number]

export const SORT_ORDERS = ['relevance', 'price-low-high', 'price-high-low'] as const
export type SortOrder = (typeof SORT_ORDERS)[number]

/** The longest side in pixels of a product picture as it is kept. */
export const MAX_PICTURE_SIDE = 1600
/** Smaller widths in pixels in which our storage offers it. */
export const PICTURE_WIDTHS = [320, 640] as const

/** `PRD` and at least five digits without needless leading zeros: PRD00001 … PRD99999, PRD100000 … */
export const PRODUCT_ID_PATTERN = /^PRD(?:\d{5}|[1-9]\d{5,11})$/
