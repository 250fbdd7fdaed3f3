import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { ZodType } from 'zod'
import type { Role } from '../../shared/account/constants.ts'
import { accountMessages } from '../../shared/account/messages.ts'
import { AppError } from './errors.ts'

/** Who sent a request, from a verified token and the database; never from the body, the query or other headers. */
export interface Caller {
  user_id: string
  role: Role
  session_id: string
  aal: 'aal1' | 'aal2'
  /** A guest: signed in, but known by nothing. */
  is_anonymous: boolean
  /** False while the account has a second factor that this session has not used. */
  assured: boolean
}

/** Who may call a route. */
export type Access = 'everyone' | 'signed-in' | readonly Role[]

/** Proves who sends a request. Throws AuthenticationFailed. */
export type Authenticate = (request: FastifyRequest) => Promise<Caller>

/** A Fastify instance whose zod schemas type the handlers. */
export type App = FastifyInstance<
  import('fastify').RawServerDefault,
  import('http').IncomingMessage,
  import('http').ServerResponse,
  import('fastify').FastifyBaseLogger,
  ZodTypeProvider
>

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** What a signed-in caller without the right role is told. */
    refusal?: AppError
    /** Also for sessions in which the account's second factor is still to be used. */
    beforeSecondFactor?: boolean
    /** For the API's document: the fields of a multipart form that the handler reads itself. */
    form?: ZodType
  }
  interface FastifyRequest {
    /** Set on every route that is not open to everyone. */
    caller: Caller | null
  }
}

const forbidden = new AppError(403, 'forbidden', 'You are not allowed to do this.')
const secondFactorNeeded = new AppError(403, 'insufficient_aal', accountMessages.secondFactorNeeded)

/**
 * Makes a module's routes for one audience: `routesFor(['buyer'], (app, deps) => { app.get(…) })`.
 * `refusal` is the 403 that other signed-in people get.
 */
export function routesFor<Deps>(
  access: Access,
  define: (app: App, deps: Deps) => void,
  refusal: AppError = forbidden,
): (app: FastifyInstance, deps: Deps) => Promise<void> {
  return async (app, deps) => {
    await app.register(async (scope) => {
      scope.addHook('onRoute', (route) => {
        route.config = { ...route.config, access, refusal }
      })
      define(scope.withTypeProvider<ZodTypeProvider>(), deps)
    })
  }
}

/**
 * Guards every route of the application by its declared access. A route without a declaration stops the start: the
 * default is refuse. What is not for everyone is kept by nobody.
 */
export function installGuards(app: FastifyInstance, authenticate: Authenticate): void {
  const undeclared: { method: string | string[]; url: string; config?: { access?: Access } }[] = []
  app.addHook('onRoute', (route) => void undeclared.push(route))
  app.addHook('onReady', async () => {
    const open = undeclared.filter((route) => route.config?.access === undefined)
    if (open.length)
      throw new Error(`routes without declared access: ${open.map((r) => `${r.method} ${r.url}`).join(', ')}`)
  })
  app.decorateRequest('caller', null)
  app.addHook('onRequest', async (request, reply) => {
    // The not-found handler has no route: it answers 404 to everyone.
    const {
      access = 'everyone',
      refusal = forbidden,
      beforeSecondFactor = false,
    } = request.is404 ? {} : request.routeOptions.config
    if (access === 'everyone') return
    reply.header('cache-control', 'no-store')
    const caller = await authenticate(request)
    if (!caller.assured && !beforeSecondFactor) throw secondFactorNeeded
    if (access !== 'signed-in' && !access.includes(caller.role)) throw refusal
    request.caller = caller
  })
}

/** The caller of a guarded route. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('callerOf on a route that is open to everyone')
  return request.caller
}
