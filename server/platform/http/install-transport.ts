import type { IncomingMessage } from 'node:http'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { installSecurityHeaders } from './security-headers.ts'

/** Personal responses are compressed for each request, which costs more than sending when they are smaller than this. */
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

/**
 * Removes the length that the framework gives HEAD, where `isOther` says that GET has another one, for example because its
 * body is compressed. The length must equal that of GET or be absent (RFC 9110, 8.6).
 */
export function withoutLength(route: RouteOptions, isOther: (length: number) => boolean): void {
  const hooks = [route.onSend ?? []].flat()
  route.onSend = [
    ...hooks,
    (_request, reply, payload, done) => {
      if (isOther(Number(reply.getHeader('content-length')))) reply.removeHeader('content-length')
      done(null, payload)
    },
  ]
}

/** Long enough for data in flight; a client that never stops sending is disconnected. */
const DRAIN_MS = 1_000

/**
 * Delays responses that close the connection until the request's body has arrived, for at most a second. A connection closed with
 * unread bytes is reset, and the client loses the response (RFC 9112, section 9.6).
 */
export function installUploadDrain(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (reply.getHeader('connection') === 'close' && request.raw.complete === false) await received(request.raw)
  })
}

function received(message: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(done, DRAIN_MS)
    message.once('end', done).once('close', done).resume()
  })
}
