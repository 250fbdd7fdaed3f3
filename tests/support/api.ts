import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { expect } from 'vitest'
import type { Cart } from '../../shared/cart/schema.ts'
import { commonErrors } from '../../shared/kernel/errors.ts'
import type { Order } from '../../shared/orders/schema.ts'
import type { TestApp } from './test-app.ts'

export interface Answer<Body> {
  status: number
  body: Body
  headers: Record<string, unknown>
}

/** An account, by the headers of its requests. */
export type Caller = { headers: Record<string, string> }

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH'

/** Longer than any machine is busy: a test that waits for a 503 then gets it. */
const BUSY_FOR_MS = 60_000

/** Sends a request, and retries it while the service is busy, as clients do: such a refusal has changed nothing. */
export async function injectUntilServed(app: FastifyInstance, request: InjectOptions) {
  for (const startedAt = Date.now(); ; await setTimeout(20)) {
    const response = await app.inject(request)
    // By code, as the text may be in another language, or by text in protocols with codes of their own.
    const isBusy = ['"code":"busy"', commonErrors.busy.text].some((sign) => response.body.includes(sign))
    if (response.statusCode !== 503 || !isBusy || Date.now() - startedAt > BUSY_FOR_MS) return response
  }
}

/** Calls our API as a visitor or with an account; with `once` a refusal as busy is returned, not retried. */
export async function call<Body = Record<string, unknown>>(
  { app }: Pick<TestApp, 'app'>,
  method: Method,
  path: string,
  request: { as?: Caller; body?: unknown; headers?: Record<string, string>; once?: boolean } = {},
): Promise<Answer<Body>> {
  const sent: InjectOptions = {
    method,
    url: path,
    headers: { ...request.as?.headers, ...request.headers },
    ...(request.body !== undefined && { payload: request.body as object }),
  }
  const response = await (request.once ? app.inject(sent) : injectUntilServed(app, sent))
  const isJson = response.body !== '' && String(response.headers['content-type']).includes('json')
  return { status: response.statusCode, body: (isJson ? response.json() : {}) as Body, headers: response.headers }
}

/** Retries requests outside of `call` while the service is busy, which has changed nothing. */
export async function untilServed<Given extends { status: number } | { error: { status?: number | undefined } | null }>(
  send: () => PromiseLike<Given>,
  busy: number[] = [503],
): Promise<Given> {
  for (;;) {
    const response = await send()
    const status = 'status' in response ? response.status : response.error?.status
    if (!busy.includes(status ?? 200)) return response
  }
}

/** Adds a product to a buyer's cart; returns the cart. */
export async function addToCart(
  testApp: Pick<TestApp, 'app'>,
  as: Caller,
  product_id: string,
  quantity = 1,
): Promise<Cart> {
  const request = { as, body: { product_id, quantity } }
  const { status, body } = await call<{ cart: Cart }>(testApp, 'POST', '/api/cart/items', request)
  if (status !== 200) throw new Error(`adding to the cart answered ${status}: ${JSON.stringify(body)}`)
  return body.cart
}

/** Orders the cart, with every field of the checkout filled in except those that `body` replaces. */
export const postOrder = <Body = Order>(
  testApp: Pick<TestApp, 'app'>,
  as: Caller,
  body: unknown = checkout,
  key?: string,
) =>
  call<Body & { code?: string; message?: string; details?: Record<string, unknown> }>(testApp, 'POST', '/api/orders', {
    as,
    body,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })

/** Returns a buyer's cart. */
export const cartOf = async (testApp: Pick<TestApp, 'app'>, as: Caller) =>
  (await call<{ cart: Cart }>(testApp, 'GET', '/api/cart', { as })).body.cart

/** The body of a checkout with every field. */
export const checkout = {
  shipping_address: {
    fullName: 'Kim Example',
    address: '1 Long Road',
    city: 'Springfield',
    postalCode: '12345',
    country: 'US',
  },
  payment_method: 'credit_card',
} as const

/** A refusal for `toMatchObject`. */
export const refusedWith = (status: number, code: string, more: object = {}) => ({ status, body: { code, ...more } })

/** The body of a refusal by the generic tables; `message` is a text or a matcher. */
export function tableRefusal(message: unknown = expect.any(String)): Record<string, unknown> {
  const text = expect.toBeOneOf([null, expect.any(String)])
  return { message, code: expect.stringMatching(/./), details: text, hint: text }
}
