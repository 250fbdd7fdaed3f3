import { z } from 'zod'
import { isAmount, MAX_PRICE_CENTS, toDollars } from '../kernel/money.ts'
import { COUNTRIES } from '../kernel/regions.ts'
import { revision, revisionSchema } from '../kernel/revision.ts'
import { multiLineText, nameText, singleLineText } from '../kernel/text.ts'
import { isVisible } from '../kernel/visible.ts'
import {
  DELIVERY_KINDS,
  MAX_DELIVERY_DAYS,
  MAX_METHOD_NAME,
  MAX_METHODS,
  MAX_PICKUP_ADDRESS,
  MAX_QUOTED_LINES,
  MAX_WEIGHT_GRAMS,
  MAX_WEIGHT_STEPS,
  METHOD_KINDS,
  PRICES_BY,
} from './constants.ts'
import { MAX_DESTINATIONS, parseDestinations } from './destinations.ts'
import { dispatchDays } from './dispatch-days.ts'
import { deliveryFormMessages } from './form-messages.ts'

/** Dollars. */
const price = z
  .number({ error: () => deliveryFormMessages.amountMalformed })
  .min(0, { error: () => deliveryFormMessages.amountMalformed })
  .max(toDollars(MAX_PRICE_CENTS), { error: () => deliveryFormMessages.amountMalformed })
  .refine(isAmount, { error: () => deliveryFormMessages.amountMalformed })

const wholeNumber = (max: number, error: () => string) =>
  z.number({ error }).int({ error }).min(0, { error }).max(max, { error })
const days = wholeNumber(MAX_DELIVERY_DAYS, () => deliveryFormMessages.daysMalformed({ max: MAX_DELIVERY_DAYS }))
const grams = wholeNumber(MAX_WEIGHT_GRAMS, () => deliveryFormMessages.weightMalformed).min(1, {
  error: () => deliveryFormMessages.weightMalformed,
})

const destinations = z
  .array(z.string().max(60))
  .max(MAX_DESTINATIONS, { error: () => deliveryFormMessages.tooManyDestinations({ max: MAX_DESTINATIONS }) })
  .transform((given, context) => {
    const parsed = parseDestinations(given)
    if ('destinations' in parsed) return parsed.destinations
    const { index, kind } = parsed.problem
    context.addIssue({ code: 'custom', path: [index], message: deliveryFormMessages.destinationProblems[kind] })
    return z.NEVER
  })

const stepsField = z
  .array(z.object({ up_to: grams, price }))
  .max(MAX_WEIGHT_STEPS)
  .superRefine((steps, context) => {
    for (const [index, step] of steps.entries()) {
      const before = steps[index - 1]
      if (before && step.up_to <= before.up_to)
        context.addIssue({ code: 'custom', path: [index, 'up_to'], message: deliveryFormMessages.stepsNotRising })
    }
  })

const methodFields = z.object({
  name: nameText(MAX_METHOD_NAME)
    .transform((text) => text.trim())
    .refine(isVisible, { error: () => deliveryFormMessages.nameNeeded }),
  kind: z.enum(METHOD_KINDS),
  /** Countries, `DE`, or parts of them by the beginning of the postal code, `DE:10`; empty for everywhere else. */
  destinations,
  price_by: z.enum(PRICES_BY),
  /** Dollars for the order or its first item. */
  price,
  /** Dollars for each additional item. */
  more_price: price,
  /** By weight: up to so many grams for so many dollars. */
  weight_steps: stepsField,
  /** Dollars of the seller's goods from which it is free. */
  free_from: price.nullable(),
  /** Days on the way, after the dispatch. */
  days_from: days,
  days_to: days,
  pickup_address: multiLineText(MAX_PICKUP_ADDRESS).transform((text) => text.trim()),
  active: z.boolean(),
})
export type MethodForm = z.output<typeof methodFields>

function checkMethod(form: MethodForm, context: z.RefinementCtx): void {
  const refuse = (field: keyof MethodForm, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  if (form.days_to < form.days_from) refuse('days_to', deliveryFormMessages.daysNotRising)
  if (form.price_by === 'weight' && !form.weight_steps.length) refuse('weight_steps', deliveryFormMessages.stepsNeeded)
  if (form.kind === 'pickup' && !isVisible(form.pickup_address))
    refuse('pickup_address', deliveryFormMessages.pickupAddressNeeded)
}

export const methodFormSchema = methodFields.superRefine(checkMethod)
export const saveMethodSchema = methodFields.extend(revisionSchema.shape).superRefine(checkMethod)
export type SaveMethod = z.output<typeof saveMethodSchema>

/** A method as its seller edits it; a change sends the revision on which it is based. */
export const sellerMethodSchema = z.object({
  method_id: z.string(),
  revision,
  name: z.string(),
  kind: z.enum(METHOD_KINDS),
  destinations: z.array(z.string()),
  price_by: z.enum(PRICES_BY),
  price: z.number(),
  more_price: z.number(),
  weight_steps: z.array(z.object({ up_to: z.number(), price: z.number() })),
  free_from: z.number().nullable(),
  days_from: z.number(),
  days_to: z.number(),
  pickup_address: z.string(),
  active: z.boolean(),
})
export type SellerMethod = z.infer<typeof sellerMethodSchema>

/** The seller's methods and what they depend on. */
export const sellerDeliverySchema = z.object({
  methods: z.array(sellerMethodSchema),
  settings: z.object({
    /** ISO 3166 code; empty: not declared. */
    sends_from: z.string(),
    /** Working days; null: not declared. */
    dispatch_days: z.number().int().nullable(),
    /** A day such as `2026-12-24`; empty for none. */
    away_until: z.string(),
    /** The revision of the seller's page, which has these settings. */
    revision,
  }),
  /** Products in the shop that are sent, but have no weight. */
  unweighed: z.number().int(),
})
export type SellerDeliveryPage = z.infer<typeof sellerDeliverySchema>

const country = z.enum(['', ...COUNTRIES], { error: () => deliveryFormMessages.countryUnknown })
export const saveDeliverySettingsSchema = z.object({
  sends_from: country,
  dispatch_days: dispatchDays,
  away_until: z.union([z.literal(''), z.iso.date().refine((day) => /^2\d{3}/.test(day))], {
    error: () => deliveryFormMessages.dayMalformed,
  }),
  revision,
})
/** The form of these, all texts. */
export const deliverySettingsFormSchema = saveDeliverySettingsSchema.omit({ revision: true }).extend({
  dispatch_days: z
    .string()
    .transform((text) => (text.trim() === '' ? null : Number(text)))
    .pipe(dispatchDays),
})
export type SaveDeliverySettings = z.output<typeof saveDeliverySettingsSchema>

const uuid = z.uuid().toLowerCase()

export const orderMethodsSchema = z.object({ method_ids: z.array(uuid).max(MAX_METHODS) })
export const methodParamsSchema = z.object({ method_id: uuid })

/** Methods by seller, one for each; with the revision that a quote had, a changed one is refused. */
export const choicesField = z
  .array(z.object({ seller: uuid, method: uuid, revision: revision.optional() }))
  .max(MAX_QUOTED_LINES)
  .refine((choices) => new Set(choices.map(({ seller }) => seller)).size === choices.length, {
    error: () => deliveryFormMessages.sellerTwice,
  })
export type Choices = z.output<typeof choicesField>

export const quoteRequestSchema = z.object({
  lines: z
    .array(z.object({ product_id: singleLineText(20), quantity: z.number().int().min(1).max(999) }))
    .min(1)
    .max(MAX_QUOTED_LINES),
  /** As the buyer types it. */
  country: singleLineText(200).default(''),
  postal_code: singleLineText(200).default(''),
  chosen: choicesField.optional(),
})
export type QuoteRequest = z.input<typeof quoteRequestSchema>

const quotedMethodSchema = z.object({
  method_id: z.string(),
  revision,
  name: z.string(),
  kind: z.enum(METHOD_KINDS),
  /** Dollars. */
  price: z.number(),
  /** Days from payment to arrival. */
  days_from: z.number().int(),
  days_to: z.number().int(),
  /** The days of arrival if it is paid today, such as `2026-11-30`. */
  arrives_from: z.string(),
  arrives_to: z.string(),
  pickup_address: z.string().optional(),
  /** Dollars of goods that are missing for free delivery. */
  missing_for_free: z.number().optional(),
})
export type QuotedMethod = z.infer<typeof quotedMethodSchema>

const quotedSellerSchema = z.object({
  seller_id: z.string(),
  handle: z.string(),
  name: z.string(),
  /** Dollars. */
  goods: z.number(),
  /** `none` for goods that need no delivery, `free` for sellers without methods; `method_gone`: the chosen one is not offered. */
  state: z.enum(['none', 'free', 'offered', 'not_delivered', 'method_gone']),
  /** Current methods in the seller's order. */
  methods: z.array(quotedMethodSchema),
  /** The chosen method, else the first. */
  method_id: z.string().optional(),
  /** The products that are sent. */
  product_ids: z.array(z.string()),
  /** The seller is absent until this day. */
  away_until: z.string().optional(),
})
export type QuotedSeller = z.infer<typeof quotedSellerSchema>

/** A charge, in dollars; see `chargesField` of orders. */
const quotedChargeSchema = z.object({ seller_id: z.string(), kind: z.literal('delivery'), amount: z.number() })

export const quoteSchema = z.object({
  /** ISO 3166 code of the country; null: not given or not understood. */
  country: z.string().nullable(),
  /** False where nothing is sent to the buyer. */
  needs_address: z.boolean(),
  sellers: z.array(quotedSellerSchema),
  charges: z.array(quotedChargeSchema),
  /** Dollars. */
  total: z.number(),
})
export type Quote = z.infer<typeof quoteSchema>

/** The delivery of a seller's part of an order. */
export const orderDeliverySchema = z.object({
  seller_id: z.string(),
  /** Absent for goods that need no delivery. */
  method_id: z.string().optional(),
  name: z.string(),
  kind: z.enum(DELIVERY_KINDS),
  /** Dollars. */
  amount: z.number(),
  /** Dollars that go back when all units come back: the lowest price that was offered. Absent for nothing. */
  cheapest: z.number().optional(),
  /** Dollars of it that were refunded. Absent for nothing. */
  refunded: z.number().optional(),
  pickup_address: z.string().optional(),
  /** Absent until it is paid, and for goods that need no delivery. */
  arrives_from: z.string().optional(),
  arrives_to: z.string().optional(),
})
export type OrderDelivery = z.infer<typeof orderDeliverySchema>

/** Absent where all sellers deliver for free. */
export const deliveriesField = { deliveries: z.array(orderDeliverySchema).optional() }
