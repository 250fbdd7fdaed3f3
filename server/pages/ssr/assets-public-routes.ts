import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { iconAddress } from '../../../shared/market/icon.ts'
import type { FastPath } from '../../platform/fast-path/fast-path.ts'
import { routesFor } from '../../platform/http/guards.ts'
import { type FetchApi, readMarket } from './pages.ts'

/** Files that browsers and devices request at the root, from `web/public`. */
const SITE_FILES = ['/favicon.svg', '/favicon.ico', '/icon-180.png', '/icon-192.png', '/icon-512.png']
const NAME_PATTERN = /^[\w.-]+$/
const EXTENSIONS: Record<string, string> = { br: '.br', gzip: '.gz' }
const NOTHING = Buffer.alloc(0)

interface AssetsDeps {
  assetsDir: string
  fetchApi: FetchApi
  fastPath: FastPath
}

/** The built files: named by a hash of their content, immutable, compressed by the build. */
export const assetsPublicRoutes = routesFor('public', (app, { assetsDir, fastPath, fetchApi }: AssetsDeps) => {
  const folder = `${assetsDir}/assets`

  async function remember(request: FastifyRequest, reply: FastifyReply, name: string): Promise<void> {
    const isWhole = reply.statusCode === 200
    if (!NAME_PATTERN.test(name) || (!isWhole && reply.statusCode !== 304)) return
    const extension = EXTENSIONS[String(reply.getHeader('content-encoding'))] ?? ''
    const body = isWhole ? await readFile(join(folder, name + extension)) : NOTHING
    fastPath.remember(request, reply, body, () => true)
  }

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
    // Cheap, and needed by pages that were already served.
    config: { alwaysServed: true, isFile: true },
    schema: { params: z.object({ '*': z.string() }) },
    onResponse: (request, reply) => remember(request, reply, request.params['*']),
    handler: (request, reply) => reply.sendFile(request.params['*']),
  })
  for (const path of SITE_FILES) {
    app.get(path, { compress: false }, async (_request, reply) => {
      // For documents that name no icon. Revalidated each time: it becomes the marketplace's icon once there is one.
      const isIcon = path === '/favicon.ico'
      const { icon } = isIcon ? (await readMarket(fetchApi)).market : {}
      if (icon) return reply.header('cache-control', 'no-cache').redirect(iconAddress(icon, 32))
      return reply.sendFile(path.slice(1), assetsDir, { immutable: false, maxAge: isIcon ? 0 : '1d' })
    })
  }
})
