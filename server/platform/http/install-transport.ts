import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { overloaded } from './errors.ts'
import { withoutLength } from './head-length.ts'
import { FILE_HEADERS, NOT_IN_UNCHANGED } from './security-headers.ts'

/** On average over some seconds; far beyond what the bounded number of requests in flight can cause. */
const MAX_EVENT_LOOP_DELAY_MS = 1_000
const SAMPLE_INTERVAL_MS = 5_000
/** Responses to one user are compressed for one request: smaller ones cost more to compress than to send. */
const COMPRESSED_FROM_BYTES = 8 * 1024

/** Security headers, compression, and a refusal while the event loop falls behind: the same for every response. */
export async function installTransport(
  app: FastifyInstance,
  { onRefused, documentHeaders }: { onRefused: () => void; documentHeaders: Readonly<Record<string, string>> },
): Promise<void> {
  app.addHook('onRequest', (request, reply, done) => {
    const isFile = !request.is404 && request.routeOptions.config.isFile === true
    reply.headers(isFile ? FILE_HEADERS : documentHeaders)
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (reply.statusCode === 304) for (const name of NOT_IN_UNCHANGED) reply.removeHeader(name)
    done()
  })
  app.addHook('onRoute', (route) => {
    if (route.method === 'HEAD') withoutLength(route, (length) => length >= COMPRESSED_FROM_BYTES)
  })
  await app.register(compress, {
    threshold: COMPRESSED_FROM_BYTES,
    encodings: ['gzip'],
    zlibOptions: { level: constants.Z_BEST_SPEED },
  })
  await app.register(underPressure, {
    maxEventLoopDelay: MAX_EVENT_LOOP_DELAY_MS,
    sampleInterval: SAMPLE_INTERVAL_MS,
    exposeStatusRoute: false,
    pressureHandler: async (request, _reply, _type, delayMs) => {
      // No sample at all: the whole process was suspended, and continues now.
      if (delayMs === Number.POSITIVE_INFINITY) return
      if (request.routeOptions.config?.alwaysServed) return
      onRefused()
      throw overloaded
    },
  })
}
