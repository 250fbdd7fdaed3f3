import { z } from 'zod'
import { nameText, queryInteger, singleLineText } from '../kernel/text.ts'
import { SELLER_PAGE_SORTS } from './constants.ts'
import {
  HANDLE_PATTERN,
  MAX_ABOUT_BYTES,
  MAX_DISPATCH_DAYS,
  MAX_HANDLE_LENGTH,
  MAX_LEGAL_LENGTHS,
  MIN_HANDLE_LENGTH,
  RESERVED_HANDLES,
} from './handles.ts'
import { productPageSchema, ratingSchema, sellerLinkSchema } from './schema.ts'
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
      .regex(/^(?!-)(?!.*--).*[^-]$/, sellerFormMessages.handleHyphens)
      .refine((handle) => !RESERVED_HANDLES.includes(handle), sellerFormMessages.handleReserved),
  )

/** What a seller declares of their business; empty where nothing is declared. */
const declared = z.object({
  legal_name: z.string(),
  legal_address: z.string(),
  legal_contact: z.string(),
  /** Of a register, or for value added tax. */
  legal_number: z.string(),
})
/** A seller's declaration at the time of a sale, as its receipt shows it. */
export const declaredSchema = z.object({ name: z.string(), ...declared.partial().shape })
export type Declared = z.infer<typeof declaredSchema>

export type LegalData = z.infer<typeof declared>

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
  /** Of all products of the seller; absent while there is none. */
  rating: ratingSchema.optional(),
  /** Absent when nothing is declared. */
  legal: declared.optional(),
})
export type Seller = z.infer<typeof sellerSchema>

/** A page of a seller's products. */
export const sellerProductsSchema = productPageSchema
export const sellerPageQuerySchema = z.object({
  sort: z.enum(SELLER_PAGE_SORTS).optional(),
  page: queryInteger(1, 1_000_000).optional(),
})

/** What a seller writes of their page. */
const writtenPage = z.object({
  handle: z.string(),
  about: z.string(),
  banner: z.string(),
  ...declared.shape,
  /** In how many days what is ordered is usually shipped; null when not declared. */
  dispatch_days: z.number().int().nullable(),
})

/** The page as its seller edits it. */
export const ownSellerPageSchema = writtenPage.extend({
  /** Counts the changes, from 1; a change sends the revision that it is based on. */
  revision: z.number().int(),
})
export type OwnSellerPage = z.infer<typeof ownSellerPageSchema>

// biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern is what refuses them
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/
const textEncoder = new TextEncoder()

const legalField = (name: keyof LegalData) => singleLineText(MAX_LEGAL_LENGTHS[name]).transform((text) => text.trim())
const legalFields = {
  legal_name: nameText(MAX_LEGAL_LENGTHS.legal_name).transform((text) => text.trim()),
  legal_address: legalField('legal_address'),
  legal_contact: legalField('legal_contact'),
  legal_number: legalField('legal_number'),
}

/** What the form of the page holds, besides what is declared. */
const pageFields = z.object({
  handle: handleSchema,
  /** HTML; cleaned when saved. */
  about: z
    .string()
    .refine((html) => html.isWellFormed() && !unprintable.test(html), 'must be plain text')
    .refine((html) => textEncoder.encode(html).length <= MAX_ABOUT_BYTES, sellerFormMessages.aboutTooLong),
  /** The address of a stored picture of the seller's own; empty for none. */
  banner: z.string().max(500),
})
/** What the form of the page holds. */
export const pageFormSchema = pageFields.extend({
  ...legalFields,
  /** Empty when not declared. */
  dispatch_days: z
    .string()
    .refine(
      (text) => text === '' || (/^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_DISPATCH_DAYS),
      sellerFormMessages.dispatchMalformed,
    ),
})
/** What is left out stays as it is. */
export const saveSellerPageSchema = pageFields.extend({
  ...z.object(legalFields).partial().shape,
  dispatch_days: z.number().int().min(1).max(MAX_DISPATCH_DAYS).nullable().optional(),
  revision: z.number().int().min(1).max(2_147_483_647),
})
export type SaveSellerPage = z.infer<typeof saveSellerPageSchema>
