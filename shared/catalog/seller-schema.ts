import { z } from 'zod'
import { queryInteger } from '../kernel/text.ts'
import { SELLER_PAGE_SORTS } from './constants.ts'
import { HANDLE_PATTERN, MAX_ABOUT_BYTES, MAX_HANDLE_LENGTH, MIN_HANDLE_LENGTH, RESERVED_HANDLES } from './handles.ts'
import { productPageSchema, sellerLinkSchema } from './schema.ts'
import { sellerFormMessages } from './seller-form-messages.ts'

/** Any text that can be a handle in an address; in any letter case. */
export const handleParamSchema = z
  .string()
  .max(MAX_HANDLE_LENGTH)
  .transform((handle) => handle.toLowerCase())
  .pipe(z.string().regex(HANDLE_PATTERN, 'must be a handle'))

/** A handle that a seller chooses. */
const handleSchema = z
  .string()
  .transform((handle) => handle.trim().toLowerCase())
  .pipe(
    z
      .string()
      .min(MIN_HANDLE_LENGTH, sellerFormMessages.handleLength)
      .max(MAX_HANDLE_LENGTH, sellerFormMessages.handleLength)
      .regex(HANDLE_PATTERN, sellerFormMessages.handleCharacters)
      .refine((handle) => !RESERVED_HANDLES.includes(handle), sellerFormMessages.handleReserved),
  )

/** A seller as the shop shows them. */
export const sellerSchema = sellerLinkSchema.extend({
  /** The address of the seller's picture; empty without one. */
  picture: z.string(),
  /** The address of a wide picture; empty without one. */
  banner: z.string(),
  /** HTML, cleaned by the server. */
  about: z.string(),
  /** When the seller joined. */
  since: z.string(),
})
export type Seller = z.infer<typeof sellerSchema>

/** A page of a seller's products. */
export const sellerProductsSchema = productPageSchema
export const sellerPageQuerySchema = z.object({
  sort: z.enum(SELLER_PAGE_SORTS).optional(),
  page: queryInteger(1, 1_000_000).optional(),
})

/** What a seller writes of their page. */
const writtenPage = z.object({ handle: z.string(), about: z.string(), banner: z.string() })

/** The page as its seller edits it. */
export const ownSellerPageSchema = writtenPage.extend({
  /** Counts the changes, from 1; a change sends the revision that it is based on. */
  revision: z.number().int(),
})
export type OwnSellerPage = z.infer<typeof ownSellerPageSchema>

// biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern is what refuses them
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/
const textEncoder = new TextEncoder()

/** What the form of the page holds. */
export const pageFormSchema = z.object({
  handle: handleSchema,
  /** HTML; cleaned when saved. */
  about: z
    .string()
    .refine((html) => html.isWellFormed() && !unprintable.test(html), 'must be plain text')
    .refine((html) => textEncoder.encode(html).length <= MAX_ABOUT_BYTES, sellerFormMessages.aboutTooLong),
  /** The address of a stored picture of the seller's own; empty for none. */
  banner: z.string().max(500),
})
export const saveSellerPageSchema = pageFormSchema.extend({ revision: z.number().int().min(1).max(2_147_483_647) })
export type SaveSellerPage = z.infer<typeof saveSellerPageSchema>
