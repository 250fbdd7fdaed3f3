export const APPROVAL_STATES = ['draft', 'asked', 'approved', 'refused', 'fix_by'] as const
export type ApprovalState = (typeof APPROVAL_STATES)[number]

/** Declarations that admins may require of a seller who asks for approval. */
export const SELLER_REQUIREMENTS = [
  'kind',
  'legal_name',
  'legal_address',
  'legal_phone',
  'legal_email',
  'register',
  'certified',
  'document',
] as const
export type SellerRequirement = (typeof SELLER_REQUIREMENTS)[number]

export const SELLER_DECISIONS = ['approve', 'refuse', 'fix'] as const
export type SellerDecision = (typeof SELLER_DECISIONS)[number]

export const MAX_PHONE_LENGTH = 40
export const MAX_EMAIL_LENGTH = 255
export const MAX_REGISTER_LENGTH = 100
export const MAX_ANSWER_LENGTH = 1_000
export const MAX_DOCUMENT_MB = 10
/** The longest time for a correction, in days. */
export const MAX_FIX_DAYS = 365
/** The declarations of suspended and refused sellers are deleted after this time. */
export const CLOSED_FACTS_DAYS = 183
