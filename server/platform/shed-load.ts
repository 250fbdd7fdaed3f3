import { randomUUID } from 'node:crypto'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import type { FastifyInstance, FastifyServerFactory, RouteOptions } from 'fastify'
import type { Admission } from './admission.ts'
import { overloaded } from './errors.ts'
import { answerOddRequests } from './unreadable-requests.ts'

const JSON_BODY = Buffer.from(
  // Each surface has its own form of errors; here every client finds its own words, and none costs anything.
  JSON.stringify({
    statusCode: String(overloaded.status),
    code: overloaded.code,
    error_code: overloaded.code,
    error: overloaded.code,
    message: overloaded.message,
    msg: overloaded.message,
  }),
)

/** What all answers carry; these pass no hook that would add it. */
const HEADERS = {
  ...overloaded.headers,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
}

/** An answer with its headers as they are written. */
function ready(type: string, body: Buffer): { body: Buffer; headers: string[] } {
  const headers = { ...HEADERS, 'content-type': type, 'content-length': String(body.length) }
  return { body, headers: Object.entries(headers).flat() }
}

/** What Fastify sets on the servers it makes itself. */
interface ServerLimits {
  http: ServerOptions
  keepAliveTimeout: number
  requestTimeout: number
  connectionTimeout: number
}

export interface LoadShedding {
  /** Makes the HTTP server of the application. */
  serverFactory: FastifyServerFactory
  /** To be called before the routes are defined: those marked `alwaysServed` are never refused here. */
  watchRoutes(app: FastifyInstance): void
}

/**
 * Refuses requests that would only wait to be refused before anything is done for them: with many times more requests
 * than can be served, saying no must not take the time that serving needs. `html` is what people see who asked for one.
 */
export function createLoadShedding(admission: Admission, html: string): LoadShedding {
  const page = ready('text/html; charset=utf-8', Buffer.from(html))
  const json = ready('application/json', JSON_BODY)
  const served = { paths: new Set<string>(), folders: [] as string[] }

  function isAlwaysServed({ url = '' }: IncomingMessage): boolean {
    const path = url.split('?', 1)[0] ?? ''
    return served.paths.has(path) || served.folders.some((folder) => path.startsWith(folder))
  }

  function refuse(request: IncomingMessage, response: ServerResponse): void {
    admission.countRefused()
    const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html') === true
    response.writeHead(overloaded.status, ['x-request-id', randomUUID(), ...(isPage ? page.headers : json.headers)])
    response.end(isPage ? page.body : json.body)
  }

  function shedding(serve: RequestListener): RequestListener {
    return (request, response) => {
      if (admission.isHopeless() && !isAlwaysServed(request)) refuse(request, response)
      else serve(request, response)
    }
  }

  return {
    serverFactory: (serve, options) => {
      const limits = options as unknown as ServerLimits
      const server = createServer(limits.http, shedding(serve as RequestListener))
      answerOddRequests(server)
      server.keepAliveTimeout = limits.keepAliveTimeout
      server.requestTimeout = limits.requestTimeout
      return server.setTimeout(limits.connectionTimeout)
    },
    watchRoutes: (app) => {
      const routes: RouteOptions[] = []
      app.addHook('onRoute', (route) => void routes.push(route))
      // Only now: hooks of the modules may have marked them.
      app.addHook('onReady', async () => {
        for (const { url } of routes.filter(({ config }) => config?.alwaysServed === true)) {
          if (url.endsWith('*')) served.folders.push(url.slice(0, -1))
          else served.paths.add(url)
        }
      })
    },
  }
}
