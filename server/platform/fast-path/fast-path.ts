import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Cache } from '../data/cache.ts'
import { countHosts } from '../http/unreadable-requests.ts'
import type { OnAnswered } from '../observe/log.ts'

/** Estimated size of a message's headers. */
const HEADER_BYTES = 1_000
/** Up to this size Node sends headers and body faster as one string than as two buffers. */
export const MAX_TEXT_BYTES = 8_192
/** A request with one of these headers is served by the application. */
const UNUSUAL_HEADERS = [
  ...['authorization', 'origin', 'cache-control', 'range', 'if-range', 'if-match', 'if-unmodified-since'],
  ...['content-length', 'transfer-encoding', 'expect', 'upgrade'],
]

/** A response as the application sent it, for requests with the same address, encodings and validators. */
interface Message {
  route: string
  status: number
  /** Alternating names and values, without the id of the request. */
  headers: readonly string[]
  /** Bytes; a small body is a Latin-1 string. */
  body: Buffer | string
  /** Returns true while the application would send the same. */
  isFresh: () => boolean
}

export type FastPath = ReturnType<typeof createFastPath>

/**
 * Returns a cache of whole responses in front of the application, with the same log lines and metrics. It answers plain GET
 * and HEAD requests; those with a session, a range or anything unusual reach the application.
 */
export function createFastPath(options: {
  maxBytes: number
  requestId: (request: IncomingMessage) => string
  onAnswered: OnAnswered
}) {
  const messages = new Cache<Message>({
    name: 'ready',
    maxBytes: options.maxBytes,
    bytesOf: ({ body }) => body.length + HEADER_BYTES,
    maxAgeMs: Number.POSITIVE_INFINITY,
  })

  function send(request: IncomingMessage, response: ServerResponse, { route, status, headers, body }: Message): void {
    const startedAt = performance.now()
    const { url = '', method = 'GET' } = request
    const id = options.requestId(request)
    response.on('finish', () => {
      const ms = performance.now() - startedAt
      for (const count of options.onAnswered) count({ id, url, method, route, status, ms })
    })
    response.writeHead(status, ['x-request-id', id, ...headers])
    response.end(method === 'HEAD' ? undefined : body, 'latin1')
  }

  return {
    /**
     * Caches the response that is being sent for later requests like this one, as long as it is fresh; `body` has its bytes,
     * unless it is a 304. Throws for a route that is not public.
     */
    remember(request: FastifyRequest, reply: FastifyReply, body: Buffer | string, isFresh: () => boolean): void {
      const { raw, originalUrl, url, routeOptions } = request
      if (routeOptions.config.access !== 'public') throw new Error(`${routeOptions.url} is not public`)
      const store = () => {
        const status = (raw.headers['if-none-match'] ?? raw.headers['if-modified-since']) === undefined ? 200 : 304
        const isUsual = raw.method === 'GET' && url === originalUrl && isPlain(raw)
        if (reply.statusCode !== status || !isUsual || !isFresh()) return
        const sent = status === 304 ? '' : body
        const bytes = typeof sent === 'string' ? Buffer.from(sent) : sent
        messages.set(keyOf(raw), {
          route: routeOptions.url ?? '',
          status,
          headers: headersOf(reply),
          body: bytes.length > MAX_TEXT_BYTES ? bytes : bytes.toString('latin1'),
          isFresh,
        })
      }
      if (reply.raw.writableFinished) store()
      else reply.raw.once('finish', store)
    },
    inFrontOf: (serve: RequestListener) => (request: IncomingMessage, response: ServerResponse) => {
      // A server about to stop closes connections after their responses.
      const isHere = isPlain(request) && !response.hasHeader('connection')
      const message = isHere ? messages.peek(keyOf(request)) : undefined
      if (message?.isFresh()) return send(request, response, message)
      if (message) messages.drop(keyOf(request))
      serve(request, response)
    },
  }
}

function headersOf(reply: FastifyReply): string[] {
  const { 'x-request-id': _id, ...headers } = reply.getHeaders()
  return Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().flatMap((one) => [name, `${one}`]))
}

function keyOf({ url, headers }: IncomingMessage): string {
  return [url, headers['accept-encoding'], headers['if-none-match'], headers['if-modified-since']].join('\n')
}

/** A plain request is one whose response depends on its address, encodings and validators alone. */
function isPlain({ method, headers, rawHeaders }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return UNUSUAL_HEADERS.every((name) => headers[name] === undefined) && countHosts(rawHeaders) === 1
}
