import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { isUnchanged } from '../http/etag.ts'
import { FAST_ROUTES } from './fast-routes.ts'
import type { Prepared } from './prepared.ts'

/** Addresses whose responses may be ready; with their keys they take some megabytes at most. */
const MAX_ADDRESSES = 10_000
const MAX_ADDRESS_LENGTH = 512
/** A request with one of these is served by the application. */
const UNUSUAL_HEADERS = [
  ...['authorization', 'range', 'if-match', 'if-unmodified-since', 'if-range'],
  ...['content-length', 'transfer-encoding', 'expect', 'upgrade'],
]

/** Keeps responses that are ready, by keys of its own. */
export interface ReadySource<Key = string> {
  /** Returns the response for `Accept-Encoding`, if it may be sent now: without waiting for anything. */
  peek(key: Key, acceptEncoding: string | undefined): Prepared | undefined
}

/** A request that was answered here. */
interface Answered {
  id: string
  method: string
  route: string
  status: number
  ms: number
}

export interface FastPath {
  /** Whether configured origins make responses vary. */
  readonly variesByOrigin: boolean
  /**
   * Lets requests for the address of this one be answered from `source`, while it has a response for `key`. To be called
   * when the application has served it, by routes of `FAST_ROUTES` only; throws for others.
   */
  remember<Key>(request: FastifyRequest, source: ReadySource<Key>, key: Key): void
  /** Returns a listener that answers what is ready and passes all other requests on to `serve`. */
  inFrontOf(serve: RequestListener): RequestListener
  /**
   * Passes every request on as soon as the application begins to close. The start fails when a route of the table is not
   * public.
   */
  watch(app: FastifyInstance): void
}

interface Remembered {
  route: string
  peek: (acceptEncoding: string | undefined) => Prepared | undefined
}

/**
 * Creates what answers requests in front of the application, with the same responses, log lines and metrics. It knows an
 * address once the application has served it: no route is matched. Only plain GET and HEAD requests are answered; a request
 * with a session, a range or anything unusual goes on.
 */
export function createFastPath(options: {
  enabled: boolean
  requestId: (request: IncomingMessage) => string
  corsHeaders: (origin: string | undefined) => readonly string[]
  variesByOrigin: boolean
  onAnswered: readonly ((request: Answered) => void)[]
}): FastPath {
  const { requestId, corsHeaders, variesByOrigin, onAnswered } = options
  const addresses = new Map<string, Remembered>()
  let isOpen = options.enabled

  function answer(request: IncomingMessage, response: ServerResponse, route: string, prepared: Prepared): void {
    const startedAt = performance.now()
    const { method = 'GET', headers } = request
    const isKnown = prepared.tag !== undefined && isUnchanged(headers['if-none-match'], prepared.tag)
    const status = isKnown ? 304 : prepared.status
    const id = requestId(request)
    response.on('finish', () => {
      const ms = performance.now() - startedAt
      for (const count of onAnswered) count({ id, method, route, status, ms })
    })
    const own = ['x-request-id', id, ...(variesByOrigin ? corsHeaders(headers.origin) : [])]
    response.writeHead(status, own.concat(isKnown ? prepared.unchangedHeaders : prepared.headers))
    response.end(isKnown || method === 'HEAD' ? undefined : prepared.body)
  }

  return {
    variesByOrigin,
    remember(request, source, key) {
      const { url, originalUrl } = request
      const route = request.routeOptions.url ?? ''
      if (!FAST_ROUTES.has(route)) throw new Error(`${route} is not in the table of fast routes`)
      if (!isOpen || url !== originalUrl || url.length > MAX_ADDRESS_LENGTH) return
      addresses.set(url, { route, peek: (acceptEncoding) => source.peek(key, acceptEncoding) })
      const oldest = addresses.size > MAX_ADDRESSES ? addresses.keys().next().value : undefined
      if (oldest !== undefined) addresses.delete(oldest)
    },
    inFrontOf: (serve) => (request, response) => {
      const known = isOpen ? addresses.get(request.url ?? '') : undefined
      const prepared = known && isPlain(request, response) ? known.peek(acceptedBy(request)) : undefined
      if (known && prepared) answer(request, response, known.route, prepared)
      else serve(request, response)
    },
    watch(app) {
      const routes: RouteOptions[] = []
      app.addHook('onRoute', (route) => void routes.push(route))
      app.addHook('onReady', async () => {
        const closed = routes.find(({ url, config }) => FAST_ROUTES.has(url) && config?.access !== 'public')
        if (closed) throw new Error(`${closed.url} is in the table of fast routes, and not public`)
      })
      app.addHook('preClose', async () => {
        isOpen = false
        addresses.clear()
      })
    },
  }
}

function acceptedBy({ headers }: IncomingMessage): string | undefined {
  return headers['accept-encoding'] as string | undefined
}

/** Returns whether nothing about a request but its address, encoding and validator can matter. */
function isPlain({ method, headers, rawHeaders }: IncomingMessage, response: ServerResponse): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  for (const name of UNUSUAL_HEADERS) if (headers[name] !== undefined) return false
  // Dates, and forced reloads, are left to the application.
  const tags = headers['if-none-match']
  if (tags === undefined && headers['if-modified-since'] !== undefined) return false
  if (tags !== undefined && (headers['cache-control']?.includes('no-cache') || /.\*|\*./.test(tags))) return false
  // A server about to stop closes connections after their responses.
  return hasOneHost(rawHeaders) && !response.hasHeader('connection')
}

function hasOneHost(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts === 1
}
