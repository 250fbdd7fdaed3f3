// Apart from the other constants, so that pages that need none of these do not load them.

/** Of the address of a seller's page. */
export const MIN_HANDLE_LENGTH = 3
export const MAX_HANDLE_LENGTH = 40
export const HANDLE_PATTERN = /^[a-z0-9-]+$/
/** Handles that a seller may have had: each is kept, and redirects to the present one. */
export const MAX_HANDLES_PER_SELLER = 20
/** Handles that look like parts of the site; `is_reserved_handle` in the database has the same list. */
export const RESERVED_HANDLES: readonly string[] = [
  ...['about', 'account', 'admin', 'all', 'api', 'cart', 'categories', 'category', 'checkout', 'contact', 'dashboard'],
  ...['edit', 'help', 'home', 'legal', 'login', 'logout', 'market', 'marketplace', 'new', 'null', 'official'],
  ...['openstall', 'order', 'orders', 'privacy', 'product', 'products', 'search', 'security', 'sellers', 'settings'],
  ...['shop', 'shops', 'sign-in', 'sign-up', 'staff', 'support', 'system', 'terms', 'undefined', 'www'],
]
/** Characters of what a seller writes about themselves, without the formatting; and bytes with it, as it is sent. */
export const MAX_ABOUT_LENGTH = 2_000
export const MAX_ABOUT_BYTES = 16_000

/** The longest of what sellers declare of their business. */
export const MAX_LEGAL_LENGTHS = { legal_name: 200, legal_address: 300, legal_contact: 200, legal_number: 100 } as const
/** The longest time that a seller can declare until what is ordered is shipped. */
export const MAX_DISPATCH_DAYS = 60

/** Returns the address of a seller's page. */
export function sellerPath(handle: string): string {
  return `/shop/${encodeURIComponent(handle)}`
}
