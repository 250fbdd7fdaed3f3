import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Auth } from '../../people/auth/create-auth.ts'
import { methodNotAllowed } from '../../platform/http/errors.ts'
import { withoutLength } from '../../platform/http/install-transport.ts'
import { setNotFound } from '../../platform/http/not-found.ts'
import { logFailure, toApiFailure } from '../../platform/http/render-errors.ts'
import { noSuchTable } from './errors.ts'
import { RestRefusal } from './grammar/errors.ts'
import { restOrdersAdminRoutes } from './orders-admin-routes.ts'
import { restOrdersBuyerAdminRoutes } from './orders-buyer-admin-routes.ts'
import { restOrdersBuyerRoutes } from './orders-buyer-routes.ts'
import { restProductsSellerAdminRoutes } from './products-seller-admin-routes.ts'
import { restProductsSellerRoutes } from './products-seller-routes.ts'
import { restPublicRoutes } from './public-routes.ts'
import type { RestDeps } from './rest-deps.ts'

const REST_BASE = '/rest/v1'

/** Registers the generic tables. Only those with routes here exist, with the same permissions as the screens. */
export async function restRoutes(app: FastifyInstance, { auth, ...deps }: RestDeps & { auth: Auth }): Promise<void> {
  await app.register(
    async (scope) => {
      const methods = new Map<string, string[]>()
      scope.addHook('onRoute', (route) => {
        route.config = { needsApiKey: true, ...route.config }
        if (route.method === 'HEAD') withoutLength(route, () => true)
        methods.set(route.url, [...(methods.get(route.url) ?? []), ...[route.method].flat()])
      })
      scope.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
      scope.setErrorHandler(renderMessage)
      setNotFound(scope, (request, reply) => {
        const [table = ''] = request.url.split('?', 1)
        const allowed = methods.get(table)
        return renderMessage(allowed ? methodNotAllowed(allowed) : noSuchTable(), request, reply)
      })
      await restPublicRoutes(scope, {
        ...deps,
        limiter: auth.services.limiter,
        authenticate: auth.authenticate,
      })
      await restProductsSellerRoutes(scope, deps)
      await restProductsSellerAdminRoutes(scope, deps)
      await restOrdersBuyerRoutes(scope, deps)
      await restOrdersBuyerAdminRoutes(scope, deps)
      await restOrdersAdminRoutes(scope, deps)
    },
    { prefix: REST_BASE },
  )
}

function renderMessage(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = toApiFailure(error)
  logFailure(request, failure)
  const { explanation: details = null, hint = null } = failure instanceof RestRefusal ? failure : {}
  return reply
    .code(failure.status)
    .headers(failure.headers)
    .header('cache-control', 'no-store')
    .type('application/json')
    .send(JSON.stringify({ message: failure.message, code: failure.code, details, hint }))
}
