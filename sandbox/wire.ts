import { z } from 'zod'

/** The `error` of a response, in Stripe's terms. */
export interface WireError {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  [more: string]: unknown
}

/** Refuses a request, and rolls back its writes. */
export class SandboxRefusal extends Error {
  readonly status: number
  readonly error: WireError

  constructor(status: number, error: WireError) {
    super(error.message)
    this.status = status
    this.error = error
  }
}

export function invalid(message: string, more: Partial<WireError> = {}): SandboxRefusal {
  return new SandboxRefusal(400, { type: 'invalid_request_error', message, ...more })
}

/** Creates the refusal for a missing object: 404, or 400 if a parameter names it. */
export function missing(kind: string, id: string, param?: string): SandboxRefusal {
  return new SandboxRefusal(param ? 400 : 404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param: param ?? 'id',
  })
}

export function providerFailure(): SandboxRefusal {
  return new SandboxRefusal(500, { type: 'api_error', message: 'An unknown error occurred' })
}

/** A page of a list, newest first; excludes the rows with the boundary numbers. */
export interface Page {
  limit: number
  below: number
  above: number
  from: Date
  to: Date
  direction: 'asc' | 'desc'
}

/** A requested page; times in seconds. */
export interface PageRequest {
  limit?: number
  starting_after?: string
  ending_before?: string
  created?: number | { gt?: number; gte?: number; lt?: number; lte?: number }
}

const DEFAULT_LIMIT = 10
const MAX_SECONDS = 253_402_300_799

/** Resolves a requested page; `numberOf` returns the row number of an id, or throws. */
export async function pageOf(
  request: PageRequest,
  numberOf: (id: string, param: string) => Promise<number>,
): Promise<Page> {
  const { starting_after, ending_before } = request
  if (starting_after && ending_before) throw invalid('You can only use one of starting_after and ending_before.')
  return {
    limit: request.limit ?? DEFAULT_LIMIT,
    below: starting_after ? await numberOf(starting_after, 'starting_after') : Number.MAX_SAFE_INTEGER,
    above: ending_before ? await numberOf(ending_before, 'ending_before') : 0,
    ...rangeOf(request.created),
    direction: ending_before ? 'asc' : 'desc',
  }
}

function rangeOf(created: PageRequest['created']): { from: Date; to: Date } {
  const range = typeof created === 'number' ? { gte: created, lte: created } : (created ?? {})
  const from = Math.max(range.gte ?? 0, (range.gt ?? -1) + 1)
  const to = Math.min(range.lt ?? MAX_SECONDS, (range.lte ?? MAX_SECONDS) + 1)
  return { from: new Date(from * 1000), to: new Date(to * 1000) }
}

/** Returns a list object as Stripe does, from the rows of a page and perhaps one more. */
export function listObject<Row>(page: Page, rows: Row[], url: string, objectOf: (row: Row) => object): object {
  const shown = rows.slice(0, page.limit)
  if (page.direction === 'asc') shown.reverse()
  return { object: 'list', url, has_more: rows.length > page.limit, data: shown.map(objectOf) }
}

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

/** Parses the parameters of a request. Throws a refusal that names the first wrong one. */
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
