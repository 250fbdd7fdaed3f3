import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { CONTEXT_ID, createContext, type RequestContext, runInContext } from '../../../db/request-context.ts'
import type { LanguageCode } from '../../../shared/kernel/languages.ts'
import { canBePage } from './page-address.ts'
import type { IsTrustedProxy } from './trusted-proxies.ts'

/** The total wait for the database until a request has changed something, so that it ends within 5 s. */
const DATABASE_WAIT_BUDGET_MS = 4_600

declare module 'fastify' {
  interface FastifyRequest {
    /** The context of its statements. */
    requestContext: RequestContext
  }
}

/** Returns a function that returns the id of a request: the one a trusted proxy gave it, else a new one. */
export function createRequestIds(isTrustedProxy: IsTrustedProxy): (request: IncomingMessage) => string {
  return (request) => {
    const { headers, socket } = request
    const id = headers['x-request-id']
    if (typeof id === 'string' && CONTEXT_ID.test(id) && isTrustedProxy(socket.remoteAddress ?? '')) return id
    return randomUUID()
  }
}

export type Languages = readonly [LanguageCode, ...LanguageCode[]]

interface ContextOptions {
  languages: Languages
  waitBudgetMs?: number | undefined
}

/** Runs the hooks and handlers of each request in a context of its own. */
export function installRequestContext(
  app: FastifyInstance,
  { languages, waitBudgetMs = DATABASE_WAIT_BUDGET_MS }: ContextOptions,
): void {
  app.decorateRequest('requestContext')
  app.addHook('onRequest', (request, _reply, done) => {
    request.requestContext = createContext('request', request.id, waitBudgetMs)
    request.requestContext.language = languageOf(request.url, request.headers, languages)
    runInContext(request.requestContext, done)
  })
  // Bodies arrive by events of the socket, which have no context.
  app.addHook('preValidation', (request, _reply, done) => runInContext(request.requestContext, done))
}

/** Returns the language of a page's address; elsewhere that of `Accept-Language`, which our pages set to their own. */
export function languageOf(url: string, headers: IncomingHttpHeaders, languages: Languages): LanguageCode {
  const [first, ...prefixed] = languages
  if (!prefixed.length) return first
  const [path = '/'] = url.split('?', 1)
  if (canBePage(path)) return prefixed.find((code) => path === `/${code}` || path.startsWith(`/${code}/`)) ?? first
  const accepted = headers['accept-language']?.split(/[,;]/, 1)[0]?.trim()
  return (
    languages.find((code) => code === accepted) ??
    languages.find((code) => code === accepted?.split('-', 1)[0]) ??
    first
  )
}
