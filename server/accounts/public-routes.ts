import { z } from 'zod'
import { SHOWN_ANYWHERE } from '../http/cors.ts'
import { addressNotFound } from '../http/errors.ts'
import { routesFor } from '../http/guards.ts'
import { drawIdenticon, IDENTICON_KEY_PATTERN } from './identicon.ts'

/** The pictures drawn for accounts without one of their own. */
export const avatarsPublicRoutes = routesFor('public', (app, _deps: Record<string, never>) => {
  app.get('/avatars/:file', { schema: { params: z.object({ file: z.string() }) } }, async (request, reply) => {
    const key = request.params.file.endsWith('.svg') ? request.params.file.slice(0, -'.svg'.length) : ''
    if (!IDENTICON_KEY_PATTERN.test(key)) throw addressNotFound()
    return reply
      .type('image/svg+xml')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .headers(SHOWN_ANYWHERE)
      .send(drawIdenticon(key))
  })
})
