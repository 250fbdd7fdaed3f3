import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../db/tables.ts'
import { accountLookupEveryoneRoutes } from '../auth/account-lookup-everyone-routes.ts'
import type { Auth } from '../auth/create-auth.ts'
import { answerNothingHere } from '../platform/nothing-here.ts'
import { logFailure, toApiFailure } from '../platform/render-errors.ts'
import { noSuchTable, notInThisTable } from './errors.ts'
import { createForward } from './forward.ts'
import { restOrdersAdminRoutes } from './orders-admin-routes.ts'
import { restOrdersBuyerAdminRoutes } from './orders-buyer-admin-routes.ts'
import { restOrdersBuyerRoutes } from './orders-buyer-routes.ts'
import { restProductsEveryoneRoutes } from './products-everyone-routes.ts'
import { restProductsSellerAdminRoutes } from './products-seller-admin-routes.ts'
import { restProductsSellerRoutes } from './products-seller-routes.ts'

const REST_BASE = '/rest/v1'

/**
 * The generic table interface. Only tables with routes here exist, and nothing can be done to them that the screens
 * cannot do.
 */
export async function restRoutes(app: FastifyInstance, { db, auth }: { db: Db; auth: Auth }): Promise<void> {
  const forward = createForward(app)
  await app.register(
    async (scope) => {
      const methods = new Map<string, string[]>()
      scope.addHook('onRoute', (route) => {
        route.config = { needsApiKey: true, ...route.config }
        methods.set(route.url, [...(methods.get(route.url) ?? []), ...[route.method].flat()])
      })
      scope.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
      scope.setErrorHandler(renderMessage)
      answerNothingHere(scope, (request, reply) => {
        const [table = ''] = request.url.split('?', 1)
        const allowed = methods.get(table)
        return renderMessage(allowed ? notInThisTable(allowed.join(', ')) : noSuchTable(), request, reply)
      })
      await accountLookupEveryoneRoutes(scope, { db, limiter: auth.services.limiter })
      await restProductsEveryoneRoutes(scope, { db })
      await restProductsSellerRoutes(scope, { db, forward })
      await restProductsSellerAdminRoutes(scope, { db, forward })
      await restOrdersBuyerRoutes(scope, { forward })
      await restOrdersBuyerAdminRoutes(scope, { db, forward })
      await restOrdersAdminRoutes(scope, { forward })
    },
    { prefix: REST_BASE },
  )
}

/** Failures here are a message and nothing else. */
function renderMessage(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = toApiFailure(error)
  logFailure(request, failure)
  return reply
    .code(failure.status)
    .headers(failure.headers)
    .header('cache-control', 'no-store')
    .type('application/json')
    .send(JSON.stringify({ message: failure.message }))
}
