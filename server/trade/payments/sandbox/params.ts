import { z } from 'zod'
import { invalid } from './refusal.ts'

const text = z.string().max(5_000)
const id = z.string().min(1).max(255)
const count = z
  .string()
  .regex(/^\d{1,14}$/)
  .transform(Number)
const cents = count.refine((amount) => amount > 0)
const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
const metadata = z.record(z.string().max(40), z.string().max(500))
const common = { expand: z.array(text).optional() }
/** What the sandbox takes and has no use for. */
const ignored = z.unknown().optional()

export const noParams = z.strictObject(common)

const created = z.union([
  count,
  z.strictObject({ gt: count.optional(), gte: count.optional(), lt: count.optional(), lte: count.optional() }),
])
const page = {
  ...common,
  limit: count.refine((limit) => limit >= 1 && limit <= 100).optional(),
  starting_after: id.optional(),
  ending_before: id.optional(),
  created: created.optional(),
}
export const pageParams = z.strictObject({ ...page, customer: ignored })
export const refundPageParams = z.strictObject({ ...page, charge: id.optional(), payment_intent: id.optional() })
export const eventPageParams = z.strictObject({
  ...page,
  type: text.optional(),
  types: z.array(text).max(20).optional(),
  delivery_success: ignored,
})
export const balancePageParams = z.strictObject({
  ...page,
  source: id.optional(),
  type: text.optional(),
  currency: ignored,
  payout: ignored,
})

const confirming = {
  ...common,
  payment_method: id.optional(),
  return_url: z.string().max(2_048).optional(),
  error_on_requires_action: flag.optional(),
  off_session: ignored,
  use_stripe_sdk: ignored,
  payment_method_options: ignored,
  payment_method_types: ignored,
  receipt_email: ignored,
  shipping: ignored,
  mandate_data: ignored,
  radar_options: ignored,
}
const captureMethod = z.enum(['automatic', 'automatic_async', 'manual'])

export const createIntentParams = z.strictObject({
  ...confirming,
  amount: cents,
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$/)
    .toLowerCase(),
  confirm: flag.optional(),
  capture_method: captureMethod.optional(),
  description: z.string().max(1_000).optional(),
  metadata: metadata.optional(),
  automatic_payment_methods: ignored,
  payment_method_data: ignored,
  confirmation_method: ignored,
  customer: ignored,
  statement_descriptor: ignored,
  statement_descriptor_suffix: ignored,
  transfer_group: ignored,
})
export const confirmParams = z.strictObject(confirming)
export const captureParams = z.strictObject({
  ...common,
  amount_to_capture: cents.optional(),
  final_capture: ignored,
  metadata: ignored,
  statement_descriptor: ignored,
  statement_descriptor_suffix: ignored,
})
export const cancelParams = z.strictObject({
  ...common,
  cancellation_reason: z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']).optional(),
})

export const updateIntentParams = z.strictObject({
  ...common,
  description: z.string().max(1_000).optional(),
  metadata: metadata.optional(),
})

export const createRefundParams = z.strictObject({
  ...common,
  charge: id.optional(),
  payment_intent: id.optional(),
  amount: cents.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.optional(),
})
export const updateRefundParams = z.strictObject({ ...common, metadata: metadata.optional() })
export const updateDisputeParams = z.strictObject({
  ...common,
  evidence: z.record(z.string().max(60), z.string().max(20_000)).optional(),
  metadata: metadata.optional(),
  submit: flag.optional(),
})

/** Returns the parameters of a request. Throws a refusal that names the first wrong one. */
export function checkParams<Params extends z.ZodType>(schema: Params, form: unknown): z.output<Params> {
  const result = schema.safeParse(form)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  if (issue?.code === 'unrecognized_keys') {
    const param = nameOf([...issue.path, issue.keys[0] ?? ''])
    throw invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
  }
  const param = nameOf(issue?.path ?? [])
  const isMissing = issue?.code === 'invalid_type' && valueAt(form, issue.path) === undefined
  if (isMissing) throw invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  throw invalid(`Invalid ${param}`, { code: 'parameter_invalid', param })
}

function nameOf([first = '', ...inner]: PropertyKey[]): string {
  return String(first) + inner.map((part) => `[${String(part)}]`).join('')
}

function valueAt(form: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>((value, part) => (value as Record<PropertyKey, unknown> | undefined)?.[part], form)
}
