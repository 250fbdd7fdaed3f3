import { z } from 'zod'
import type { FastPath } from '../../platform/fast-path/fast-path.ts'
import { CROSS_ORIGIN } from '../../platform/http/cors.ts'
import { addressNotFound } from '../../platform/http/errors.ts'
import { routesFor } from '../../platform/http/guards.ts'
import { drawIdenticon, IDENTICON_KEY_PATTERN } from './identicon.ts'

const HEADERS = {
  'content-type': 'image/svg+xml',
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  ...CROSS_ORIGIN,
}

export const avatarsPublicRoutes = routesFor('public', (app, { fastPath }: { fastPath: FastPath }) => {
  app.get(
    '/avatars/:file',
    // Too small to gain from compression.
    { compress: false, config: { isFile: true }, schema: { params: z.object({ file: z.string() }) } },
    async (request, reply) => {
      const key = request.params.file.endsWith('.svg') ? request.params.file.slice(0, -'.svg'.length) : ''
      if (!IDENTICON_KEY_PATTERN.test(key)) throw addressNotFound()
      const body = Buffer.from(drawIdenticon(key))
      fastPath.remember(request, reply, body, () => true)
      return reply.headers(HEADERS).send(body)
    },
  )
})
