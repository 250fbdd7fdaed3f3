import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, {
  type FastifyInstance,
  type FastifyServerFactory,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { acceptJson } from '../../platform/http/body-parsers.ts'
import { routedAddress, routerOptions } from '../../platform/http/page-address.ts'
import type { IsTrustedProxy } from '../../platform/http/trusted-proxies.ts'
import { refuseAddress, refuseUnreadable } from '../../platform/http/unreadable-requests.ts'
import { networkOf } from '../../platform/load/client-network.ts'
import { STORAGE_BASE } from '../../programs/storage/constants.ts'
import { renderStorageError } from '../../programs/storage/errors.ts'

/** Per client address: a single machine must not use up the connections of the process. */
const MAX_CONNECTIONS = 2_000

const BODY_LIMIT_BYTES = 256 * 1024
/** Together with the interval of Node's check, a slow client is disconnected within 10 s. */
const HEADERS_TIMEOUT_MS = 9_000
const TIMEOUT_CHECK_INTERVAL_MS = 1_000
const REQUEST_TIMEOUT_MS = 30_000
/** The timeout without a byte in either direction: a client that never reads would hold its response for ever. */
const IDLE_CONNECTION_TIMEOUT_MS = 30_000
const MAX_HEADER_BYTES = 16 * 1024

/** Creates the server with its limits, and responses to requests that reach no route. */
export function createServer(parts: {
  isTrustedProxy: IsTrustedProxy
  requestId: (request: IncomingMessage) => string
  logger: FastifyServerOptions['logger']
  serverFactory: FastifyServerFactory
}): FastifyInstance {
  const { isTrustedProxy, requestId, logger, serverFactory } = parts
  const app = Fastify({
    serverFactory,
    logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: IDLE_CONNECTION_TIMEOUT_MS,
    // Node would refuse a missing host by itself, without our headers.
    http: {
      requireHostHeader: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
    },
    trustProxy: isTrustedProxy,
    genReqId: requestId,
    routerOptions,
    forceCloseConnections: 'idle',
    // An accepted request gets its response even while the server stops.
    return503OnClosing: false,
    rewriteUrl: routedAddress,
    // An address that cannot be decoded reaches no route and no error handler.
    frameworkErrors: (error, request, reply) =>
      refuseAddress(error, request, reply, request.url.startsWith(STORAGE_BASE) ? renderStorageError : undefined),
    clientErrorHandler: refuseUnreadable,
  })
  limitConnections(app.server, isTrustedProxy)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  acceptJson(app)
  return app
}

function limitConnections(server: Server, isTrustedProxy: IsTrustedProxy): void {
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress
    // A trusted proxy limits the connections of its clients itself.
    if (address === undefined || isTrustedProxy(address)) return
    const client = networkOf(address)
    const count = open.get(client) ?? 0
    if (count >= MAX_CONNECTIONS) {
      socket.destroy()
      return
    }
    open.set(client, count + 1)
    socket.once('close', () => {
      const left = (open.get(client) ?? 0) - 1
      if (left > 0) open.set(client, left)
      else open.delete(client)
    })
  })
}
