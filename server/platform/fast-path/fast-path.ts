import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Cache } from '../data/cache.ts'
import { countHosts } from '../http/unreadable-requests.ts'
import type { AnsweredRequest } from '../observe/log.ts'

/** Longer addresses are served by the application. */
const MAX_ADDRESS_LENGTH = 512
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
  enabled: boolean
  maxBytes: number
  requestId: (request: IncomingMessage) => string
  onAnswered: readonly ((request: AnsweredRequest & { url: string }) => void)[]
}) {
  const { requestId, onAnswered } = options
  const messages = new Cache<Message>({
    name: 'ready',
    maxBytes: options.maxBytes,
    bytesOf: ({ body }) => body.length + HEADER_BYTES,
    maxAgeMs: Number.POSITIVE_INFINITY,
  })
  let isOpen = options.enabled

  function store(request: FastifyRequest, reply: FastifyReply, body: Buffer, isFresh: () => boolean): void {
    const { raw, originalUrl, url, routeOptions } = request
    const isConditional = raw.headers['if-none-match'] ?? raw.headers['if-modified-since']
    const isWhole = reply.statusCode === (isConditional === undefined ? 200 : 304)
    const isUsual = raw.method === 'GET' && url === originalUrl && url.length <= MAX_ADDRESS_LENGTH && isPlain(raw)
    if (!isOpen || !isWhole || !isUsual || !isFresh()) return
    const bytes = reply.statusCode === 304 ? Buffer.alloc(0) : body
    messages.set(keyOf(raw), {
      route: routeOptions.url ?? '',
      status: reply.statusCode,
      headers: headersOf(reply),
      body: bytes.length > MAX_TEXT_BYTES ? bytes : bytes.toString('latin1'),
      isFresh,
    })
  }

  function find(request: IncomingMessage): Message | undefined {
    const key = keyOf(request)
    const message = messages.peek(key)
    if (!message || message.isFresh()) return message
    messages.drop(key)
    return undefined
  }

  function send(request: IncomingMessage, response: ServerResponse, message: Message): void {
    const startedAt = performance.now()
    const { route, status, headers, body } = message
    const { url = '', method = 'GET' } = request
    const id = requestId(request)
    response.on('finish', () => {
      const ms = performance.now() - startedAt
      for (const count of onAnswered) count({ id, url, method, route, status, ms })
    })
    response.writeHead(status, ['x-request-id', id, ...headers])
    response.end(method === 'HEAD' ? undefined : body, 'latin1')
  }

  return {
    /**
     * Caches the response that is being sent for later requests like this one, as long as it is fresh; `body` has its bytes,
     * unless it is a 304. Throws for a route that is not public.
     */
    remember(request: FastifyRequest, reply: FastifyReply, body: Buffer, isFresh: () => boolean): void {
      if (request.routeOptions.config.access !== 'public') throw new Error(`${request.routeOptions.url} is not public`)
      const afterSent = () => store(request, reply, body, isFresh)
      if (reply.raw.writableFinished) afterSent()
      else reply.raw.once('finish', afterSent)
    },
    inFrontOf: (serve: RequestListener) => (request: IncomingMessage, response: ServerResponse) => {
      // A server about to stop closes connections after their responses.
      const isHere = isOpen && isPlain(request) && !response.hasHeader('connection')
      const message = isHere ? find(request) : undefined
      if (message) send(request, response, message)
      else serve(request, response)
    },
    /** Passes every request to the application once it begins to close. */
    watch(app: FastifyInstance): void {
      app.addHook('preClose', async () => {
        isOpen = false
        messages.clear()
      })
    },
  }
}

function headersOf(reply: FastifyReply): string[] {
  const { 'x-request-id': _id, ...headers } = reply.getHeaders()
  return Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().flatMap((one) => [name, `${one}`]))
}

/** The key has every part of a plain request on which a public response depends. */
function keyOf({ url, headers }: IncomingMessage): string {
  return [url, headers['accept-encoding'], headers['if-none-match'], headers['if-modified-since']].join('\n')
}

/** A plain request is one whose response depends on its address, encodings and validators alone. */
function isPlain({ method, headers, rawHeaders }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  for (const name of UNUSUAL_HEADERS) if (headers[name] !== undefined) return false
  return countHosts(rawHeaders) === 1
}
