import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import { withoutLength } from './head-length.ts'
import { installSecurityHeaders } from './security-headers.ts'

/** Responses to one user are compressed for one request: smaller ones cost more to compress than to send. */
const COMPRESSED_FROM_BYTES = 8 * 1024

/** Security headers and compression: the same for every response. */
export async function installTransport(app: FastifyInstance, config: { payments: string }): Promise<void> {
  installSecurityHeaders(app, config)
  app.addHook('onRoute', (route) => {
    if (route.method === 'HEAD') withoutLength(route, (length) => length >= COMPRESSED_FROM_BYTES)
  })
  await app.register(compress, {
    threshold: COMPRESSED_FROM_BYTES,
    encodings: ['gzip'],
    zlibOptions: { level: constants.Z_BEST_SPEED },
  })
}
