import { z } from 'zod'
import { dispatchDays } from '../delivery/dispatch-days.ts'
import { revision } from '../kernel/revision.ts'
import { htmlText, queryInteger } from '../kernel/text.ts'
import { SELLER_PAGE_SORTS } from './constants.ts'
import { HANDLE_PATTERN, MAX_ABOUT_BYTES, MAX_HANDLE_LENGTH, MIN_HANDLE_LENGTH } from './handles.ts'
import { awayField, awningSchema, ratingSchema, sellerLinkSchema, traderField, usualDeliveryField } from './schema.ts'
import { sellerFormMessages } from './seller-form-messages.ts'

/** Accepts any text that can be a handle, in any case. */
export const handleParamSchema = z
  .string()
  .max(MAX_HANDLE_LENGTH)
  .transform((handle) => handle.toLowerCase())
  .pipe(z.string().regex(HANDLE_PATTERN, 'must be a handle'))

/** Handles that look like parts of the site; the database function `is_reserved_handle` has the same list. */
export const RESERVED_HANDLES: readonly string[] = [
  ...['about', 'account', 'admin', 'all', 'api', 'cart', 'categories', 'category', 'checkout', 'contact', 'dashboard'],
  ...['edit', 'help', 'home', 'legal', 'login', 'logout', 'market', 'marketplace', 'new', 'null', 'official'],
  ...['openstall', 'order', 'orders', 'privacy', 'product', 'products', 'search', 'security', 'sellers', 'settings'],
  ...['shop', 'shops', 'sign-in', 'sign-up', 'staff', 'support', 'system', 'terms', 'undefined', 'www'],
]

const handleSchema = z
  .string()
  .transform((handle) => handle.trim().toLowerCase())
  .pipe(
    z
      .string()
      .min(MIN_HANDLE_LENGTH, { error: () => sellerFormMessages.handleLength() })
      .max(MAX_HANDLE_LENGTH, { error: () => sellerFormMessages.handleLength() })
      .regex(HANDLE_PATTERN, { error: () => sellerFormMessages.handleCharacters })
      .regex(/^(?!-)(?!.*--).*[^-]$/, { error: () => sellerFormMessages.handleHyphens })
      .refine((handle) => !RESERVED_HANDLES.includes(handle), { error: () => sellerFormMessages.handleReserved }),
  )

/** A seller's declared business details; empty where not declared. */
const declared = z.object({
  legal_name: z.string(),
  legal_address: z.string(),
  /** Registration or VAT number. */
  legal_number: z.string(),
})
/** A seller's declaration at the time of a sale, for the receipt. */
export const declaredSchema = z.object({
  name: z.string(),
  ...declared.partial().shape,
  /** Phone and email address, one line each. */
  legal_contact: z.string().optional(),
})
export type Declared = z.infer<typeof declaredSchema>

/** On a seller's page; the others are absent where not declared. */
const shownDeclared = declared.extend({
  legal_phone: z.string().optional(),
  legal_email: z.string().optional(),
  register_name: z.string().optional(),
})
export type LegalData = z.infer<typeof shownDeclared>

const quote = z.object({ rating: z.number().int(), text: z.string(), created_at: z.string() })
export type Quote = z.infer<typeof quote>

export const sellerSchema = sellerLinkSchema.extend({
  /** Empty without one. */
  picture: z.string(),
  /** A wide picture; empty without one. */
  banner: z.string(),
  /** HTML, cleaned by the server. */
  about: z.string(),
  /** The sign-up time. */
  since: z.string(),
  /** The rating over all the seller's products; absent without ratings. */
  rating: ratingSchema.optional(),
  /** The newest short reviews of the seller's products; absent without any. */
  quotes: z.array(quote).optional(),
  ...awayField,
  ...usualDeliveryField,
  ...traderField,
  /** Absent when nothing is declared, and for private sellers. */
  legal: shownDeclared.optional(),
})
export type Seller = z.infer<typeof sellerSchema>

export const sellerPageQuerySchema = z.object({
  sort: z.enum(SELLER_PAGE_SORTS).optional(),
  page: queryInteger(1_000_000).optional(),
})

const writtenPage = z.object({
  handle: z.string(),
  about: z.string(),
  banner: z.string(),
  /** Days in which orders usually ship; null when not declared. */
  dispatch_days: z.number().int().nullable(),
  awning: awningSchema,
})

export const ownSellerPageSchema = writtenPage.extend({
  /** Counts changes from 1; a change sends the revision it is based on. */
  revision: z.number().int(),
})
export type OwnSellerPage = z.infer<typeof ownSellerPageSchema>

/** Fields of the page form that every client sends. */
const pageFields = z.object({
  handle: handleSchema,
  /** HTML; cleaned when saved. */
  about: htmlText(MAX_ABOUT_BYTES, () => sellerFormMessages.aboutTooLong()),
  /** The address of one of the seller's stored pictures; empty for none. */
  banner: z.string().max(500),
})
export const pageFormSchema = pageFields.extend({
  /** The number as text. */
  awning: z.string(),
})
/** Absent fields keep their value. */
export const saveSellerPageSchema = pageFields.extend({
  dispatch_days: dispatchDays.optional(),
  awning: awningSchema.optional(),
  revision,
})
export type SaveSellerPage = z.infer<typeof saveSellerPageSchema>
