import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { appMessages, documentMessages } from '../../../shared/app/messages.ts'
import { LANGUAGE } from '../../../shared/kernel/locale.ts'
import type { SitePayments } from '../../../shared/payments/schema.ts'
import type { Config } from '../../platform/config/config.ts'
import { sendReady } from '../../platform/data/send-ready.ts'
import type { Computed } from '../../platform/fast-path/computed.ts'
import type { FastPath } from '../../platform/fast-path/fast-path.ts'
import { type KeptSource, keptSource } from '../../platform/fast-path/kept-source.ts'
import { begunRequest } from '../../platform/http/begun-requests.ts'
import { type App, routesFor } from '../../platform/http/guards.ts'
import { logFailure, toAppError } from '../../platform/http/render-errors.ts'
import type { KeptResponses } from '../../shop/catalog/products/catalog-changes.ts'
import { createAssetMemory } from './assets.ts'
import { errorPage } from './error-page.ts'
import { canBePage } from './page-address.ts'
import type { PageRenderer } from './page-renderer.ts'
import { createPages, type FetchShown, type Pages } from './pages.ts'

/** The look of the shop that is installed as an app. */
const webManifest = JSON.stringify({
  name: appMessages.name,
  short_name: appMessages.name,
  description: documentMessages.appDescription,
  lang: LANGUAGE,
  id: '/',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#faf7f2',
  theme_color: '#faf7f2',
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  ],
})

/** What browsers and devices look for at the top, in `web/public`. */
const SITE_FILES = [...['/favicon.svg', '/favicon.ico', '/icon-180.png', '/icon-192.png', '/icon-512.png']]

/** An address in which each character means itself. */
const PLAIN_ADDRESS = /^\/(?:[\w-]+(?:\/[\w-]+)*)?(?:\?[\w-]+=[\w-]+(?:&[\w-]+=[\w-]+)*)?$/

interface PagesDeps {
  renderer: PageRenderer
  fetchApi: FetchShown
  fastPath: FastPath
  apiKey: string
  config: Config
  responses: KeptResponses
}

function paymentsOf({ payments: provider, stripe, bankTransfer }: Config): { payments?: SitePayments } {
  if (provider === 'off') return {}
  if (!stripe) return { payments: { provider: 'sandbox', isTest: true, takesTransfers: true } }
  const takesTransfers = bankTransfer.details !== undefined
  return { payments: { provider: 'stripe', isTest: stripe.isTest, takesTransfers, stripeKey: stripe.publishableKey } }
}

/** Returns for how many days buyers may ask to return what came; nothing where they cannot. */
function returnsOf({ returnDays }: Config): { returnDays?: number } {
  return returnDays > 0 ? { returnDays } : {}
}

/** Returns that admins must have a second factor; nothing where they need none. */
function adminsOf({ adminSecondFactor }: Config): { adminSecondFactor?: true } {
  return adminSecondFactor ? { adminSecondFactor } : {}
}

export const pagesPublicRoutes = routesFor(
  'public',
  (app, { renderer, fetchApi, fastPath, apiKey, config, responses }: PagesDeps) => {
    app.setErrorHandler(renderErrorPage)
    if (renderer.assetsDir) addAssetRoutes(app, renderer.assetsDir, fastPath)

    app.get('/manifest.webmanifest', (_request, reply) =>
      reply.header('cache-control', 'public, max-age=86400').type('application/manifest+json').send(webManifest),
    )
    const { siteUrl, timeZone } = config
    const site = { siteUrl, apiKey, timeZone, ...paymentsOf(config), ...returnsOf(config), ...adminsOf(config) }
    const policy = fastPath.documentHeaders['content-security-policy'] ?? ''
    const pages = createPages(renderer, { site, fetchApi, responses, policy })
    const kept = keptSource(responses, fastPath)
    fastPath.recognize((url) => recognizePage(url, pages, kept))
    app.route({
      // Both named: the framework's own HEAD gives a 304 a length.
      method: ['GET', 'HEAD'],
      url: '/*',
      compress: false,
      handler: async (request, reply) => {
        const [path = '/'] = request.url.split('?', 1)
        if (!canBePage(path)) return reply.callNotFound()
        const failed = begunRequest(request.raw)
        if (failed) throw failed.error
        const { response, address } = await pages.get(request.url)
        if (address !== undefined) fastPath.remember(request, kept, address)
        // Most of those that are rendered are sent once: only what is sent again is worth the best compression.
        return sendReady(request, reply, response, { once: response.isFirstSent() })
      },
    })
  },
)

function recognizePage(url: string, pages: Pages, kept: KeptSource): Computed | undefined {
  const page = PLAIN_ADDRESS.test(url) ? pages.find(url) : undefined
  if (!page) return undefined
  return {
    route: '/*',
    peek: (...given) => kept.peek(page.address, ...given),
    compute: async (acceptEncoding) => {
      const response = await page.read()
      return kept.prepare(response, acceptEncoding, { once: response.isFirstSent() })
    },
  }
}

/** Adds the built files: named by their content, so they never change; compressed by the build. */
function addAssetRoutes(app: App, assetsDir: string, fastPath: FastPath): void {
  const folder = `${assetsDir}/assets`
  const keep = createAssetMemory(folder, fastPath)
  app.register(fastifyStatic, {
    serve: false,
    root: folder,
    index: false,
    immutable: true,
    maxAge: '1y',
    preCompressed: true,
  })
  app.route({
    method: ['GET', 'HEAD'],
    url: '/assets/*',
    compress: false,
    // Cheap, and needed by every page that was served.
    config: { alwaysServed: true, isFile: true },
    schema: { params: z.object({ '*': z.string() }) },
    onResponse: async (request, reply) => {
      if (reply.statusCode === 200) await keep(request, request.params['*'])
    },
    handler: (request, reply) => reply.sendFile(request.params['*']),
  })
  for (const path of SITE_FILES) {
    app.get(path, { compress: false }, (_request, reply) =>
      reply.sendFile(path.slice(1), assetsDir, { immutable: false, maxAge: '1d' }),
    )
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
