import type { FastifyInstance } from 'fastify'
import { docsPublicRoutes } from './public-routes.ts'

/** Registers the API's document and its page. */
export async function docsRoutes(app: FastifyInstance): Promise<void> {
  await docsPublicRoutes(app, {})
}
