import type { FastifyInstance } from 'fastify'
import type { Connection } from '../db/connect.ts'
import { openReplicas, type Replicas } from '../db/replicas.ts'
import type { Db } from '../db/tables.ts'
import { setTimeZone } from '../shared/kernel/locale.ts'
import { accountLinks } from './account-links.ts'
import { findActiveAccount } from './accounts/lookup-queries.ts'
import { accountsRoutes } from './accounts/routes.ts'
import { activityRoutes } from './activity/routes.ts'
import { startAnnouncingRestocked } from './alerts/announce-restocked.ts'
import { alertsRoutes } from './alerts/routes.ts'
import { type Auth, createAuth } from './auth/create-auth.ts'
import { createAvatarOwners } from './auth/removed-avatars.ts'
import { authRoutes } from './auth/routes.ts'
import { installApiKeyCheck } from './auth/sessions/require-api-key.ts'
import { type Billing, buyingOf, createBilling, transferDetailsOf } from './billing/billing.ts'
import { cartRoutes } from './cart/routes.ts'
import { createDescriptionCleaner } from './catalog/editing/clean-description.ts'
import { productOwnership } from './catalog/editing/ownership-queries.ts'
import { productPictureOwners } from './catalog/editing/removed-pictures.ts'
import { startCatalogJobs } from './catalog/jobs.ts'
import { type CatalogChanges, createCatalogChanges } from './catalog/products/catalog-changes.ts'
import { catalogRoutes } from './catalog/routes.ts'
import { createSearchCounter, type SearchCounter } from './catalog/search/count-searches.ts'
import { checkoutsRoutes } from './checkouts/routes.ts'
import type { Clock } from './config/clock.ts'
import type { Config } from './config/config.ts'
import { startMailingMessages } from './conversations/mail-messages.ts'
import { conversationsRoutes } from './conversations/routes.ts'
import { createServer } from './create-server.ts'
import { createChannels } from './data/channels.ts'
import { countByTimeZone } from './data/settings-queries.ts'
import { installApiDocument } from './docs/install-api-document.ts'
import { docsRoutes } from './docs/routes.ts'
import { expiredRows } from './expired-rows.ts'
import { createFastPath, type FastPath } from './fast-path/fast-path.ts'
import { startAnnouncingEvents } from './fulfilment/announce-events.ts'
import { startFollowingOrders } from './fulfilment/follow-orders.ts'
import { missingOrders } from './fulfilment/queries.ts'
import { requestedReturns } from './fulfilment/return-queries.ts'
import { fulfilmentRoutes } from './fulfilment/routes.ts'
import { createCorsHeaders, installCors } from './http/cors.ts'
import { installGuards } from './http/guards.ts'
import { installTransport } from './http/install-transport.ts'
import { installLinger } from './http/linger.ts'
import { installApiErrors } from './http/render-errors.ts'
import { createRequestIds, installRequestContext } from './http/request-context.ts'
import { documentHeaders } from './http/security-headers.ts'
import { createTrustedProxies } from './http/trusted-proxies.ts'
import { requireOneHost } from './http/unreadable-requests.ts'
import { startDeletingExpired } from './jobs/delete-expired.ts'
import type { Secrets } from './keys/secrets.ts'
import { createAdmission, installAdmission } from './load/admission.ts'
import { installDiskGuard, requireRoomForFiles } from './load/disk-room.ts'
import { createLoadShedding } from './load/shed-load.ts'
import { countingWrites, createWriteLimit, type WriteLimit } from './load/write-limit.ts'
import { createMessages, type Messages } from './mail/messages.ts'
import { mailRoutes } from './mail/routes.ts'
import { notificationsRoutes } from './notifications/routes.ts'
import { createRequestLog, installRequestLog, logOptions } from './observe/log.ts'
import { createLogOutput } from './observe/log-output.ts'
import type { Metrics } from './observe/metrics.ts'
import type { Readiness } from './observe/public-routes.ts'
import { healthRoutes } from './observe/routes.ts'
import { installSlowStatementLog } from './observe/slow-statements.ts'
import { awaitedLines } from './orders/awaited-queries.ts'
import { startMailingOrders } from './orders/mail-orders.ts'
import { requireOwnOrder } from './orders/read-order.ts'
import { ordersRoutes } from './orders/routes.ts'
import { restRoutes } from './rest/routes.ts'
import { reviewReads } from './reviews/public-reads.ts'
import { reviewsRoutes } from './reviews/routes.ts'
import { savedRoutes } from './saved/routes.ts'
import { errorPage } from './ssr/error-page.ts'
import type { PageRenderer } from './ssr/page-renderer.ts'
import { ssrRoutes } from './ssr/routes.ts'
import { statsRoutes } from './stats/routes.ts'
import { startReleasingExpired } from './stock/release-expired.ts'
import { createKeptObjects, type KeptObjects } from './storage/kept-objects.ts'
import { storageRoutes } from './storage/routes.ts'
import { createStorage, type Storage } from './storage/storage.ts'

const BYTES_PER_MIB = 2 ** 20

export interface AppDeps {
  config: Config
  db: Db
  /** For the connection that listens to changes by other processes. */
  connection: Connection
  clock: Clock
  secrets: Secrets
  /** Null in tests without pages. */
  renderer: PageRenderer | null
  /** In development: installs hooks in front of the routes. */
  install?: (app: FastifyInstance) => Promise<void>
  readiness: Readiness
  /** Absent: nothing is measured. */
  metrics?: Metrics
}

/**
 * Returns the whole application as a Fastify instance; the caller listens or injects, and closes it.
 *
 * A request passes the hooks in the order in which they are installed: its context and log first, so that every refusal is
 * logged under its id; headers of transport and CORS next, so that refusals have them; admission before what costs more; the
 * API key before the session. All hooks stand before the routes, as routes get only those that exist by then. The order of
 * the routes' modules does not matter. What is opened first is closed last.
 */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config } = deps
  setTimeZone(config.timeZone)
  await countByTimeZone(deps.db, config.timeZone)
  const { app, admission, shedding, fastPath, searches } = openServer(deps)
  installRequestContext(app)
  installRequestLog(app)
  installSlowStatementLog(app)
  deps.metrics?.watch(app, admission)
  await deps.install?.(app)
  const { documentHeaders } = fastPath
  await installTransport(app, { onRefused: () => admission.countRefused(), documentHeaders })
  requireOneHost(app)
  await installCors(app, config.corsOrigins)
  shedding.watchRoutes(app)
  installAdmission(app, admission)
  if (!config.databaseUrl) installDiskGuard(app, config.dataDir)
  installLinger(app)
  const untilClose = <Part extends { close(): Promise<void> }>(part: Part): Part => {
    app.addHook('onClose', () => part.close())
    return part
  }
  const channels = untilClose(createChannels(deps))
  const auth = createAuth({ ...deps, channels })
  const writes = createWriteLimit({ ...deps, perHour: config.writesPerHour, enabled: config.rateLimits })
  const replicas = untilClose(
    openReplicas({
      urls: config.databaseReplicaUrls,
      primary: deps.db,
      max: config.databasePoolSize,
      isListening: () => channels.connected,
    }),
  )
  const changes = createCatalogChanges({
    channels,
    replicas,
    maxBytes: config.responseCacheMib * BYTES_PER_MIB,
  })
  const kept = createKeptObjects({ channels, fastPath, maxBytes: config.pictureCacheMib * BYTES_PER_MIB })
  channels.start()
  const messages = untilClose(createMessages({ ...deps, log: app.log }))
  const storage = untilClose(createStorage({ ...deps, log: app.log }))
  untilClose(startDeletingExpired({ ...deps, expired: expiredRows, log: app.log }))
  untilClose(startReleasingExpired({ ...deps, log: app.log }))
  startCatalogJobs({ ...deps, storage, searches, log: app.log }).map(untilClose)
  untilClose(startFollowingOrders({ ...deps, log: app.log }))
  untilClose(startMailingOrders({ ...deps, messages, transferDetails: transferDetailsOf(config), log: app.log }))
  untilClose(startAnnouncingEvents({ ...deps, messages, log: app.log }))
  untilClose(startMailingMessages({ ...deps, messages, log: app.log }))
  untilClose(startAnnouncingRestocked({ ...deps, messages, log: app.log }))
  const billing = createBilling({ ...deps, messages })
  billing?.start(app).map(untilClose)
  installApiKeyCheck(app, auth.apiKeys)
  installGuards(app, countingWrites(auth.authenticate, writes))
  installApiErrors(app)
  await installApiDocument(app)

  const shared = { fastPath, searches, kept, auth, writes }
  await registerRoutes(app, deps, { ...shared, messages, storage, replicas, changes, billing })
  return app
}

function openServer({ config, install, metrics }: AppDeps) {
  const searches = createSearchCounter()
  const output = createLogOutput(process.stdout)
  const isTrustedProxy = createTrustedProxies(config.trustedProxies)
  const requestId = createRequestIds(isTrustedProxy)
  const admission = createAdmission()
  const fastPath = createFastPath({
    // In development other hooks change what is sent.
    enabled: install === undefined,
    requestId,
    corsHeaders: createCorsHeaders(config.corsOrigins),
    variesByOrigin: config.corsOrigins.length > 0,
    documentHeaders: documentHeaders(config),
    slots: admission,
    onAnswered: [
      createRequestLog(config.logLevel, output),
      ({ url }) => searches.count(url),
      ...(metrics ? [metrics.countRequest] : []),
    ],
  })
  const shedding = createLoadShedding(admission, errorPage, fastPath.inFrontOf)
  const logger = logOptions(config.logLevel, output)
  const app = createServer({ isTrustedProxy, requestId, logger, serverFactory: shedding.serverFactory })
  fastPath.watch(app)
  app.addHook('onResponse', async (request, reply) => {
    const isAnswered = reply.statusCode === 200 || reply.statusCode === 304
    if (isAnswered && request.method === 'GET') searches.count(request.url)
  })
  // The last of all: hooks of the end run in the opposite order.
  app.addHook('onClose', async () => output.close())
  return { app, admission, shedding, fastPath, searches }
}

interface Parts {
  fastPath: FastPath
  kept: KeptObjects
  auth: Auth
  writes: WriteLimit
  messages: Messages
  storage: Storage
  replicas: Replicas
  changes: CatalogChanges
  billing: Billing | undefined
  searches: SearchCounter
}

async function registerRoutes(app: FastifyInstance, deps: AppDeps, parts: Parts): Promise<void> {
  const { config } = deps
  const { fastPath, kept, auth, writes, messages, storage, replicas, changes, billing, searches } = parts
  const checkFiles = async () => {
    await storage.blobs.check()
    if (!config.databaseUrl) await requireRoomForFiles(config.dataDir)
  }
  await healthRoutes(app, { ...deps, checkFiles })
  await authRoutes(app, { ...deps, auth, messages })
  const { invalidate: invalidateSessions } = auth.services.sessions
  await accountsRoutes(app, { ...deps, ...accountLinks, fastPath, messages, invalidateSessions })
  const clean = createDescriptionCleaner()
  const reads = reviewReads({ ...deps, replicas })
  await catalogRoutes(app, {
    ...deps,
    fastPath,
    storage,
    replicas,
    clean,
    searches,
    reads,
    responses: changes.responses,
  })
  await cartRoutes(app, { ...deps, requireOwnOrder: (...order) => requireOwnOrder(deps.db, ...order) })
  await savedRoutes(app, deps)
  await alertsRoutes(app, deps)
  await reviewsRoutes(app, { ...deps, messages })
  const buying = buyingOf(deps.db, billing)
  await ordersRoutes(app, { ...deps, ...buying, missing: missingOrders, returning: requestedReturns })
  const { returnDays } = config
  await fulfilmentRoutes(app, { ...deps, returnDays, transferDetails: transferDetailsOf(config) })
  await conversationsRoutes(app, deps)
  await checkoutsRoutes(app, { ...deps, ...buying })
  await billing?.routes(app)
  await statsRoutes(app, { ...deps, awaited: awaitedLines })
  await activityRoutes(app, deps)
  await notificationsRoutes(app, deps)
  await restRoutes(app, { ...deps, ...buying, storage, auth })
  await docsRoutes(app)
  await storageRoutes(app, {
    ...deps,
    fastPath,
    kept,
    storage,
    authenticate: countingWrites(auth.authenticate, writes),
    countWrite: (userId) => writes.count(userId),
    apiKeyRole: (key) => auth.apiKeys.roleOf(key),
    products: productOwnership,
    owners: { product: productPictureOwners, avatar: createAvatarOwners(deps.secrets) },
    findActiveAccount: (userId) => findActiveAccount(deps.db, userId),
  })
  await mailRoutes(app, { config, messages })
  await ssrRoutes(app, { ...deps, fastPath, replicas, changes, clean, searches, reads, apiKey: auth.apiKey })
}
