import { AsyncLocalStorage } from 'node:async_hooks'
import type { LanguageCode } from '../shared/kernel/languages.ts'

/** A request, or one run of a job, that uses the database. */
export interface RequestContext {
  readonly kind: 'request' | 'job'
  /** A request's id, a job's name. */
  readonly id: string
  /** In milliseconds; every wait for the database is subtracted. */
  waitBudgetMs: number
  /** True also after a change whose response has not arrived. */
  hasWritten: boolean
  /** The language of its texts; absent: that of the marketplace. */
  language?: LanguageCode | undefined
  /** The slot in which it is served, while it has one. */
  slot?: { leave(): void; takeAgain(): void } | undefined
}

const current = new AsyncLocalStorage<RequestContext>()

/** The format of an id, which becomes part of log lines. */
export const CONTEXT_ID = /^[A-Za-z0-9_-]{1,64}$/

/** Creates a context; a request takes the language of the surrounding one. Throws when `id` does not have the format. */
export function createContext(
  kind: RequestContext['kind'],
  id: string,
  waitBudgetMs = Number.POSITIVE_INFINITY,
): RequestContext {
  if (!CONTEXT_ID.test(id)) throw new Error('the id of a request context is 1 to 64 letters, digits, _ or -')
  // A job must not take the language of the request that happened to start it.
  const language = kind === 'request' ? current.getStore()?.language : undefined
  return { kind, id, waitBudgetMs, hasWritten: false, language }
}

/** Returns what `run` returns; `run`, and everything it starts, has this context. */
export function runInContext<T>(context: RequestContext, run: () => T): T {
  return current.run(context, run)
}

/** Returns what `run` returns, which writes texts in a language. `run` must be synchronous. */
export function inLanguage<T>(language: LanguageCode | undefined, run: () => T): T {
  return current.run({ ...(current.getStore() ?? createContext('job', 'texts')), language }, run)
}

/** Returns the current context; undefined in commands and at the start of a server. */
export function currentContext(): RequestContext | undefined {
  return current.getStore()
}

/**
 * Returns what `run` returns, which waits for another service; meanwhile its request occupies no slot. `run` must have a
 * timeout of its own.
 */
export async function outsideSlot<T>(run: () => Promise<T>): Promise<T> {
  const slot = currentContext()?.slot
  if (!slot) return run()
  slot.leave()
  try {
    return await run()
  } finally {
    slot.takeAgain()
  }
}

/** A request that has changed the database may still wait this long, so that it can respond. */
const RESPONSE_BUDGET_MS = 4_600

/** Records that the request has changed the database: it must not run out of budget before it has responded. */
export function noteWritten(context: RequestContext | undefined): void {
  if (context?.kind !== 'request') return
  context.hasWritten = true
  context.waitBudgetMs = Math.max(context.waitBudgetMs, RESPONSE_BUDGET_MS)
}

/** Waits for a query that another context has sent, and subtracts the time from this one's budget. */
export async function countWaiting<T>(query: Promise<T>): Promise<T> {
  const context = currentContext()
  const startedAt = performance.now()
  try {
    return await query
  } finally {
    if (context) context.waitBudgetMs -= performance.now() - startedAt
  }
}
