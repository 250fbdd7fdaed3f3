import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { ZodType } from 'zod'
import type { Role } from '../../../shared/accounts/constants.ts'
import { type AppError, commonError } from './errors.ts'

/** The user who sent a request, from a verified token and the database; never from the body, query or other headers. */
export interface Caller {
  user_id: string
  role: Role
  session_id: string
  aal: 'aal1' | 'aal2'
  /** A guest has neither an email address nor a phone. */
  is_anonymous: boolean
  /** False while this session still has to use a second factor that the account has or must have. */
  assured: boolean
}

/** The users who may call a route. */
export type Access = 'public' | 'signed-in' | readonly Role[]

/** Returns the caller of a request. Throws AuthenticationFailed. */
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
    /** Returns the failure for signed-in callers with another role. */
    refusal?: () => AppError
    /** Also admits sessions that have not yet used, or set up, the account's second factor. */
    beforeSecondFactor?: boolean
    /** For the API's document: the fields of a multipart form that the handler reads itself. */
    form?: ZodType
  }
  interface FastifyRequest {
    /** Set on every route that is not public. */
    caller: Caller | null
  }
}

const forbidden = () => commonError('forbidden')
const secondFactorNeeded = () => commonError('insufficient_aal')

/** Returns a function that registers routes for one audience; `refusal` makes the 403 for other signed-in users. */
export function routesFor<Deps>(
  access: Access,
  define: (app: App, deps: Deps) => void,
  refusal: () => AppError = forbidden,
): (app: FastifyInstance, deps: Deps) => Promise<void> {
  return async (app, deps) => {
    const scoped = async (scope: FastifyInstance) => {
      scope.addHook('onRoute', (route) => {
        route.config = { ...route.config, access, refusal }
      })
      define(scope.withTypeProvider<ZodTypeProvider>(), deps)
    }
    // Without a name Fastify compares the function with every loaded module, for each set of routes.
    await app.register(Object.assign(scoped, { [Symbol.for('fastify.display-name')]: 'routes' }))
  }
}

/** Guards every route by its declared access; the start fails when one declares none. */
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
    // The not-found handler has no route and is public.
    const {
      access = 'public',
      refusal = forbidden,
      beforeSecondFactor = false,
    } = request.is404 ? {} : request.routeOptions.config
    if (access === 'public') return
    reply.header('cache-control', 'no-store')
    const caller = await authenticate(request)
    if (!caller.assured && !beforeSecondFactor) throw secondFactorNeeded()
    if (access !== 'signed-in' && !access.includes(caller.role)) throw refusal()
    request.caller = caller
  })
}

/** Returns the caller. Throws on a public route. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('callerOf on a public route')
  return request.caller
}

/** Returns the options of a route that responds with one shape; `schema` has its summary, and what it reads. */
export function respondsWith<Shape extends ZodType, Schema extends FastifySchema>(shape: Shape, schema: Schema) {
  return { schema: { ...schema, response: { 200: shape } } }
}
