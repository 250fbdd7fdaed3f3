// Separate from the other constants, so that pages that need none of these do not load them.

export const MIN_HANDLE_LENGTH = 3
export const MAX_HANDLE_LENGTH = 40
export const HANDLE_PATTERN = /^[a-z0-9-]+$/
/** Present and former handles; former ones redirect. */
export const MAX_HANDLES_PER_SELLER = 20
/** Handles that look like parts of the site; the database function `is_reserved_handle` has the same list. */
export const RESERVED_HANDLES: readonly string[] = [
  ...['about', 'account', 'admin', 'all', 'api', 'cart', 'categories', 'category', 'checkout', 'contact', 'dashboard'],
  ...['edit', 'help', 'home', 'legal', 'login', 'logout', 'market', 'marketplace', 'new', 'null', 'official'],
  ...['openstall', 'order', 'orders', 'privacy', 'product', 'products', 'search', 'security', 'sellers', 'settings'],
  ...['shop', 'shops', 'sign-in', 'sign-up', 'staff', 'support', 'system', 'terms', 'undefined', 'www'],
]
/** Characters of a seller's description without formatting, and bytes with it. */
export const MAX_ABOUT_LENGTH = 2_000
export const MAX_ABOUT_BYTES = 16_000

/** Limits of the legal details, in characters. */
export const MAX_LEGAL_LENGTHS = { legal_name: 200, legal_address: 300, legal_number: 100 } as const
/** Highest declared time to ship. */
export const MAX_DISPATCH_DAYS = 60

export function sellerPath(handle: string): string {
  return `/shop/${encodeURIComponent(handle)}`
}
