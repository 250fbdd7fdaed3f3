import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import underPressure from '@fastify/under-pressure'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Connection } from '../db/connect.ts'
import { openReplicas, type Replicas } from '../db/replicas.ts'
import type { Db } from '../db/tables.ts'
import { installApiKeyCheck } from './auth/api-key.ts'
import { startCleanUp } from './auth/clean-up.ts'
import { type Auth, createAuth } from './auth/create-auth.ts'
import { authRoutes } from './auth/routes.ts'
import { cartBuyerRoutes } from './cart/buyer-routes.ts'
import { catalogAdminRoutes } from './catalog/admin-routes.ts'
import { startPictureDrop } from './catalog/drop-deleted-pictures.ts'
import { catalogEveryoneRoutes } from './catalog/everyone-routes.ts'
import { startFollowingSuspensions } from './catalog/follow-suspensions.ts'
import { catalogSellerRoutes } from './catalog/seller-routes.ts'
import { docsEveryoneRoutes } from './docs/everyone-routes.ts'
import { installApiDocument } from './docs/install-api-document.ts'
import { createMessages, type Messages } from './mail/messages.ts'
import { outboxEveryoneRoutes } from './mail/outbox-everyone-routes.ts'
import { ordersAdminRoutes } from './orders/admin-routes.ts'
import { ordersBuyerRoutes } from './orders/buyer-routes.ts'
import { startForgettingKeys } from './orders/forget-keys.ts'
import { ordersSellerRoutes } from './orders/seller-routes.ts'
import { ordersSignedInRoutes } from './orders/signed-in-routes.ts'
import { type Admission, createAdmission, installAdmission } from './platform/admission.ts'
import { type CatalogChanges, createCatalogChanges, installOwnChanges } from './platform/catalog-changes.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { installCors } from './platform/cors.ts'
import { overloaded } from './platform/errors.ts'
import { installGuards } from './platform/guards.ts'
import { healthEveryoneRoutes, type Readiness } from './platform/health-everyone-routes.ts'
import { acceptJson } from './platform/json-body.ts'
import { installLinger } from './platform/linger.ts'
import { installRequestLog, logOptions } from './platform/log.ts'
import type { Metrics } from './platform/metrics.ts'
import { createNotifications } from './platform/notifications.ts'
import { installApiErrors } from './platform/render-errors.ts'
import { createRequestIds, installRequestWork } from './platform/request-work.ts'
import type { Secrets } from './platform/secrets.ts'
import { createLoadShedding, type LoadShedding } from './platform/shed-load.ts'
import { createTrustedProxies } from './platform/trusted-proxies.ts'
import { refuseAddress, refuseUnreadable, requireOneHost } from './platform/unreadable-requests.ts'
import { restRoutes } from './rest/routes.ts'
import { errorPage } from './ssr/error-page.ts'
import { pagesEveryoneRoutes } from './ssr/everyone-routes.ts'
import { routedAddress } from './ssr/page-address.ts'
import type { PageRenderer } from './ssr/page-renderer.ts'
import { sitemapEveryoneRoutes } from './ssr/sitemap-everyone-routes.ts'
import { statsAdminRoutes } from './stats/admin-routes.ts'
import { statsSellerRoutes } from './stats/seller-routes.ts'
import { STORAGE_BASE } from './storage/constants.ts'
import { renderStorageError } from './storage/errors.ts'
import { storageRoutes } from './storage/routes.ts'
import { createStorage, type Storage } from './storage/storage.ts'

/** Everything the application needs from the world; made in `main.ts`, and by tests. */
export interface AppDeps {
  config: Config
  db: Db
  /** For the one connection that listens to changes made by other processes. */
  connection: Connection
  clock: Clock
  secrets: Secrets
  /** Absent in tests that need no pages. */
  renderer: PageRenderer | null
  /** Adds what only development needs in front of the routes. */
  install?: (app: FastifyInstance) => Promise<void>
  readiness: Readiness
  /** Absent: nothing is measured. */
  metrics?: Metrics
}

const BODY_LIMIT_BYTES = 256 * 1024
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000
/** Nothing comes in and nothing of an answer is taken: whoever never reads would hold it for ever. */
const SILENT_CONNECTION_MS = 30_000
/** On average over some seconds; far beyond what the bounded number of requests in flight can cause. */
const MAX_EVENT_LOOP_DELAY_MS = 1_000
const EVENT_LOOP_DELAY_OVER_MS = 5_000
const MAX_HEADER_BYTES = 16 * 1024
/** Longer parts of an address name nothing here. */
const MAX_PARAM_LENGTH = 300

/** Builds the whole application on one Fastify instance; the caller listens or injects, and closes it. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config } = deps
  const admission = createAdmission()
  const shedding = createLoadShedding(admission, errorPage)
  const app = createServer(config, shedding)
  installRequestWork(app)
  installRequestLog(app)
  deps.metrics?.watch(app, admission)
  await deps.install?.(app)
  await installTransport(app, admission)
  requireOneHost(app)
  installCors(app, config.corsOrigins)
  shedding.watchRoutes(app)
  installAdmission(app, admission)
  installLinger(app)
  const untilClose = <Part extends { close(): Promise<void> }>(part: Part): Part => {
    app.addHook('onClose', () => part.close())
    return part
  }
  const notifications = untilClose(createNotifications(deps.connection))
  const auth = createAuth({ ...deps, notifications })
  const replicas = untilClose(
    openReplicas({
      urls: config.databaseReplicaUrls,
      primary: deps.db,
      max: config.databasePoolSize,
      isTold: () => notifications.connected,
    }),
  )
  const changes = createCatalogChanges({ notifications, replicas })
  notifications.start()
  installOwnChanges(app, changes)
  const messages = untilClose(createMessages({ ...deps, log: app.log }))
  const storage = untilClose(createStorage({ ...deps, log: app.log }))
  untilClose(startCleanUp({ ...deps, messages, log: app.log }))
  untilClose(startPictureDrop({ ...deps, storage, log: app.log }))
  untilClose(startFollowingSuspensions({ ...deps, log: app.log }))
  untilClose(startForgettingKeys({ ...deps, log: app.log }))
  installApiKeyCheck(app, auth.apiKeys)
  installGuards(app, auth.authenticate)
  installApiErrors(app)
  await installApiDocument(app)

  await registerRoutes(app, deps, { auth, messages, storage, replicas, changes })
  return app
}

/** What is made once for the process and serves several modules. */
interface Parts {
  auth: Auth
  messages: Messages
  storage: Storage
  replicas: Replicas
  changes: CatalogChanges
}

/** Every route there is, module by module. */
async function registerRoutes(app: FastifyInstance, deps: AppDeps, parts: Parts): Promise<void> {
  const { config } = deps
  const { auth, messages, storage, replicas, changes } = parts
  await healthEveryoneRoutes(app, { ...deps, checkFiles: () => storage.blobs.check() })
  await authRoutes(app, { ...deps, auth, messages })
  await catalogEveryoneRoutes(app, { ...deps, replicas, writesCatalog: auth.writesCatalog })
  await catalogSellerRoutes(app, { ...deps, storage })
  await cartBuyerRoutes(app, deps)
  await ordersBuyerRoutes(app, deps)
  await ordersSignedInRoutes(app, deps)
  await ordersSellerRoutes(app, deps)
  await statsSellerRoutes(app, deps)
  await catalogAdminRoutes(app, deps)
  await ordersAdminRoutes(app, deps)
  await statsAdminRoutes(app, deps)
  await restRoutes(app, { ...deps, auth })
  await docsEveryoneRoutes(app, {})
  await storageRoutes(app, {
    ...deps,
    storage,
    authenticate: auth.authenticate,
    apiKeyRole: (key) => auth.apiKeys.roleOf(key),
  })
  // Never where real people are: their mails hold links that sign in.
  if (!config.databaseUrl) await outboxEveryoneRoutes(app, { messages })
  await sitemapEveryoneRoutes(app, { config, replicas, changes })
  if (deps.renderer) await pagesEveryoneRoutes(app, { config, changes, renderer: deps.renderer, apiKey: auth.apiKey })
}

/** The server with its limits, and what it says before any route is found. */
function createServer(config: Config, { serverFactory }: LoadShedding): FastifyInstance {
  const isTrustedProxy = createTrustedProxies(config.trustedProxies)
  const app = Fastify({
    serverFactory,
    logger: logOptions(config.logLevel),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: SILENT_CONNECTION_MS,
    // Node would refuse a missing host by itself, without our headers.
    http: { requireHostHeader: false, maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: HEADERS_TIMEOUT_MS },
    trustProxy: isTrustedProxy,
    genReqId: createRequestIds(isTrustedProxy),
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH, ignoreTrailingSlash: false },
    forceCloseConnections: 'idle',
    // What was accepted is answered, also while the server stops.
    return503OnClosing: false,
    rewriteUrl: routedAddress,
    // An address that cannot be decoded reaches no route and no error handler.
    frameworkErrors: (error, request, reply) =>
      refuseAddress(error, request, reply, request.url.startsWith(STORAGE_BASE) ? renderStorageError : undefined),
    clientErrorHandler: refuseUnreadable,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  return app
}

/** Headers, compression and shedding of load, alike for every answer. */
async function installTransport(app: FastifyInstance, admission: Admission): Promise<void> {
  acceptJson(app)
  await app.register(helmet, {
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
      },
    },
    // The shop also runs on plain http; the proxy that adds TLS sets this.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  })
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  await app.register(underPressure, {
    maxEventLoopDelay: MAX_EVENT_LOOP_DELAY_MS,
    sampleInterval: EVENT_LOOP_DELAY_OVER_MS,
    exposeStatusRoute: false,
    pressureHandler: async (request, _reply, _type, delayMs) => {
      // Nothing was measured at all: the process was held up as a whole, and goes on now.
      if (delayMs === Number.POSITIVE_INFINITY) return
      if (request.isInner || request.routeOptions.config?.alwaysServed) return
      admission.countRefused()
      throw overloaded
    },
  })
}
