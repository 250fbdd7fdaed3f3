import type { FastifyContextConfig, FastifyInstance, FastifyRequest, FastifySchema } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { ZodType } from 'zod'
import type { Role } from '../../../shared/accounts/constants.ts'
import { rightErrors } from '../../../shared/accounts/right-messages.ts'
import { hasRight, type RequiredRight, type Rights } from '../../../shared/accounts/rights.ts'
import { type AppError, commonError, errorsOf } from './errors.ts'

/** The user who sent a request, from a verified token and the database; never from the body, query or other headers. */
export interface Caller {
  user_id: string
  role: Role
  /** The rights of an admin; null for owners, and for users of other roles. */
  rights: Rights
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
    /** Needed by admins. */
    right?: RequiredRight | undefined
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
const rightError = errorsOf(rightErrors)

interface RoutesOptions {
  /** Makes the 403 for signed-in users of other roles. */
  refusal?: (() => AppError) | undefined
  /** Required where admins are admitted. */
  right?: RequiredRight
}

/** Returns a function that registers routes for one audience. */
export function routesFor<Deps>(
  access: Access,
  define: (app: App, deps: Deps) => void,
  { refusal = forbidden, right }: RoutesOptions = {},
): (app: FastifyInstance, deps: Deps) => Promise<void> {
  return async (app, deps) => {
    const scoped = async (scope: FastifyInstance) => {
      scope.addHook('onRoute', (route) => {
        route.config = { ...route.config, access, refusal, right }
      })
      define(scope.withTypeProvider<ZodTypeProvider>(), deps)
    }
    // Without a name Fastify compares the function with every loaded module, for each set of routes.
    await app.register(Object.assign(scoped, { [Symbol.for('fastify.display-name')]: 'routes' }))
  }
}

interface DeclaredRoute {
  method: string | string[]
  url: string
  config?: FastifyContextConfig
}

/** Returns a function that registers routes for the admins who have a right. */
export function adminRoutesFor<Deps>(right: RequiredRight, define: (app: App, deps: Deps) => void) {
  return routesFor<Deps>(['admin'], define, { right })
}

/** Guards every route by its declared access and right; the start fails when one does not declare them. */
export function installGuards(app: FastifyInstance, authenticate: Authenticate): void {
  const routes: DeclaredRoute[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  app.addHook('onReady', async () => {
    requireNone(
      'access',
      routes.filter(({ config }) => config?.access === undefined),
    )
    requireNone(
      'right of admins',
      routes.filter(({ config }) => admitsAdmins(config) && config?.right === undefined),
    )
  })
  app.decorateRequest('caller', null)
  app.addHook('onRequest', async (request, reply) => {
    // The not-found handler has no route and is public.
    const {
      access = 'public',
      refusal = forbidden,
      right,
      beforeSecondFactor = false,
    } = request.is404 ? {} : request.routeOptions.config
    if (access === 'public') return
    reply.header('cache-control', 'no-store')
    const caller = await authenticate(request)
    if (!caller.assured && !beforeSecondFactor) throw secondFactorNeeded()
    if (access !== 'signed-in' && !access.includes(caller.role)) throw refusal()
    if (right && caller.role === 'admin') requireRight(caller, right)
    request.caller = caller
  })
}

function admitsAdmins({ access }: FastifyContextConfig = {}): boolean {
  return Array.isArray(access) && access.includes('admin')
}

function requireNone(what: string, routes: DeclaredRoute[]): void {
  if (!routes.length) return
  throw new Error(`routes without declared ${what}: ${routes.map(({ method, url }) => `${method} ${url}`).join(', ')}`)
}

/** Throws AppError 403 unless the admin has the right. */
export function requireRight({ rights }: Pick<Caller, 'rights'>, right: RequiredRight): void {
  if (hasRight(rights, right)) return
  throw right === 'owner' ? rightError('owners_only') : rightError('right_missing', { right })
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
