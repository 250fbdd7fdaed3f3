import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import helmet from 'helmet'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A file that pages load, such as a script, a style or a picture. It gets no headers that only documents need. */
    isFile?: boolean
  }
}

/** The security headers of responses that are sent without the application. */
export const EVERY_RESPONSE_HEADERS = {
  // Addresses may hold private data.
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
} as const

/** The headers of refusals that are sent without the application. */
export const REFUSAL_HEADERS = { ...EVERY_RESPONSE_HEADERS, 'cache-control': 'no-store' }

/** Sources of pages that take payments through Stripe: its script, and frames of card fields and banks. */
const STRIPE_SOURCES = {
  'script-src': ["'self'", 'https://js.stripe.com'],
  'frame-src': ["'self'", 'https://js.stripe.com', 'https://hooks.stripe.com'],
  'connect-src': ["'self'", 'https://api.stripe.com'],
}

/** The proxy that adds TLS adds `Strict-Transport-Security`. */
function documentOptions({ payments }: { payments: string }) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        // The toast library adds its style element at run time.
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        ...(payments === 'stripe' && STRIPE_SOURCES),
      },
    },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: false,
  } as const
}

/** Files need only the headers that fix their type and keep other sites from loading them. */
const NOT_FOR_FILES = {
  contentSecurityPolicy: false,
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const

/** Sets security headers. `@fastify/helmet` would rebuild them for each request, and so would helmet's own handler. */
export function installSecurityHeaders(app: FastifyInstance, config: { payments: string }): void {
  const options = documentOptions(config)
  const forDocuments = headersBy(helmet(options))
  const forFiles = headersBy(helmet({ ...options, ...NOT_FOR_FILES }))
  app.addHook('onRequest', ({ is404, routeOptions }, reply, done) => {
    const isFile = !is404 && routeOptions.config.isFile === true
    reply.headers(isFile ? forFiles : forDocuments)
    done()
  })
}

const OF_FILES = headersBy(helmet(NOT_FOR_FILES))
/** Browsers go on with the type and the policies of the response that a 304 confirms. */
const NOT_OF_304 = [
  ...['content-type', 'content-encoding'],
  ...Object.keys(headersBy(helmet())).filter((name) => !(name in OF_FILES)),
]

/** Turns a response into a 304 with the headers that RFC 9110, 15.4.5, leaves to it. */
export function notModified(reply: FastifyReply): undefined {
  reply.code(304)
  for (const name of NOT_OF_304) reply.removeHeader(name)
}

/** Returns the headers that a handler sets, the same for every request. */
function headersBy(set: ReturnType<typeof helmet>): Record<string, string> {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  set(response.req, response, () => {})
  return response.getHeaders() as Record<string, string>
}
