import type { FastifyInstance } from 'fastify'
import type { Connection } from '../db/connect.ts'
import { openReplicas, type Replicas } from '../db/replicas.ts'
import type { Db, Tx } from '../db/tables.ts'
import { accountLinks } from './operate/start/account-links.ts'
import { startBackground } from './operate/start/background.ts'
import { createServer } from './operate/start/create-server.ts'
import { createMessages, type Messages } from './pages/mail/messages.ts'
import { outboxPublicRoutes } from './pages/mail/public-routes.ts'
import { mailServerAdminRoutes, mailTextsAdminRoutes } from './pages/mail-settings/admin-routes.ts'
import { errorPage } from './pages/ssr/error-page.ts'
import type { PageRenderer } from './pages/ssr/page-renderer.ts'
import { ssrRoutes } from './pages/ssr/routes.ts'
import { usersAdminRoutes } from './people/accounts/admin-routes.ts'
import { findActiveAccount, readLanguages } from './people/accounts/lookup-queries.ts'
import { avatarsPublicRoutes } from './people/accounts/public-routes.ts'
import { isSetupOpen } from './people/accounts/queries.ts'
import { activityAdminRoutes } from './people/activity/admin-routes.ts'
import { activitySellerRoutes } from './people/activity/seller-routes.ts'
import { type Auth, createAuth } from './people/auth/create-auth.ts'
import type { PasswordCost } from './people/auth/passwords/passwords.ts'
import { createAvatarOwners } from './people/auth/removed-avatars.ts'
import { authRoutes } from './people/auth/routes.ts'
import { installApiKeyCheck } from './people/auth/sessions/api-keys.ts'
import { notificationsSignedInRoutes } from './people/notifications/signed-in-routes.ts'
import { staffAdminRoutes } from './people/staff/admin-routes.ts'
import { invitationPublicRoutes } from './people/staff/public-routes.ts'
import { requireAuthenticators } from './people/staff/staff.ts'
import type { Clock } from './platform/config/clock.ts'
import type { Config } from './platform/config/config.ts'
import { openLanguages } from './platform/config/languages.ts'
import { hasOutboxPage } from './platform/config/loopback.ts'
import { createChannels } from './platform/data/channels.ts'
import { createFastPath, type FastPath } from './platform/fast-path/fast-path.ts'
import { installCors } from './platform/http/cors.ts'
import { installGuards } from './platform/http/guards.ts'
import { installTransport, installUploadDrain } from './platform/http/install-transport.ts'
import { installApiErrors } from './platform/http/render-errors.ts'
import { createRequestIds, installRequestContext } from './platform/http/request-context.ts'
import { createTrustedProxies } from './platform/http/trusted-proxies.ts'
import { allowSlowUploads, requireOneHost } from './platform/http/unreadable-requests.ts'
import type { Secrets } from './platform/keys/secrets.ts'
import { createAdmission, installAdmission } from './platform/load/admission.ts'
import { createLoadShedding } from './platform/load/shed-load.ts'
import { countingWrites, createWriteLimit, type WriteLimit } from './platform/load/write-limit.ts'
import { createRequestLog, installRequestLog, installSlowStatementLog, logOptions } from './platform/observe/log.ts'
import { createLogOutput } from './platform/observe/log-output.ts'
import type { Metrics } from './platform/observe/metrics.ts'
import type { Readiness } from './platform/observe/public-routes.ts'
import { healthPublicRoutes } from './platform/observe/public-routes.ts'
import { createHtmlCleaner } from './platform/rich-text/clean-html.ts'
import { installApiDocument } from './programs/docs/install-api-document.ts'
import { docsPublicRoutes } from './programs/docs/public-routes.ts'
import { restRoutes } from './programs/rest/routes.ts'
import { installDiskGuard, requireRoomForFiles } from './programs/storage/disk-room.ts'
import { createObjectFreshness, type ObjectFreshness } from './programs/storage/object-freshness.ts'
import { storageRoutes } from './programs/storage/protocol/routes.ts'
import { createStorage, type Storage } from './programs/storage/storage.ts'
import { alertsBuyerRoutes } from './shop/alerts/buyer-routes.ts'
import { bannersAdminRoutes } from './shop/banners/admin-routes.ts'
import { readBanners } from './shop/banners/running.ts'
import { catalogAdminRoutes } from './shop/catalog/admin-routes.ts'
import { categoriesAdminRoutes } from './shop/catalog/categories/admin-routes.ts'
import { productPictureOwners } from './shop/catalog/editing/removed-pictures.ts'
import { productOwnership } from './shop/catalog/editing/storage-queries.ts'
import { type CatalogChanges, createCatalogChanges } from './shop/catalog/products/catalog-changes.ts'
import { anyProduct } from './shop/catalog/products/queries.ts'
import { cacheTotals, type Totals } from './shop/catalog/products/totals.ts'
import { catalogPublicRoutes } from './shop/catalog/public-routes.ts'
import { createSearchCounter, type SearchCounter } from './shop/catalog/searches/count-searches.ts'
import { searchAdminRoutes } from './shop/catalog/searches/search-admin-routes.ts'
import { catalogSellerRoutes } from './shop/catalog/seller-routes.ts'
import { stockSellerAdminRoutes } from './shop/catalog/stock-seller-admin-routes.ts'
import { stockSellerRoutes } from './shop/catalog/stock-seller-routes.ts'
import { deliveryPublicRoutes } from './shop/delivery/public-routes.ts'
import { anyMethod } from './shop/delivery/queries.ts'
import { deliverySellerRoutes } from './shop/delivery/seller-routes.ts'
import { marketAdminRoutes } from './shop/market/admin-routes.ts'
import { createMarketReader, type ReadMarket } from './shop/market/market.ts'
import { requireRoom } from './shop/market/page-room.ts'
import { marketRead } from './shop/market/public-reads.ts'
import { previewsRoutes } from './shop/previews/admin-routes.ts'
import { draftOpener } from './shop/previews/draft.ts'
import { previewPicturePublicRoutes } from './shop/previews/public-routes.ts'
import { reviewsAdminRoutes } from './shop/reviews/admin-routes.ts'
import { reviewsBuyerRoutes } from './shop/reviews/buyer-routes.ts'
import { reviewRead } from './shop/reviews/public-reads.ts'
import { listQuotes } from './shop/reviews/queries.ts'
import { reviewsSellerRoutes } from './shop/reviews/seller-routes.ts'
import { reviewsSignedInRoutes } from './shop/reviews/signed-in-routes.ts'
import { savedBuyerRoutes } from './shop/saved/buyer-routes.ts'
import { hiddenProductsAdminRoutes, sellersAdminRoutes } from './shop/sellers/admin-routes.ts'
import { sellersSellerRoutes } from './shop/sellers/seller-routes.ts'
import { sitePagesAdminRoutes } from './shop/site-pages/admin-routes.ts'
import { createSitePageRead } from './shop/site-pages/public-reads.ts'
import { listShown } from './shop/site-pages/queries.ts'
import { type Billing, createBilling, transferDetailsOf } from './trade/billing/billing.ts'
import { cartBuyerRoutes } from './trade/cart/buyer-routes.ts'
import { conversationsAdminRoutes } from './trade/conversations/admin-routes.ts'
import { conversationsBuyerRoutes } from './trade/conversations/buyer-routes.ts'
import { conversationsSellerRoutes } from './trade/conversations/seller-routes.ts'
import { fulfilmentAdminRoutes } from './trade/fulfilment/admin-routes.ts'
import { fulfilmentBuyerRoutes } from './trade/fulfilment/buyer-routes.ts'
import { missingOrders } from './trade/fulfilment/queries.ts'
import { requestedReturns } from './trade/fulfilment/return-queries.ts'
import { fulfilmentSellerRoutes } from './trade/fulfilment/seller-routes.ts'
import { fulfilmentSignedInRoutes } from './trade/fulfilment/signed-in-routes.ts'
import { ordersAdminRoutes } from './trade/orders/admin-routes.ts'
import { ordersBuyerRoutes } from './trade/orders/buyer-routes.ts'
import { anyOrder, awaitedLines } from './trade/orders/queries.ts'
import { requireOwnOrder } from './trade/orders/read-order.ts'
import { anyPayment } from './trade/payments/queries.ts'
import { checkoutsBuyerRoutes, purchaseBuyerRoutes } from './trade/purchase/buyer-routes.ts'
import { statsAdminRoutes } from './trade/stats/admin-routes.ts'
import { statsSellerRoutes } from './trade/stats/seller-routes.ts'
import { applyTimeZone, setTimeZone } from './trade/stats/time-zone-queries.ts'

const BYTES_PER_MIB = 2 ** 20

export interface AppDeps {
  config: Config
  db: Db
  /** Connects to listen to changes by other processes. */
  connection: Connection
  clock: Clock
  secrets: Secrets
  /** Null in tests without pages. */
  renderer: PageRenderer | null
  /** Installs hooks for development, in front of the routes. */
  install?: (app: FastifyInstance) => Promise<void>
  readiness: Readiness
  /** The total time that a request may wait for the database; 4,600 by default. Tests on busy machines need more. */
  waitBudgetMs?: number
  /** The cost of hashing a password; production's by default. Most tests use the lowest. */
  passwordCost?: PasswordCost
  /** Absent: nothing is measured. */
  metrics?: Metrics
}

/**
 * Returns the whole application as a Fastify instance; the caller listens or injects, and closes it.
 *
 * A request passes the hooks in the order of installation: its context and log first, so that every refusal is logged under
 * its id; transport and CORS headers next, so that refusals have them; admission before more expensive work; the API key
 * before the session. All hooks are installed before the routes, as a route gets only those that exist by then. The order of
 * the routes' modules does not matter. Resources are closed in reverse order.
 */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config } = deps
  await openLanguages(config.languages)
  if (config.timeZone) await applyTimeZone(deps.db, config.timeZone)
  await requireAuthenticators(deps.db, config)
  const { app, admission, shedding, fastPath, searches, onAnswered } = openServer(deps)
  installRequestContext(app, { languages: config.languages, waitBudgetMs: deps.waitBudgetMs })
  installRequestLog(app, onAnswered)
  installSlowStatementLog(app)
  deps.metrics?.watch(app, admission)
  await deps.install?.(app)
  await installTransport(app, config)
  requireOneHost(app)
  await installCors(app, config.corsOrigins)
  shedding.watchRoutes(app)
  installAdmission(app, admission)
  if (!config.databaseUrl) installDiskGuard(app, config.dataDir)
  installUploadDrain(app)
  allowSlowUploads(app)
  const untilClose = <Part extends { close(): Promise<void> | void }>(part: Part): Part => {
    app.addHook('onClose', async () => part.close())
    return part
  }
  const channels = untilClose(createChannels({ ...deps, log: app.log }))
  const auth = createAuth({ ...deps, channels })
  const writes = createWriteLimit({ ...deps, perHour: config.writesPerHour, enabled: config.rateLimits })
  const replicas = untilClose(
    openReplicas({
      urls: config.databaseReplicaUrls,
      primary: deps.db,
      max: config.databasePoolSize,
      isListening: () => channels.connected,
      log: app.log,
    }),
  )
  const changes = createCatalogChanges({
    channels,
    replicas,
    maxBytes: config.responseCacheMib * BYTES_PER_MIB,
  })
  const totals = cacheTotals(changes)
  const freshness = createObjectFreshness({ channels })
  const parts = { clock: deps.clock, listPages: listShown, isAnyMethod: anyMethod.exists, readBanners }
  const readMarket = createMarketReader(deps.db, changes, parts)
  // All texts have the marketplace's facts from the start; while the database is away, they have the product's.
  await readMarket(deps.db).catch(() => {})
  const messages = untilClose(
    createMessages({
      ...deps,
      channels,
      log: app.log,
      readMarket,
      readLanguages: config.languages.length > 1 ? readLanguages : undefined,
    }),
  )
  const storage = untilClose(createStorage({ ...deps, log: app.log }))
  let wake = () => {}
  const billing = await createBilling({
    ...deps,
    messages,
    wake: () => wake(),
    sandbox: async (options) => (await import('../sandbox/open-sandbox.ts')).openSandbox(options),
  })
  const background = untilClose(
    startBackground({ ...deps, channels, messages, storage, searches, billing, log: app.log }),
  )
  wake = () => background.wake()
  app.addHook('onResponse', async ({ method }) => {
    if (method !== 'GET') background.wake()
  })
  channels.start()
  installApiKeyCheck(app, auth.apiKeys)
  installGuards(app, countingWrites(auth.authenticate, writes))
  installApiErrors(app)
  await installApiDocument(app)

  const shared = { fastPath, searches, freshness, auth, writes, totals, readMarket }
  await registerRoutes(app, deps, { ...shared, messages, storage, replicas, changes, billing })
  return app
}

function openServer({ config, install, metrics }: AppDeps) {
  const searches = createSearchCounter()
  const output = createLogOutput(process.stdout)
  const isTrustedProxy = createTrustedProxies(config.trustedProxies)
  const requestId = createRequestIds(isTrustedProxy)
  const admission = createAdmission()
  const onAnswered = [createRequestLog(config.logLevel, output), searches.countAnswered]
  const fastPath = createFastPath({
    requestId,
    // Hooks for development change responses.
    maxBytes: install ? 0 : config.readyCacheMib * BYTES_PER_MIB,
    onAnswered: [...onAnswered, ...(metrics ? [metrics.countRequest] : [])],
  })
  const shedding = createLoadShedding(admission, { languages: config.languages, page: errorPage }, fastPath.inFrontOf)
  const logger = logOptions(config.logLevel, output)
  const app = createServer({ isTrustedProxy, requestId, logger, serverFactory: shedding.serverFactory })
  // Runs last, as onClose hooks run in reverse order.
  app.addHook('onClose', async () => output.close())
  return { app, admission, shedding, fastPath, searches, onAnswered }
}

interface Parts {
  fastPath: FastPath
  freshness: ObjectFreshness
  auth: Auth
  writes: WriteLimit
  messages: Messages
  storage: Storage
  replicas: Replicas
  changes: CatalogChanges
  totals: Totals
  billing: Billing | undefined
  searches: SearchCounter
  readMarket: ReadMarket
}

type Routes<Needed> = (app: FastifyInstance, needed: Needed) => Promise<void>

async function registerRoutes(app: FastifyInstance, deps: AppDeps, parts: Parts): Promise<void> {
  const { config, db } = deps
  const { fastPath, freshness, auth, writes, messages, storage, billing, totals, readMarket } = parts
  const { replicas, changes, searches } = parts
  const register = async <Needed>(needed: Needed, ...routes: Routes<Needed>[]): Promise<void> => {
    for (const registerOne of routes) await registerOne(app, needed)
  }
  const checkFiles = async () => {
    await storage.blobs.check()
    if (!config.databaseUrl) await requireRoomForFiles(config.dataDir)
  }
  await register({ ...deps, checkFiles }, healthPublicRoutes)
  await register({ ...deps, auth, messages }, authRoutes)
  const { invalidate: invalidateSessions } = auth.services.sessions
  await register({ ...deps, ...accountLinks, messages, invalidateSessions }, usersAdminRoutes)
  await register({ ...deps, ...accountLinks, ...auth.services, messages }, staffAdminRoutes, invitationPublicRoutes)
  await register({ fastPath }, avatarsPublicRoutes)
  await register({ ...deps, messages }, mailTextsAdminRoutes, mailServerAdminRoutes)
  // Its mails hold links that sign users in.
  if (hasOutboxPage(config)) await register({ outbox: messages.outbox, siteUrl: config.siteUrl }, outboxPublicRoutes)
  const clean = createHtmlCleaner('descriptions', { entries: 1_000, maxLength: 5_000 })
  const ofOthers = { reads: [reviewRead, marketRead(readMarket), createSitePageRead()], quotesOf: listQuotes }
  const read = { ...deps, ...ofOthers, fastPath, replicas, readMarket, clean, searches, totals, changes }
  const roomCheck = { requireRoom: (tx: Tx) => requireRoom(tx, listShown) }
  const catalog = { ...read, ...roomCheck, storage }
  await register(catalog, catalogPublicRoutes, catalogSellerRoutes, catalogAdminRoutes, categoriesAdminRoutes)
  await register(catalog, stockSellerRoutes, stockSellerAdminRoutes, searchAdminRoutes, bannersAdminRoutes)
  const countProducts = () => totals.inCategories(db, 'all')
  const market = {
    ...roomCheck,
    priced: [anyProduct, anyMethod, anyOrder, anyPayment],
    setTimeZone,
    countProducts,
    countPages: async () => (await listShown(db)).length,
    hasMailServer: async () => (await messages.settings.read()).server !== undefined,
  }
  await register({ ...deps, ...market, storage }, marketAdminRoutes)
  await register({ ...deps, messages, storage }, sellersSellerRoutes, sellersAdminRoutes, hiddenProductsAdminRoutes)
  await register({ ...deps, messages }, reviewsBuyerRoutes, reviewsSellerRoutes, reviewsAdminRoutes)
  await register(deps, reviewsSignedInRoutes, savedBuyerRoutes, alertsBuyerRoutes)
  await register({ ...deps, storage }, sitePagesAdminRoutes, previewsRoutes, previewPicturePublicRoutes)
  await register({ ...deps, ...auth.services }, deliverySellerRoutes, deliveryPublicRoutes)
  await register({ ...deps, requireOwnOrder: (...order) => requireOwnOrder(db, ...order) }, cartBuyerRoutes)
  const purchasing = { ...deps, payments: billing?.deps }
  await register(purchasing, purchaseBuyerRoutes, checkoutsBuyerRoutes)
  await register({ ...deps, missing: missingOrders, returning: requestedReturns }, ordersBuyerRoutes, ordersAdminRoutes)
  const { returnDays } = config
  const fulfilling = { ...deps, returnDays, transferDetails: transferDetailsOf(config, billing) }
  await register(fulfilling, fulfilmentSignedInRoutes, fulfilmentBuyerRoutes)
  await register(fulfilling, fulfilmentSellerRoutes, fulfilmentAdminRoutes)
  await register(deps, conversationsBuyerRoutes, conversationsSellerRoutes, conversationsAdminRoutes)
  await billing?.routes(app)
  await register({ ...deps, awaited: awaitedLines, countProducts }, statsSellerRoutes, statsAdminRoutes)
  await register(deps, activityAdminRoutes, activitySellerRoutes, notificationsSignedInRoutes)
  await register({ ...purchasing, storage, auth }, restRoutes)
  await register({}, docsPublicRoutes)
  const files = {
    authenticate: countingWrites(auth.authenticate, writes),
    countWrite: (userId: string) => writes.count(userId),
    apiKeyRole: auth.apiKeys.roleOf,
    products: productOwnership,
    owners: { product: productPictureOwners, avatar: createAvatarOwners(deps.secrets) },
    findActiveAccount: (userId: string) => findActiveAccount(db, userId),
  }
  await register({ ...deps, ...files, fastPath, freshness, storage }, storageRoutes)
  const openDraft = draftOpener({ ...deps, readMarket })
  await register({ ...read, apiKey: auth.apiKey, isSetupOpen: () => isSetupOpen(db), openDraft }, ssrRoutes)
}
