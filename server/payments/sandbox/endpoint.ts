import type { z } from 'zod'
import type { Books } from './books.ts'
import type { Outcome } from './pay.ts'

/** One request. */
export interface Call<Params extends z.ZodType = z.ZodType> {
  /** What stands in the path; empty where there is none. */
  id: string
  params: z.output<Params>
  /** The same request has failed as its payment method plays it. */
  failedBefore: boolean
}

/** One address of the provider. */
export interface Endpoint {
  method: 'GET' | 'POST'
  /** The parts of the path after `/v1`; `:id` is any id. */
  path: readonly string[]
  params: z.ZodType
  run(books: Books, call: Call): Promise<Outcome>
}

/** Returns an endpoint: `GET /v1/payment_intents/:id`. */
export function endpoint<Params extends z.ZodType>(
  address: `${'GET' | 'POST'} /v1/${string}`,
  params: Params,
  run: (books: Books, call: Call<Params>) => Promise<Outcome>,
): Endpoint {
  const [method, path = ''] = address.split(' ') as ['GET' | 'POST', string]
  return { method, path: path.split('/').slice(2), params, run: run as Endpoint['run'] }
}
