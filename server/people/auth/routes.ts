import type { FastifyInstance } from 'fastify'
import type { Config } from '../../platform/config/config.ts'
import { isFromOtherOrigin } from '../../platform/http/cors.ts'
import { addressNotFound } from '../../platform/http/errors.ts'
import { setNotFound } from '../../platform/http/not-found.ts'
import { absoluteAddress, originOf, storedAddress } from '../../platform/http/page-address.ts'
import { linkPagePublicRoutes } from './codes/link-page-public-routes.ts'
import { codesPublicRoutes } from './codes/public-routes.ts'
import type { Auth, AuthDeps } from './create-auth.ts'
import { factorsSignedInRoutes } from './factors/signed-in-routes.ts'
import { AUTH_BASE } from './protocol/deps.ts'
import { renderAuthError } from './protocol/render-errors.ts'
import { oauthPublicRoutes } from './providers/public-routes.ts'
import { identitiesSignedInRoutes } from './providers/signed-in-routes.ts'
import { ssoPublicRoutes } from './providers/sso/public-routes.ts'
import { authPublicRoutes } from './public-routes.ts'
import { accountSessionsSignedInRoutes } from './sessions/signed-in-routes.ts'
import { setupPublicRoutes } from './setup/public-routes.ts'
import { authSignedInRoutes } from './signed-in-routes.ts'

/** Routes for tools and monitors, which have no API key. */
const WITHOUT_API_KEY = ['/health', '/settings', '/.well-known/jwks.json'].map((path) => AUTH_BASE + path)

/** The sign-in service, the list of the caller's sessions, and the first admin. */
export async function authRoutes(
  app: FastifyInstance,
  { auth, ...deps }: Pick<AuthDeps, 'config' | 'db' | 'clock' | 'secrets' | 'messages'> & { auth: Auth },
): Promise<void> {
  const authDeps: AuthDeps = { ...deps, ...auth.services, authenticate: auth.authenticate }
  await app.register(
    async (scope) => {
      configureRoutes(scope)
      scope.setErrorHandler(renderAuthError)
      setNotFound(scope, (request, reply) => renderAuthError(addressNotFound(), request, reply))
      showPicturesElsewhere(scope, deps.config)
      await authPublicRoutes(scope, authDeps)
      await codesPublicRoutes(scope, authDeps)
      await authSignedInRoutes(scope, authDeps)
      await factorsSignedInRoutes(scope, authDeps)
      await oauthPublicRoutes(scope, authDeps)
      await identitiesSignedInRoutes(scope, authDeps)
      await ssoPublicRoutes(scope, authDeps)
    },
    { prefix: AUTH_BASE },
  )
  await accountSessionsSignedInRoutes(app, authDeps)
  await setupPublicRoutes(app, authDeps)
  await linkPagePublicRoutes(app, authDeps)
}

function configureRoutes(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    route.config = {
      needsApiKey: !WITHOUT_API_KEY.includes(route.url),
      ...route.config,
      // The second factor is verified by these routes, and each change checks the assurance that it needs.
      beforeSecondFactor: true,
      // Changes of a user's own data are writes; everything else has limits of its own, and signing out has none.
      uncounted: !['PUT', 'DELETE'].includes(String(route.method)) && !route.url.endsWith('/factors'),
    }
  })
  scope.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
}

/**
 * For pages of other origins, adds our origin to the addresses of users' pictures. Removes it in their requests, and in
 * those of programs that reach us by another name of this machine than `SITE_URL` has.
 */
function showPicturesElsewhere(scope: FastifyInstance, { corsOrigins, siteUrl }: Config): void {
  scope.addHook('preValidation', async (request) => {
    const { data } = (request.body ?? {}) as { data?: { avatar_url?: unknown } }
    const origin = originOf(request, siteUrl)
    const isElsewhere = origin !== siteUrl || isFromOtherOrigin(request, corsOrigins)
    if (isElsewhere && typeof data?.avatar_url === 'string') data.avatar_url = storedAddress(origin, data.avatar_url)
  })
  scope.addHook('preSerialization', async (request, _reply, payload) => {
    if (!isFromOtherOrigin(request, corsOrigins)) return payload
    return withAbsolutePicture(payload, originOf(request, siteUrl))
  })
}

function withAbsolutePicture(payload: unknown, origin: string): unknown {
  if (typeof payload !== 'object' || payload === null) return payload
  const { user, user_metadata } = payload as { user?: unknown; user_metadata?: Record<string, unknown> }
  if (user) return { ...payload, user: withAbsolutePicture(user, origin) }
  if (typeof user_metadata?.avatar_url !== 'string') return payload
  const avatar_url = absoluteAddress(origin, user_metadata.avatar_url)
  return { ...payload, user_metadata: { ...user_metadata, avatar_url } }
}
