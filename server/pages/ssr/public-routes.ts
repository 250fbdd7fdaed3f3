import type { FastifyReply, FastifyRequest } from 'fastify'
import { documentMessages } from '../../../shared/app/messages.ts'
import { currentLanguage } from '../../../shared/kernel/language.ts'
import { iconAddress } from '../../../shared/market/icon.ts'
import type { Market } from '../../../shared/market/schema.ts'
import type { SitePayments } from '../../../shared/payments/schema.ts'
import type { Config } from '../../platform/config/config.ts'
import type { FastPath } from '../../platform/fast-path/fast-path.ts'
import { sendOnce, sendStored } from '../../platform/fast-path/ready-response.ts'
import { routesFor } from '../../platform/http/guards.ts'
import { canBePage } from '../../platform/http/page-address.ts'
import { logFailure, toAppError } from '../../platform/http/render-errors.ts'
import { languageOf } from '../../platform/http/request-context.ts'
import type { CatalogChanges } from '../../shop/catalog/products/catalog-changes.ts'
import { draftedPath, type OpenDraft, renderDraft } from './draft-page.ts'
import { errorPage } from './error-page.ts'
import type { PageRenderer } from './page-renderer.ts'
import { createPages, type FetchApi, readMarket } from './pages.ts'

function webManifest({ name, icon }: Market): string {
  const addressOf = (size: 192 | 512) => (icon ? iconAddress(icon, size) : `/icon-${size}.png`)
  return JSON.stringify({
    name,
    short_name: name,
    description: documentMessages.appDescription,
    lang: currentLanguage(),
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: '#ffffff',
    icons: [
      { src: addressOf(192), sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: addressOf(512), sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: addressOf(512), sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ...(icon ? [] : [{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }]),
    ],
  })
}

interface PagesDeps {
  renderer: PageRenderer
  fetchApi: FetchApi
  fastPath: FastPath
  apiKey: string
  config: Config
  changes: CatalogChanges
  isSetupOpen: () => Promise<boolean>
  openDraft: OpenDraft
}

function paymentsOf({ payments: provider, stripe, bankTransfer }: Config): { payments?: SitePayments } {
  if (provider === 'off') return {}
  if (!stripe) return { payments: { provider: 'sandbox', isTest: true, takesTransfers: true } }
  const takesTransfers = bankTransfer.details !== undefined
  return { payments: { provider: 'stripe', isTest: stripe.isTest, takesTransfers, stripeKey: stripe.publishableKey } }
}

export const pagesPublicRoutes = routesFor(
  'public',
  (app, { renderer, fetchApi, fastPath, apiKey, config, changes, isSetupOpen, openDraft }: PagesDeps) => {
    app.setErrorHandler(renderErrorPage)
    app.get('/manifest.webmanifest', async (_request, reply) => {
      const { market, isRead } = await readMarket(fetchApi)
      return reply
        .header('cache-control', isRead ? 'public, max-age=3600' : 'no-store')
        .type('application/manifest+json')
        .send(webManifest(market))
    })
    const { siteUrl, returnDays, adminSecondFactor, signUp } = config
    const site = {
      siteUrl,
      apiKey,
      ...paymentsOf(config),
      // Absent when returns are off, when anyone can sign up, and when admins need no second factor.
      ...(returnDays > 0 && { returnDays }),
      ...(!signUp && { signUpClosed: true as const }),
      ...(adminSecondFactor && { adminSecondFactor }),
    }
    const pageAt = createPages(renderer, { site, fetchApi, isSetupOpen })
    app.route({
      // Both named: the framework's own HEAD gives a 304 a length.
      method: ['GET', 'HEAD'],
      url: '/*',
      compress: false,
      handler: async (request, reply) => {
        const [path = '/'] = request.url.split('?', 1)
        if (!canBePage(path)) return reply.callNotFound()
        const drafted = draftedPath(request.url)
        if (drafted) {
          request.requestContext.language = languageOf(drafted, request.headers, config.languages)
          const shown = await renderDraft({ renderer, site, fetchApi, openDraft }, request.url)
          if (shown) return sendOnce(request, reply, shown)
        }
        const { key, isLowPriority, render } = pageAt(request.url)
        if (key === undefined) return sendOnce(request, reply, await render())
        const cache = isLowPriority ? changes.lowPriority : changes.responses
        return sendStored(request, reply, { cache, key, load: render, fastPath })
      },
    })
  },
)

function renderErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = toAppError(error)
  logFailure(request, failure)
  return reply
    .code(failure.status)
    .headers(failure.headers)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(errorPage())
}
