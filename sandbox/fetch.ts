import { createHash } from 'node:crypto'
import { inTransaction } from '../db/connect.ts'
import type { Db } from '../db/tables.ts'
import { createBatchedWrite } from '../server/platform/data/batched.ts'
import { type BookDeps, type Books, deskOf } from './books.ts'
import { answerDispute, closeDispute, retrieveDisputes } from './disputes.ts'
import { cancelIntent, captureIntent, createIntent, draftPaid, retrieveIntent, retrieveIntents } from './intents.ts'
import { insertPaid, type PaidRequest, storeResponse, takeKey } from './key-queries.ts'
import { type Endpoint, endpoint, type Outcome } from './pay.ts'
import { createRefund, retrieveRefunds } from './refunds.ts'
import {
  answerDisputeParams,
  captureParams,
  checkParams,
  createIntentParams,
  createRefundParams,
  invalid,
  noParams,
  ofIntentPageParams,
  pageParams,
  providerFailure,
  retrieveIntentParams,
  SandboxRefusal,
} from './wire.ts'

/** The part of Stripe's API that the marketplace calls. */
const endpoints: readonly Endpoint[] = [
  endpoint('POST /v1/payment_intents', createIntentParams, createIntent, draftPaid),
  endpoint('GET /v1/payment_intents', pageParams, retrieveIntents),
  endpoint('GET /v1/payment_intents/:id', retrieveIntentParams, retrieveIntent),
  endpoint('POST /v1/payment_intents/:id/capture', captureParams, captureIntent),
  endpoint('POST /v1/payment_intents/:id/cancel', noParams, cancelIntent),
  endpoint('POST /v1/refunds', createRefundParams, createRefund),
  endpoint('GET /v1/refunds', ofIntentPageParams, retrieveRefunds),
  endpoint('GET /v1/disputes', ofIntentPageParams, retrieveDisputes),
  endpoint('POST /v1/disputes/:id', answerDisputeParams, answerDispute),
  endpoint('POST /v1/disputes/:id/close', noParams, closeDispute),
]

const PAID_BATCH = 16

export interface FetchDeps extends BookDeps {
  secretKey: string
  /** Waits until the signal aborts. */
  waitMs: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>
  /** Receives the sandbox's own errors; the client gets a provider failure. */
  onError: (error: unknown) => void
}

interface WireRequest {
  method: string
  url: URL
  headers: Headers
  body: string
}

/** Returns a `fetch` that answers like Stripe, in this process, from the sandbox's tables. */
export function createSandboxFetch(deps: FetchDeps): typeof fetch {
  return async (input, init) => {
    const signal = init?.signal ?? undefined
    signal?.throwIfAborted()
    const request: WireRequest = {
      method: init?.method ?? 'GET',
      url: new URL(input instanceof Request ? input.url : input),
      headers: new Headers(init?.headers),
      body: await new Response(init?.body ?? null).text(),
    }
    const { status, body, waitMs } = await answer(deps, request)
    if (request.method === 'POST') deps.onEvents()
    if (waitMs !== undefined) await keepBack(deps, waitMs, signal)
    signal?.throwIfAborted()
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  }
}

async function keepBack(deps: FetchDeps, ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await deps.waitMs(ms, signal)
  } catch (error) {
    throw signal?.aborted ? signal.reason : error
  }
}

async function answer(deps: FetchDeps, request: WireRequest): Promise<Outcome> {
  try {
    if (request.headers.get('authorization') !== `Bearer ${deps.secretKey}`) {
      throw new SandboxRefusal(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' })
    }
    const { endpoint, id } = endpointOf(request)
    const form = parseForm(request.method === 'GET' ? request.url.search : request.body)
    const params = checkParams(endpoint.params, form)
    const key = request.method === 'POST' ? request.headers.get('idempotency-key') : null
    const paid = key === null ? undefined : await payAtOnce(deps, { request, key, endpoint, params })
    if (paid) return paid
    return await inTransaction(deps.db, async (tx) => {
      const books = { tx, ...deskOf(deps) }
      const run = (failedBefore: boolean) => endpoint.run(books, { id, params, failedBefore })
      return key === null ? run(false) : once(books, key, hashOf(request), run)
    })
  } catch (error) {
    if (error instanceof SandboxRefusal) return { status: error.status, body: { error: error.error } }
    deps.onError(error)
    return { status: 500, body: { error: providerFailure().error } }
  }
}

/** Makes a payment in one statement; undefined if it needs stored state, or its key is known or in use. */
async function payAtOnce(
  deps: FetchDeps,
  { request, key, endpoint, params }: { request: WireRequest; key: string; endpoint: Endpoint; params: unknown },
): Promise<Outcome | undefined> {
  const desk = deskOf(deps)
  const drafted = endpoint.draft?.(desk, { id: '', params, failedBefore: false })
  if (!drafted || key.length > 255) return undefined
  const { outcome, intent, event } = drafted
  const stored = { idempotency_key: key, request_hash: hashOf(request), failed_for: null, created_at: desk.now }
  const response = { status: outcome.status, response: JSON.stringify(outcome.body) }
  const isWritten = await writePaid(deps, { intent, event, key: { ...stored, ...response } })
  return isWritten ? outcome : undefined
}

const writePaid = createBatchedWrite<{ db: Db }, PaidRequest, boolean>({
  limit: PAID_BATCH,
  keyOf: ({ key }) => key.idempotency_key,
  batch: async ({ db }, paid) => {
    const keys = await insertPaid(db, paid)
    return new Map(paid.map((one) => [one, keys.has(one.key.idempotency_key)]))
  },
  single: async ({ db }, paid) => (await insertPaid(db, [paid])).size > 0,
})

function endpointOf(request: WireRequest): { endpoint: Endpoint; id: string } {
  const path = request.url.pathname.split('/').slice(2)
  const endpoint = endpoints.find(
    (known) =>
      known.method === request.method &&
      known.path.length === path.length &&
      known.path.every((part, index) => part === ':id' || part === path[index]),
  )
  if (!endpoint) {
    const message = `Unrecognized request URL (${request.method}: ${request.url.pathname}).`
    throw new SandboxRefusal(404, { type: 'invalid_request_error', message })
  }
  return { endpoint, id: path[endpoint.path.indexOf(':id')] ?? '' }
}

/** Runs a request at most once per idempotency key; repeats get the same response. */
async function once(
  { tx, now }: Books,
  idempotency_key: string,
  request_hash: Buffer,
  run: (failedBefore: boolean) => Promise<Outcome>,
): Promise<Outcome> {
  if (idempotency_key.length > 255) throw invalid('The idempotency key is longer than 255 characters.')
  const stored = await takeKey(tx, idempotency_key)
  if (stored === 'in_use') {
    throw new SandboxRefusal(409, {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: 'There is currently another in-progress request using this idempotency key.',
    })
  }
  // A failed request does not use up its key: another request may take it.
  if (stored?.response && !stored.request_hash.equals(request_hash)) {
    throw new SandboxRefusal(400, {
      type: 'idempotency_error',
      message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    })
  }
  if (stored?.response && stored.status !== null) return { status: stored.status, body: stored.response }
  const outcome = await run(stored !== undefined)
  const isStored = !outcome.isPlayedFailure
  await storeResponse(tx, {
    idempotency_key,
    request_hash,
    status: isStored ? outcome.status : null,
    response: isStored ? JSON.stringify(outcome.body) : null,
    failed_for: outcome.failedFor ?? null,
    created_at: now,
  })
  return outcome
}

function hashOf({ method, url, body }: WireRequest): Buffer {
  return createHash('sha256').update(`${method} ${url.pathname}\n${body}`).digest()
}

/** Form content: texts, lists and groups. */
type FormValue = string | FormValue[] | { [name: string]: FormValue }
type Group = { [name: string]: FormValue }

/** Parses a form body or query: `metadata[order]=1&expand[0]=a` contains a group and a list. */
function parseForm(text: string): Group {
  const form: Group = Object.create(null)
  for (const [key, value] of new URLSearchParams(text)) put(form, key.replaceAll(']', '').split('['), value)
  return listsIn(form) as Group
}

function put(form: Group, path: string[], value: string): void {
  let group = form
  for (const name of path.slice(0, -1)) {
    const inner = group[name]
    const next: Group = typeof inner === 'object' && !Array.isArray(inner) ? inner : Object.create(null)
    group[name] = next
    group = next
  }
  group[path.at(-1) ?? ''] = value
}

function listsIn(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([name, inner]): [string, FormValue] => [name, listsIn(inner)])
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index))
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}
