import type { IncomingMessage, ServerResponse } from 'node:http'
import { createContext, runInContext } from '../../../db/request-context.ts'
import { continueRequest } from '../http/begun-requests.ts'
import { DATABASE_WAIT_BUDGET_MS } from '../http/request-context.ts'
import type { Prepared } from './prepared.ts'

/** A response that must be computed first. */
export interface Computed {
  route: string
  /** Returns the response for `Accept-Encoding`. Throws what the route would throw. */
  compute(acceptEncoding: string | undefined): Promise<Prepared>
  /** Returns the response if it is kept, and ready in that encoding or not needed by a client that has it. */
  peek(acceptEncoding: string | undefined, ifNoneMatch?: string): Prepared | undefined
}

/** Returns what an address means; undefined leaves it to the application. */
export type Recognize = (address: string) => Computed | undefined

export interface Slots {
  /** Takes a slot that is free now; returns whether there was one. */
  tryEnter(): boolean
  leave(): void
}

export interface Pair {
  request: IncomingMessage
  response: ServerResponse
}

/** What a request is answered with; `id` and `startedAt` are the request's. */
export interface Answer {
  id: string
  route: string
  startedAt: number
  prepared: Prepared
}

/** Returns what to answer with, computed in a slot; undefined when it fails, and the application continues. */
export async function answerComputed(
  { route, compute }: Computed,
  { request }: Pair,
  { id, slots, serve }: { id: string; slots: Slots; serve: () => void },
): Promise<Answer | undefined> {
  const startedAt = performance.now()
  const context = createContext('request', id, DATABASE_WAIT_BUDGET_MS)
  try {
    const prepared = await runInContext(context, () =>
      compute(request.headers['accept-encoding'] as string | undefined),
    )
    slots.leave()
    return { id, route, startedAt, prepared }
  } catch (error) {
    slots.leave()
    continueRequest(request, { id, ms: performance.now() - startedAt, error })
    serve()
    return undefined
  }
}
