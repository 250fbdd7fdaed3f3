import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CatalogChanges } from '../platform/catalog-changes.ts'
import type { Config } from '../platform/config.ts'
import { isUnchanged } from '../platform/etag.ts'
import { type App, routesFor } from '../platform/guards.ts'
import { logFailure, toAppError } from '../platform/render-errors.ts'
import { addVary } from '../platform/vary.ts'
import { errorPage } from './error-page.ts'
import { canBePage } from './page-address.ts'
import type { PageRenderer } from './page-renderer.ts'
import { createPages, fetchThrough } from './pages.ts'
import { pickEncoding } from './stored-page.ts'

/** Alike for everyone: a CDN may keep them for a moment, and longer while it fetches a new one. */
const PUBLIC_PAGE = 'public, max-age=0, s-maxage=30, stale-while-revalidate=300'
const RETRY_AFTER_SECONDS = '5'

interface PagesDeps {
  renderer: PageRenderer
  apiKey: string
  config: Config
  changes: CatalogChanges
}

/** The HTML of every page, the files of the front end, and what search engines ask for. */
export const pagesEveryoneRoutes = routesFor('everyone', (app, { renderer, apiKey, config, changes }: PagesDeps) => {
  app.setErrorHandler(renderErrorPage)
  if (renderer.assetsDir) addAssetRoutes(app, renderer.assetsDir)

  const pages = createPages(renderer, { siteUrl: config.siteUrl, apiKey }, fetchThrough(app), changes)
  // Pages are compressed here, once for all who ask.
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
})

/** The built files: named after their content, so they never change; compressed by the build. */
function addAssetRoutes(app: App, assetsDir: string): void {
  // Nearly free, and a page that was served is nothing without them.
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
