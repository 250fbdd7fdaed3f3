import type { FastifyInstance } from 'fastify'
import type { CatalogChanges } from '../catalog/catalog-changes.ts'
import type { CatalogPublicDeps } from '../catalog/public-routes.ts'
import type { Config } from '../config/config.ts'
import { createInnerApi } from './inner-api.ts'
import type { PageRenderer } from './page-renderer.ts'
import { pagesPublicRoutes } from './public-routes.ts'
import { sitemapPublicRoutes } from './sitemap-public-routes.ts'

interface SsrDeps extends CatalogPublicDeps {
  config: Config
  changes: CatalogChanges
  /** Null where no pages are served. */
  renderer: PageRenderer | null
  apiKey: string
}

/** Registers the routes of pages, their files and sitemaps. */
export async function ssrRoutes(app: FastifyInstance, { renderer, ...deps }: SsrDeps): Promise<void> {
  await sitemapPublicRoutes(app, deps)
  if (!renderer) return
  const innerApi = await createInnerApi(app.log, deps)
  app.addHook('onClose', () => innerApi.close())
  await pagesPublicRoutes(app, { ...deps, responses: deps.changes.responses, renderer, fetchApi: innerApi.fetchApi })
}
