import { randomUUID } from 'node:crypto'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import type { FastifyInstance, FastifyServerFactory, RouteOptions } from 'fastify'
import { inLanguage } from '../../../db/request-context.ts'
import { marketFacts } from '../../../shared/kernel/market-facts.ts'
import { overloaded } from '../http/errors.ts'
import { type Languages, languageOf } from '../http/request-context.ts'
import { REFUSAL_HEADERS } from '../http/security-headers.ts'
import { handleUnusualRequests } from '../http/unreadable-requests.ts'
import type { Admission } from './admission.ts'

/** The headers of every response, which no hook adds to refusals. */
const HEADERS = {
  ...overloaded.headers,
  ...REFUSAL_HEADERS,
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
}

type Limits = Record<'keepAliveTimeout' | 'requestTimeout' | 'connectionTimeout', number>

/** Returns a body with the fields of every surface's form of errors. */
function jsonBody({ status, code, message }: typeof overloaded): string {
  return JSON.stringify({ statusCode: String(status), code, error_code: code, error: code, message, msg: message })
}

function prepare(type: string, text: string): { body: Buffer; headers: string[] } {
  const body = Buffer.from(text)
  const headers = { ...HEADERS, 'content-type': type, 'content-length': String(body.length) }
  return { body, headers: Object.entries(headers).flat() }
}

/**
 * Refuses requests of a saturated server before any work for them: at many times the capacity, refusals must not take the
 * time that serving needs. The refusals of each language are prepared; requests for a page get `page`.
 */
export function createLoadShedding(
  admission: Admission,
  { languages, page }: { languages: Languages; page: () => string },
  /** Returns a listener that answers cheap requests itself, at no more than the cost of a refusal. */
  inFrontOf: (serve: RequestListener) => RequestListener,
) {
  const prepareBoth = () => ({
    page: prepare('text/html; charset=utf-8', page()),
    json: prepare('application/json', jsonBody(overloaded)),
  })
  const prepareAll = () => new Map(languages.map((language) => [language, inLanguage(language, prepareBoth)]))
  let refusals = prepareAll()
  let preparedFor = marketFacts()
  let alwaysServed: string[] = []

  function isAlwaysServed({ url = '' }: IncomingMessage): boolean {
    const [path = ''] = url.split('?', 1)
    return alwaysServed.some((served) =>
      served.endsWith('*') ? path.startsWith(served.slice(0, -1)) : path === served,
    )
  }

  function refuse(request: IncomingMessage, response: ServerResponse): void {
    admission.countRefused()
    // The pages have the marketplace's name and colors.
    if (preparedFor !== marketFacts()) {
      preparedFor = marketFacts()
      refusals = prepareAll()
    }
    const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html') === true
    const refusal = refusals.get(languageOf(request.url ?? '/', request.headers, languages))?.[isPage ? 'page' : 'json']
    response.writeHead(overloaded.status, ['x-request-id', randomUUID(), ...(refusal?.headers ?? [])])
    response.end(refusal?.body)
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
