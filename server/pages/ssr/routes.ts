import type { FastifyInstance } from 'fastify'
import type { Config } from '../../platform/config/config.ts'
import type { FastPath } from '../../platform/fast-path/fast-path.ts'
import type { CatalogChanges } from '../../shop/catalog/products/catalog-changes.ts'
import type { CatalogPublicDeps } from '../../shop/catalog/public-reads.ts'
import { assetsPublicRoutes } from './assets-public-routes.ts'
import type { OpenDraft } from './draft-page.ts'
import { createFetchApi } from './fetch-api.ts'
import type { PageRenderer } from './page-renderer.ts'
import { previewsPublicRoutes } from './preview-public-routes.ts'
import { pagesPublicRoutes } from './public-routes.ts'
import { sitemapPublicRoutes } from './sitemap-public-routes.ts'

interface SsrDeps extends CatalogPublicDeps {
  config: Config
  changes: CatalogChanges
  fastPath: FastPath
  /** Null where no pages are served. */
  renderer: PageRenderer | null
  apiKey: string
  /** Returns whether the page that makes the first admin is shown. */
  isSetupOpen: () => Promise<boolean>
  openDraft: OpenDraft
}

export async function ssrRoutes(app: FastifyInstance, { renderer, ...deps }: SsrDeps): Promise<void> {
  await sitemapPublicRoutes(app, deps)
  const fetchApi = createFetchApi(app.log, deps)
  await previewsPublicRoutes(app, { ...deps, fetchApi })
  if (!renderer) return
  const { assetsDir } = renderer
  if (assetsDir) await assetsPublicRoutes(app, { ...deps, assetsDir, fetchApi })
  await pagesPublicRoutes(app, { ...deps, renderer, fetchApi })
}
