import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { currentContext } from '../../db/request-context.ts'
import type { CatalogPublicDeps } from '../catalog/public-routes.ts'
import { catalogPublicRoutes } from '../catalog/public-routes.ts'
import { addressNotFound } from '../http/errors.ts'
import { installApiErrors, renderApiError } from '../http/render-errors.ts'
import { routerOptions } from '../http/router-options.ts'
import type { FetchApi } from './page-renderer.ts'

/**
 * Creates the API that pages fetch their data from: the catalog's public routes on their own server, which never listens.
 * Admission, metrics and compression apply to the request of the page only; failures are the only lines in the log.
 */
export async function createInnerApi(
  log: FastifyBaseLogger,
  deps: CatalogPublicDeps,
): Promise<{ fetchApi: FetchApi; close(): Promise<void> }> {
  const app = Fastify({
    loggerInstance: log.child({}, { level: 'error' }),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => currentContext()?.id ?? randomUUID(),
    routerOptions,
    // An address that no route can have, such as one with an id of a thousand characters.
    frameworkErrors: (_error, request, reply) => renderApiError(addressNotFound(), request, reply),
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  installApiErrors(app)
  await catalogPublicRoutes(app, deps)
  await app.ready()
  return {
    async fetchApi(path) {
      const { statusCode, payload } = await app.inject({ method: 'GET', url: path })
      return { status: statusCode, body: JSON.parse(payload) }
    },
    close: () => app.close(),
  }
}
