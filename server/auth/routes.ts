import type { FastifyInstance } from 'fastify'
import { nothingHere } from '../platform/errors.ts'
import { answerNothingHere } from '../platform/nothing-here.ts'
import { accountSessionsSignedInRoutes } from './account-sessions-signed-in-routes.ts'
import { AUTH_BASE } from './auth-base.ts'
import type { AuthDeps } from './auth-deps.ts'
import { avatarsEveryoneRoutes } from './avatars-everyone-routes.ts'
import { codesEveryoneRoutes } from './codes/everyone-routes.ts'
import type { Auth } from './create-auth.ts'
import { authEveryoneRoutes } from './everyone-routes.ts'
import { factorsSignedInRoutes } from './mfa/signed-in-routes.ts'
import { oauthEveryoneRoutes } from './oauth/everyone-routes.ts'
import { identitiesSignedInRoutes } from './oauth/signed-in-routes.ts'
import { renderAuthError } from './render-errors.ts'
import { authSignedInRoutes } from './signed-in-routes.ts'
import { ssoEveryoneRoutes } from './sso/everyone-routes.ts'
import { usersAdminRoutes } from './users/admin-routes.ts'

/** Read by tools and monitors that know no key. */
const WITHOUT_API_KEY = ['/health', '/settings', '/.well-known/jwks.json'].map((path) => AUTH_BASE + path)

/** The sign-in service, the list of one's sessions, and the pictures drawn for accounts. */
export async function authRoutes(
  app: FastifyInstance,
  { auth, ...deps }: Pick<AuthDeps, 'config' | 'db' | 'clock' | 'secrets' | 'messages'> & { auth: Auth },
): Promise<void> {
  const authDeps: AuthDeps = { ...deps, ...auth.services, authenticate: auth.authenticate }
  await app.register(
    async (scope) => {
      requireApiKey(scope)
      openBeforeSecondFactor(scope)
      scope.setErrorHandler(renderAuthError)
      answerNothingHere(scope, (request, reply) => renderAuthError(nothingHere(), request, reply))
      scope.addHook('onResponse', async () => deps.messages.sendSoon())
      await authEveryoneRoutes(scope, authDeps)
      await codesEveryoneRoutes(scope, authDeps)
      await authSignedInRoutes(scope, authDeps)
      await factorsSignedInRoutes(scope, authDeps)
      await oauthEveryoneRoutes(scope, authDeps)
      await identitiesSignedInRoutes(scope, authDeps)
      await ssoEveryoneRoutes(scope, authDeps)
    },
    { prefix: AUTH_BASE },
  )
  await accountSessionsSignedInRoutes(app, authDeps)
  await usersAdminRoutes(app, authDeps)
  await avatarsEveryoneRoutes(app, {})
}

function requireApiKey(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    route.config = { needsApiKey: !WITHOUT_API_KEY.includes(route.url), ...route.config }
  })
  scope.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
}

/** The second factor is used by way of this service, and each of its changes asks for what it needs. */
function openBeforeSecondFactor(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, beforeSecondFactor: true }
  })
}
