// Separate from the other constants, so that pages that need none of these do not load them.

export const MIN_HANDLE_LENGTH = 3
export const MAX_HANDLE_LENGTH = 40
export const HANDLE_PATTERN = /^[a-z0-9-]+$/
/** Current and former handles; former ones redirect. */
export const MAX_HANDLES_PER_SELLER = 20
/** Characters of a seller's description without formatting, and bytes with it. */
export const MAX_ABOUT_LENGTH = 2_000
export const MAX_ABOUT_BYTES = 16_000

/** Limits of the legal details, in characters. */
export const MAX_LEGAL_LENGTHS = { legal_name: 200, legal_address: 300, legal_number: 100 } as const

export function sellerPath(handle: string): string {
  return `/shop/${encodeURIComponent(handle)}`
}
