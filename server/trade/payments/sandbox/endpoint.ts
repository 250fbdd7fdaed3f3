import type { z } from 'zod'
import type { Books, Desk } from './books.ts'
import type { Charged } from './charge-queries.ts'
import type { Outcome } from './pay.ts'

export interface Call<Params extends z.ZodType = z.ZodType> {
  /** What stands in the path; empty where there is none. */
  id: string
  params: z.output<Params>
  /** The same request has failed as its payment method plays it. */
  failedBefore: boolean
}

export interface Endpoint {
  method: 'GET' | 'POST'
  /** The parts of the path after `/v1`; `:id` is any id. */
  path: readonly string[]
  params: z.ZodType
  run(books: Books, call: Call): Promise<Outcome>
  /** Returns what the request comes to and writes, where that needs no look into the books. */
  draft?: ((desk: Desk, call: Call) => Drafted | undefined) | undefined
}

export interface Drafted {
  outcome: Outcome
  charged: Charged
}

/** Returns an endpoint: `GET /v1/payment_intents/:id`. */
export function endpoint<Params extends z.ZodType>(
  address: `${'GET' | 'POST'} /v1/${string}`,
  params: Params,
  run: (books: Books, call: Call<Params>) => Promise<Outcome>,
  draft?: (desk: Desk, call: Call<Params>) => Drafted | undefined,
): Endpoint {
  const [method, path = ''] = address.split(' ') as ['GET' | 'POST', string]
  return { method, path: path.split('/').slice(2), params, run: run as Endpoint['run'], draft }
}
