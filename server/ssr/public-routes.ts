import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CatalogChanges } from '../catalog/catalog-changes.ts'
import type { Config } from '../config/config.ts'
import { isUnchanged } from '../http/etag.ts'
import { type App, routesFor } from '../http/guards.ts'
import { logFailure, toAppError } from '../http/render-errors.ts'
import { addVary } from '../http/vary.ts'
import { errorPage } from './error-page.ts'
import { canBePage } from './page-address.ts'
import type { FetchApi, PageRenderer } from './page-renderer.ts'
import { createPages } from './pages.ts'
import { pickEncoding } from './stored-page.ts'

/** Pages are the same for every visitor: a CDN may cache them for a moment, and longer while it fetches a new one. */
const PUBLIC_PAGE = 'public, max-age=0, s-maxage=30, stale-while-revalidate=300'
const RETRY_AFTER_SECONDS = '5'

interface PagesDeps {
  renderer: PageRenderer
  fetchApi: FetchApi
  apiKey: string
  config: Config
  changes: CatalogChanges
}

/** The HTML of every page, the files of the front end, and the files for search engines. */
export const pagesPublicRoutes = routesFor(
  'public',
  (app, { renderer, fetchApi, apiKey, config, changes }: PagesDeps) => {
    app.setErrorHandler(renderErrorPage)
    if (renderer.assetsDir) addAssetRoutes(app, renderer.assetsDir)

    const pages = createPages(renderer, { siteUrl: config.siteUrl, apiKey }, fetchApi, changes)
    // Pages are compressed once for all requests, in `StoredPage`.
    app.get('/*', { compress: false }, async (request, reply) => {
      const [path = '/'] = request.url.split('?', 1)
      if (!canBePage(path)) return reply.callNotFound()
      const { page, personal } = await pages.get(request.url)
      const encoding = pickEncoding(request.headers['accept-encoding'])
      addVary(reply, 'accept-encoding')
      if (personal || page.status >= 500) reply.header('cache-control', 'no-store')
      else {
        reply.headers({ 'cache-control': PUBLIC_PAGE, etag: page.etag(encoding) })
        if (isUnchanged(request.headers['if-none-match'], page.etag(encoding))) return reply.code(304).send()
      }
      if (page.status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS)
      if (encoding !== 'identity') reply.header('content-encoding', encoding)
      return reply
        .code(page.status)
        .type('text/html; charset=utf-8')
        .send(await page.bytes(encoding))
    })
  },
)

/** Adds the built files: named by their content, so they never change; compressed by the build. */
function addAssetRoutes(app: App, assetsDir: string): void {
  // Cheap, and needed by every page that was served.
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/assets/')) route.config = { ...route.config, alwaysServed: true }
  })
  app.register(fastifyStatic, {
    root: `${assetsDir}/assets`,
    prefix: '/assets/',
    index: false,
    immutable: true,
    maxAge: '1y',
    preCompressed: true,
  })
  for (const path of ['/favicon.svg', '/favicon.ico']) {
    app.get(path, (_request, reply) => reply.sendFile('favicon.svg', assetsDir, { immutable: false, maxAge: '1d' }))
  }
}

function renderErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = toAppError(error)
  logFailure(request, failure)
  return reply
    .code(failure.status)
    .headers(failure.headers)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(errorPage)
}
