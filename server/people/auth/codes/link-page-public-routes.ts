import type { z } from 'zod'
import { basePathOf } from '../../../../shared/kernel/languages.ts'
import { acceptForms } from '../../../platform/http/body-parsers.ts'
import { routesFor } from '../../../platform/http/guards.ts'
import { logFailure } from '../../../platform/http/render-errors.ts'
import { linkIncomplete } from '../protocol/errors.ts'
import { allowedTarget } from '../protocol/redirect-targets.ts'
import { toAuthFailure } from '../protocol/render-errors.ts'
import type { SessionDeps } from '../sessions/open-session.ts'
import { failedLinkPage, linkPage } from './link-page.ts'
import { LINK_PAGE_PATH, linkSchema, type OpenedLink, redeemForRedirect } from './open-link.ts'
import { requireRedeemable } from './verify.ts'

/** Without `form-action`: browsers also apply it to the redirect after the form, which may lead to another application. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/**
 * The page that mailed links open. Programs that check mails open their links, so opening one redeems nothing: its button
 * does. It works without scripts.
 */
export const linkPagePublicRoutes = routesFor('public', (app, deps: SessionDeps) => {
  const { languages } = deps.config
  acceptForms(app)
  app.addHook('onRequest', async (_request, reply) => {
    // The address contains the token.
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'content-security-policy': POLICY })
  })
  app.setErrorHandler((error, request, reply) => {
    const failure = toAuthFailure(error)
    logFailure(request, failure)
    const link = readLink(linkSchema.parse({ ...Object(request.query), ...Object(request.body) }))
    // A temporary failure has redeemed nothing.
    const mayRetry = isWhole(link) && (failure.status === 429 || failure.status >= 500)
    return reply
      .code(failure.code === 'otp_expired' && isWhole(link) ? 410 : failure.status)
      .headers(failure.headers)
      .type('text/html; charset=utf-8')
      .send(mayRetry ? linkPage(link, deps.config, failure) : failedLinkPage(link, failure, deps.config))
  })

  function readLink({ token = '', type = '', redirect_to }: z.infer<typeof linkSchema>): OpenedLink {
    return { token, type, target: allowedTarget(deps.config, redirect_to) }
  }

  for (const language of languages) {
    const path = basePathOf(language, languages) + LINK_PAGE_PATH
    app.get(path, { schema: { querystring: linkSchema } }, async (request, reply) => {
      const link = requireWhole(readLink(request.query))
      await requireRedeemable(deps, link)
      return reply.type('text/html; charset=utf-8').send(linkPage(link, deps.config))
    })

    app.post(path, { schema: { body: linkSchema } }, async (request, reply) =>
      reply.redirect(await redeemForRedirect(deps, request, requireWhole(readLink(request.body))), 303),
    )
  }
})

/** Throws AppError 400 for a link without its token or type, as mail programs that break lines leave it. */
function requireWhole(link: OpenedLink): OpenedLink {
  if (!isWhole(link)) throw linkIncomplete()
  return link
}

function isWhole({ token, type }: OpenedLink): boolean {
  return token !== '' && type !== ''
}
