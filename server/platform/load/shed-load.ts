import { randomUUID } from 'node:crypto'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import type { FastifyInstance, FastifyServerFactory, RouteOptions } from 'fastify'
import { overloaded } from '../http/errors.ts'
import { REFUSAL_HEADERS } from '../http/security-headers.ts'
import { handleUnusualRequests } from '../http/unreadable-requests.ts'
import type { Admission } from './admission.ts'

const JSON_BODY = Buffer.from(
  // Each surface has its own form of errors: this body has the fields of all of them.
  JSON.stringify({
    statusCode: String(overloaded.status),
    code: overloaded.code,
    error_code: overloaded.code,
    error: overloaded.code,
    message: overloaded.message,
    msg: overloaded.message,
  }),
)

/** The headers of every response: no hook adds them to these. */
const HEADERS = {
  ...overloaded.headers,
  ...REFUSAL_HEADERS,
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
}

type Limits = Record<'keepAliveTimeout' | 'requestTimeout' | 'connectionTimeout', number>

function prepare(type: string, body: Buffer): { body: Buffer; headers: string[] } {
  const headers = { ...HEADERS, 'content-type': type, 'content-length': String(body.length) }
  return { body, headers: Object.entries(headers).flat() }
}

/**
 * Refuses requests of a saturated server before anything is done for them: at many times the capacity, refusals must not
 * take the time that serving needs. Requests for a page get `html`.
 */
export function createLoadShedding(
  admission: Admission,
  html: string,
  /** Returns a listener that may answer by itself what costs no more than a refusal. */
  inFrontOf: (serve: RequestListener) => RequestListener,
) {
  const page = prepare('text/html; charset=utf-8', Buffer.from(html))
  const json = prepare('application/json', JSON_BODY)
  let alwaysServed: string[] = []

  function isAlwaysServed({ url = '' }: IncomingMessage): boolean {
    const [path = ''] = url.split('?', 1)
    return alwaysServed.some((served) =>
      served.endsWith('*') ? path.startsWith(served.slice(0, -1)) : path === served,
    )
  }

  function refuse(request: IncomingMessage, response: ServerResponse): void {
    admission.countRefused()
    const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html') === true
    response.writeHead(overloaded.status, ['x-request-id', randomUUID(), ...(isPage ? page.headers : json.headers)])
    response.end(isPage ? page.body : json.body)
  }

  const serverFactory: FastifyServerFactory = (serve, options) => {
    const shedding = inFrontOf((request, response) => {
      if (admission.isSaturated() && !isAlwaysServed(request)) refuse(request, response)
      else serve(request, response)
    })
    // Fastify sets these on servers of its own.
    const { http, keepAliveTimeout, requestTimeout, connectionTimeout } = options as Limits & { http: ServerOptions }
    const server = createServer(http, shedding)
    handleUnusualRequests(server)
    return Object.assign(server, { keepAliveTimeout, requestTimeout }).setTimeout(connectionTimeout)
  }

  return {
    serverFactory,
    /** Call it before routes are registered. Routes marked `alwaysServed` are never refused. */
    watchRoutes(app: FastifyInstance): void {
      const routes: RouteOptions[] = []
      app.addHook('onRoute', (route) => void routes.push(route))
      // Only now have the hooks of all modules run, which may mark routes.
      app.addHook('onReady', async () => {
        alwaysServed = routes.flatMap(({ url, config }) => (config?.alwaysServed ? url : []))
      })
    },
  }
}
