import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { shiftOldest } from '../data/shift-oldest.ts'
import { isUnchanged } from '../http/etag.ts'
import { type Answer, answerComputed, type Computed, type Pair, type Recognize, type Slots } from './computed.ts'
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
  /**
   * Returns the response for `Accept-Encoding`, if it may be sent now: without waiting for anything. It needs no body for a
   * client that has it, by `If-None-Match`.
   */
  peek(key: Key, acceptEncoding: string | undefined, ifNoneMatch?: string): Prepared | undefined
}

interface Answered {
  id: string
  url: string
  method: string
  route: string
  status: number
  ms: number
}

export interface FastPath {
  /** Whether configured origins make responses vary. */
  readonly variesByOrigin: boolean
  /** The security headers of responses that are not files. */
  readonly documentHeaders: Readonly<Record<string, string>>
  /**
   * Lets requests for the address of this one be answered from `source`, while it has a response for `key`. To be called
   * when the application has served it, by routes of `FAST_ROUTES` only; throws for others.
   */
  remember<Key>(request: FastifyRequest, source: ReadySource<Key>, key: Key): void
  /** Lets requests for addresses that `recognize` knows be answered, whose responses are computed in a slot. */
  recognize(recognize: Recognize): void
  inFrontOf(serve: RequestListener): RequestListener
  /**
   * Passes every request on as soon as the application begins to close. The start fails when a route of the table is not
   * public.
   */
  watch(app: FastifyInstance): void
}

interface Remembered {
  route: string
  peek: Computed['peek']
}

interface FastPathOptions {
  enabled: boolean
  requestId: (request: IncomingMessage) => string
  corsHeaders: (origin: string | undefined) => readonly string[]
  variesByOrigin: boolean
  documentHeaders: Readonly<Record<string, string>>
  slots: Slots
  onAnswered: readonly ((request: Answered) => void)[]
}

/**
 * Creates what answers requests in front of the application, with the same responses, log lines and metrics. It knows an
 * address once it has been served, and those that `recognize` finds: no route is matched. Only plain GET and HEAD requests
 * are answered; a request with a session, a range or anything unusual goes on.
 */
export function createFastPath(options: FastPathOptions): FastPath {
  const { requestId, variesByOrigin, documentHeaders, slots } = options
  const answer = createAnswer(options)
  const addresses = createAddresses()
  let isOpen = options.enabled
  let isUnderPressure = () => false
  const recognizers: Recognize[] = []
  const meaningOf: Recognize = (address) => {
    for (const recognize of recognizers) {
      const found = recognize(address)
      if (found) return found
    }
  }

  /** Answers with what is ready; returns whether it did. */
  function sendReady(pair: Pair): boolean {
    const { request } = pair
    const known = addresses.get(request.url ?? '')
    const prepared = known?.peek(acceptedBy(request), request.headers['if-none-match'])
    if (!known || !prepared) return false
    answer(pair, { id: requestId(request), route: known.route, startedAt: performance.now(), prepared })
    return true
  }

  /** Begins to compute a response; returns false for what is left to the application, like all that has to wait. */
  function compute(pair: Pair, serve: () => void): boolean {
    const { request } = pair
    const { url = '', method } = request
    const found = method === 'GET' ? meaningOf(url) : undefined
    if (!found || isUnderPressure() || !slots.tryEnter()) return false
    const id = requestId(request)
    void answerComputed(found, pair, { id, slots, serve }).then((answered) => {
      if (!answered) return
      if (isOpen) addresses.set(url, found)
      answer(pair, answered)
    })
    return true
  }

  return {
    variesByOrigin,
    documentHeaders,
    remember(request, source, key) {
      const { url, originalUrl } = request
      const route = request.routeOptions.url ?? ''
      if (!FAST_ROUTES.has(route)) throw new Error(`${route} is not in the table of fast routes`)
      if (!isOpen || url !== originalUrl) return
      addresses.set(url, { route, peek: (...given) => source.peek(key, ...given) })
    },
    recognize: (recognize) => void recognizers.push(recognize),
    inFrontOf: (serve) => (request, response) => {
      const pair = { request, response }
      const isHere = isOpen && isPlain(request, response)
      if (isHere && (sendReady(pair) || compute(pair, () => serve(request, response)))) return
      serve(request, response)
    },
    watch(app) {
      const routes: RouteOptions[] = []
      app.addHook('onRoute', (route) => void routes.push(route))
      app.addHook('onReady', async () => {
        const closed = routes.find(({ url, config }) => FAST_ROUTES.has(url) && config?.access !== 'public')
        if (closed) throw new Error(`${closed.url} is in the table of fast routes, and not public`)
        if (app.hasDecorator('isUnderPressure')) isUnderPressure = () => app.isUnderPressure()
      })
      app.addHook('preClose', async () => {
        isOpen = false
        addresses.clear()
      })
    },
  }
}

function createAnswer({
  corsHeaders,
  variesByOrigin,
  onAnswered,
}: Pick<FastPathOptions, 'corsHeaders' | 'variesByOrigin' | 'onAnswered'>): (pair: Pair, answer: Answer) => void {
  return ({ request, response }, { id, route, startedAt, prepared }) => {
    const { method = 'GET', headers } = request
    const isKnown = prepared.tag !== undefined && isUnchanged(headers['if-none-match'], prepared.tag)
    const status = isKnown ? 304 : prepared.status
    response.on('finish', () => {
      const ms = performance.now() - startedAt
      for (const count of onAnswered) count({ id, url: request.url ?? '', method, route, status, ms })
    })
    const own = ['x-request-id', id, ...(variesByOrigin ? corsHeaders(headers.origin) : [])]
    response.writeHead(status, own.concat(isKnown ? prepared.unchangedHeaders : prepared.headers))
    response.end(isKnown || method === 'HEAD' ? undefined : prepared.body, 'latin1')
  }
}

/** Returns the addresses whose responses may be ready; those remembered first are dropped first. */
function createAddresses(): Pick<Map<string, Remembered>, 'get' | 'clear'> & {
  set(url: string, known: Remembered): void
} {
  const addresses = new Map<string, Remembered>()
  const shift = shiftOldest(addresses)
  return {
    get: (url) => addresses.get(url),
    clear: () => addresses.clear(),
    set(url, known) {
      if (url.length > MAX_ADDRESS_LENGTH) return
      addresses.set(url, known)
      if (addresses.size > MAX_ADDRESSES) shift()
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
