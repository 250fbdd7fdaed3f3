import { z } from 'zod'
import { createByteCache } from '../../platform/fast-path/byte-cache.ts'
import type { FastPath, ReadySource } from '../../platform/fast-path/fast-path.ts'
import { type Prepared, prepare } from '../../platform/fast-path/prepared.ts'
import { SHOWN_ANYWHERE } from '../../platform/http/cors.ts'
import { addressNotFound } from '../../platform/http/errors.ts'
import { routesFor } from '../../platform/http/guards.ts'
import { drawIdenticon, IDENTICON_KEY_PATTERN } from './identicon.ts'

/** Drawn pictures in memory: some thousands. */
const MAX_BYTES = 2 * 1024 * 1024
const HEADERS = {
  'content-type': 'image/svg+xml',
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  ...SHOWN_ANYWHERE,
}

export const avatarsPublicRoutes = routesFor('public', (app, { fastPath }: { fastPath: FastPath }) => {
  const { variesByOrigin } = fastPath
  const drawn = createByteCache<Prepared>({ name: 'avatars', maxBytes: MAX_BYTES })
  const source: ReadySource = { peek: (key) => drawn.get(key) }

  app.get(
    '/avatars/:file',
    // Smaller than what gains from compression.
    { compress: false, config: { isFile: true }, schema: { params: z.object({ file: z.string() }) } },
    async (request, reply) => {
      const key = request.params.file.endsWith('.svg') ? request.params.file.slice(0, -'.svg'.length) : ''
      if (!IDENTICON_KEY_PATTERN.test(key)) throw addressNotFound()
      const body = Buffer.from(drawIdenticon(key))
      drawn.set(key, prepare({ headers: HEADERS, body, variesByOrigin }), body.length)
      fastPath.remember(request, source, key)
      return reply.headers(HEADERS).send(body)
    },
  )
})
