import { z } from 'zod'
import { MAX_REASON_LENGTH } from '../audit/constants.ts'
import { MAX_LEGAL_LENGTHS } from '../catalog/handles.ts'
import { productIdSchema } from '../catalog/schema.ts'
import { sellerMethodSchema } from '../delivery/schema.ts'
import { listQuerySchema, pageFields, pageQuerySchema } from '../kernel/list-schema.ts'
import { revision } from '../kernel/revision.ts'
import { multiLineText, nameText, trimmedText } from '../kernel/text.ts'
import { isVisible } from '../kernel/visible.ts'
import {
  APPROVAL_STATES,
  MAX_ANSWER_LENGTH,
  MAX_EMAIL_LENGTH,
  MAX_PHONE_LENGTH,
  MAX_REGISTER_LENGTH,
  SELLER_DECISIONS,
  SELLER_REQUIREMENTS,
} from './constants.ts'
import { shopFormMessages } from './messages.ts'

const requirements = z.array(z.enum(SELLER_REQUIREMENTS))

/** A seller's declarations; empty where not declared. */
const sellerFactsSchema = z.object({
  is_trader: z.boolean().nullable(),
  legal_name: z.string(),
  legal_address: z.string(),
  legal_phone: z.string(),
  legal_email: z.string(),
  register_name: z.string(),
  legal_number: z.string(),
  certified_at: z.string().nullable(),
  document: z.object({ mimetype: z.string(), size: z.number().int(), stored_at: z.string() }).nullable(),
})
export type SellerFacts = z.infer<typeof sellerFactsSchema>

const factFields = {
  legal_name: nameText(MAX_LEGAL_LENGTHS.legal_name).transform((text) => text.trim()),
  legal_address: multiLineText(MAX_LEGAL_LENGTHS.legal_address).transform((text) =>
    text.replaceAll('\r\n', '\n').trim(),
  ),
  legal_phone: trimmedText(MAX_PHONE_LENGTH).refine((text) => text === '' || /^\+?[\d ()/.-]{5,}$/.test(text), {
    error: () => shopFormMessages.phoneMalformed,
  }),
  legal_email: trimmedText(MAX_EMAIL_LENGTH).refine((text) => text === '' || z.email().safeParse(text).success, {
    error: () => shopFormMessages.emailMalformed,
  }),
  register_name: trimmedText(MAX_REGISTER_LENGTH),
  legal_number: trimmedText(MAX_LEGAL_LENGTHS.legal_number),
}
/** The fields of the form, all texts. */
export const factsFormSchema = z.object({
  kind: z.enum(['trader', 'private'], { error: () => shopFormMessages.kindNeeded }),
  ...factFields,
  /** Empty until certified. */
  certified: z.string(),
})
export const saveFactsSchema = z.object({ is_trader: z.boolean(), ...factFields, certified: z.boolean(), revision })
export type SaveFacts = z.infer<typeof saveFactsSchema>

const approvalFields = {
  approval_state: z.enum(APPROVAL_STATES),
  /** False: the seller's products are hidden. */
  may_sell: z.boolean(),
  asked_at: z.string().nullable(),
  /** The last day of a correction, in the marketplace's time zone. */
  fix_by: z.string().nullable(),
  /** The admin's reason. */
  message: z.string().nullable(),
}

export const ownShopSchema = z.object({
  /** Null while sellers need no approval. */
  approval: z.object(approvalFields).nullable(),
  facts: sellerFactsSchema,
  requirements,
  /** Products that are shown or hidden. */
  product_count: z.number().int(),
  /** Present once the seller has a method of delivery. */
  delivers: z.literal(true).optional(),
  /** Counts changes of the seller's page; a change sends the revision it is based on. */
  revision: z.number().int(),
})
export type OwnShop = z.infer<typeof ownShopSchema>

export const adminSellerSchema = z.object({
  seller_id: z.string(),
  name: z.string(),
  handle: z.string(),
  email: z.string().nullable(),
  is_suspended: z.boolean(),
  ...approvalFields,
  decided_at: z.string().nullable(),
  facts: sellerFactsSchema,
  /** Only where a single seller is read; absent without methods. */
  delivery_methods: z.array(sellerMethodSchema).optional(),
  /** Counts decisions and requests; a decision sends the revision it is based on. */
  revision: z.number().int(),
})
export type AdminSeller = z.infer<typeof adminSellerSchema>

export const adminSellersQuerySchema = listQuerySchema.extend({
  state: z.enum(APPROVAL_STATES).optional(),
  /** `none`: sellers without a method of delivery. */
  delivery: z.literal('none').optional(),
})
export type AdminSellersQuery = z.infer<typeof adminSellersQuerySchema>
export const adminSellerPageSchema = z.object({ sellers: z.array(adminSellerSchema), ...pageFields })
export type AdminSellerPage = z.infer<typeof adminSellerPageSchema>
export const sellerParamsSchema = z.object({ seller_id: z.uuid().toLowerCase() })

/** A reason that must be given. */
export const neededReason = trimmedText(MAX_REASON_LENGTH).refine(isVisible, 'must give a reason')

export const decideSellerSchema = z.discriminatedUnion('decision', [
  z.object({ decision: z.literal(SELLER_DECISIONS[0]), revision }),
  z.object({ decision: z.literal(SELLER_DECISIONS[1]), reason: neededReason, revision }),
  z.object({
    decision: z.literal(SELLER_DECISIONS[2]),
    reason: neededReason,
    /** The last day of the correction, in the marketplace's time zone. */
    fix_by: z.iso.date().refine((text) => text >= '2000', 'must be a day from 2000 on'),
    revision,
  }),
])
export type DecideSeller = z.infer<typeof decideSellerSchema>

export const approvalSettingsSchema = z.object({
  seller_approval: z.boolean(),
  requirements: requirements.refine((all) => new Set(all).size === all.length, 'must name each once'),
  revision,
})
export type ApprovalSettings = z.infer<typeof approvalSettingsSchema>

export const hiddenProductSchema = z.object({
  product_id: z.string(),
  product_name: z.string(),
  seller_id: z.string(),
  seller_name: z.string(),
  /** The admin's reason. */
  reason: z.string(),
  hidden_at: z.string(),
  /** The seller's; null without one. */
  answer: z.string().nullable(),
})
export type HiddenProduct = z.infer<typeof hiddenProductSchema>
export const hiddenProductPageSchema = z.object({ products: z.array(hiddenProductSchema), ...pageFields })
export type HiddenProductPage = z.infer<typeof hiddenProductPageSchema>
export const hiddenProductsQuerySchema = pageQuerySchema
export const hiddenProductParamsSchema = z.object({ product_id: productIdSchema })
export const hideProductSchema = z.object({ reason: neededReason })
export const answerHiddenSchema = z.object({
  answer: multiLineText(MAX_ANSWER_LENGTH)
    .transform((text) => text.trim())
    .refine(isVisible, 'must have something to see'),
})
