import { z } from 'zod'
import { currencyCode } from '../shared/kernel/money.ts'

/** The `error` of a response, in Stripe's terms. */
export interface WireError {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  [more: string]: unknown
}

/** Returns the marketplace's currency, which the sandbox keeps its books in, as Stripe writes it. */
export const sandboxCurrency = (): string => currencyCode().toLowerCase()

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

/** A page of a list, newest first, of the rows older than the one with a number. */
export interface Page {
  limit: number
  below: number
  from: Date
}

const DEFAULT_LIMIT = 10

/** Resolves a requested page; `numberOf` returns the row number of an id, or throws. */
export async function pageOf(
  { limit = DEFAULT_LIMIT, starting_after, created }: z.output<typeof pageParams>,
  numberOf: (id: string, param: string) => Promise<number>,
): Promise<Page> {
  const below = starting_after ? await numberOf(starting_after, 'starting_after') : Number.MAX_SAFE_INTEGER
  return { limit, below, from: new Date((created?.gte ?? 0) * 1000) }
}

/** Returns a list object as Stripe does, from the rows of a page and perhaps one more. */
export function listObject<Row>(page: Page, rows: Row[], url: string, objectOf: (row: Row) => object): object {
  return { object: 'list', url, has_more: rows.length > page.limit, data: rows.slice(0, page.limit).map(objectOf) }
}

const id = z.string().min(1).max(255)
const count = z
  .string()
  .regex(/^\d{1,14}$/)
  .transform(Number)
const cents = count.refine((amount) => amount > 0)
const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
const metadata = z.record(z.string().max(40), z.string().max(500))

export const noParams = z.strictObject({})

const page = {
  limit: count.refine((limit) => limit >= 1 && limit <= 100).optional(),
  starting_after: id.optional(),
  /** In seconds. */
  created: z.strictObject({ gte: count }).optional(),
}
export const pageParams = z.strictObject(page)
export const ofIntentPageParams = z.strictObject({ ...page, payment_intent: id.optional() })

const expand = z.array(z.literal('latest_charge')).optional()

export const retrieveIntentParams = z.strictObject({ expand })
export const createIntentParams = z.strictObject({
  amount: cents,
  currency: z.string().refine((code) => code === sandboxCurrency()),
  confirm: flag.optional(),
  payment_method: id.optional(),
  return_url: z.string().max(2_048).optional(),
  capture_method: z.literal('manual').optional(),
  metadata: metadata.optional(),
  automatic_payment_methods: z.unknown().optional(),
  expand,
})
export const captureParams = z.strictObject({ amount_to_capture: cents.optional() })
export const createRefundParams = z.strictObject({
  payment_intent: id,
  amount: cents.optional(),
  metadata: metadata.optional(),
})
export const answerDisputeParams = z.strictObject({
  evidence: z.record(z.string().max(60), z.string().max(20_000)),
  submit: z.literal('true'),
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
