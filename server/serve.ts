import cluster from 'node:cluster'
import { type Connection, connectDatabase } from '../db/connect.ts'
import { openEmbeddedDatabase } from '../db/embedded/open-embedded-database.ts'
import { reasonOf } from '../db/failures.ts'
import { migrate } from '../db/migrate.ts'
import { requirePooler } from '../db/pooler.ts'
import { createContext, runInContext } from '../db/request-context.ts'
import { requireDatabase } from '../db/require-database.ts'
import type { Db } from '../db/tables.ts'
import { requirePrivatePasswords, shownDemoAccounts } from '../demo/passwords.ts'
import { isSeeded, requireFinishedLoad } from '../demo/queries.ts'
import { readSettings } from './operate/start/settings.ts'
import { welcomeText } from './operate/start/welcome.ts'
import { hasMailServer } from './pages/mail/settings-queries.ts'
import { openRenderer } from './pages/ssr/open-renderer.ts'
import { hasAccounts, hasAdminAccount, isSetupOpen } from './people/accounts/queries.ts'
import { systemClock } from './platform/config/clock.ts'
import { saveCodeCache } from './platform/config/code-cache.js'
import type { Config } from './platform/config/config.ts'
import { addEnvFile, requireNoArguments } from './platform/config/env-file.ts'
import { findSecrets, openMarketplaceSecrets, type Secrets } from './platform/keys/secrets.ts'
import { releaseIdleMemory } from './platform/lifecycle/heap.ts'
import { explainListenError, mayListenAlone, requireAddress, SERVING } from './platform/lifecycle/listen-address.ts'
import { msSinceStart } from './platform/lifecycle/start-time.ts'
import { prepareDrain, stopOnSignals } from './platform/lifecycle/stop.ts'
import { ignoreOutputErrors } from './platform/observe/log-output.ts'
import { openMetrics } from './platform/observe/metrics-server.ts'

const IN_DEVELOPMENT = process.argv.includes('--dev')

let stopSignal: string | undefined
/** Aborted by a signal to stop: interrupts the seeding of a first start. */
const stopping = new AbortController()
/** New connections that may wait to be accepted; others are retried after seconds. The system's limit may be lower. */
const BACKLOG = 4_096

let reportLostConnection = (error: Error) => print(`Database: lost a connection (${error.message}).`)

/** The longest wait of the welcome for the database. */
const WELCOME_BUDGET_MS = 4_000

/** Called at the end, newest first. */
const toClose: (() => Promise<void>)[] = []

let closing: Promise<boolean> | undefined

function closeAll(): Promise<boolean> {
  closing ??= closeEach()
  return closing
}

async function closeEach(): Promise<boolean> {
  let failures = 0
  for (const close of toClose.toReversed()) {
    await close().catch((error) => {
      failures++
      console.error(error)
    })
  }
  return failures === 0
}

async function start(): Promise<void> {
  const config = configFromEnvironment()
  if (!cluster.worker) await requireAddress(config)
  // Damaged secrets are reported before anything is created.
  await findSecrets(config, print)
  // Overlaps with the start of the database's processes.
  const loading = Promise.all([import('./app.ts'), openRenderer({ dev: IN_DEVELOPMENT, languages: config.languages })])
  loading.catch(() => {})
  const connection = await openDatabase(config)
  await migrate(connection, print)
  const db = connectDatabase(config.databasePoolerUrl ?? connection, {
    max: config.databasePoolSize,
    pooled: config.databasePoolerUrl !== undefined,
    onIdleError: (error) => reportLostConnection(error),
  })
  toClose.push(() => db.destroy())
  await requireFinishedLoad(db)
  const secrets = await openMarketplaceSecrets(config, () => hasAccounts(db), print)
  if (!config.databaseUrl && config.demo && !(await isSeeded(db))) {
    // Imported here, so that servers on seeded data do not load the products.
    const { seedDemo } = await import('../demo/seed.ts')
    await seedDemo(db, config, { secrets, log: print, signal: stopping.signal, isSmall: IN_DEVELOPMENT })
  }
  await requirePrivatePasswords(db, config)

  const { metrics, close: closeMetrics } = await openMetrics(config.metrics, { db, log: print })
  toClose.push(closeMetrics)
  const readiness = { accepting: true }
  const [{ buildApp }, { renderer, install, close }] = await loading
  toClose.push(close)
  const clock = systemClock
  const app = await buildApp({ config, db, connection, clock, secrets, renderer, readiness, install, metrics })
  reportLostConnection = (error) => app.log.warn({ err: error, event: 'connection_lost' })
  const drain = prepareDrain(app, readiness)
  toClose.push(() => drain(drainMs(config)))
  const { port, host } = config
  // `reusePort` is missing in the framework's types, but passed on to Node.
  const place = { port, host, backlog: BACKLOG, reusePort: cluster.worker !== undefined && mayListenAlone(config) }
  const address = await app.listen(place).catch((error) => {
    throw explainListenError(error)
  })
  cluster.worker?.send(SERVING)
  // The first of several processes prints it.
  if (!cluster.worker || cluster.worker.id === 1)
    void runInContext(createContext('job', 'welcome', WELCOME_BUDGET_MS), () => welcome(db, config, secrets, address))
  saveCodeCache()
  releaseIdleMemory()
}

/** Prints the welcome, without accounts while the database is unavailable. */
async function welcome(db: Db, config: Config, secrets: Secrets, address: string): Promise<void> {
  const tookMs = msSinceStart({ byNpm: process.env.npm_lifecycle_event !== undefined })
  const reads = Promise.all([shownDemoAccounts(db, config), hasAdminAccount(db), isSetupOpen(db), hasMailServer(db)])
  const [accounts, hasAdmin, isOpen, hasServer] = await reads.catch(
    (): Awaited<typeof reads> => [[], true, false, true],
  )
  const setup = isOpen ? secrets : undefined
  print(welcomeText(config, { address, tookMs, accounts, hasAdmin, setup, hasMailServer: hasServer }))
}

/** Waits for a start in progress, so that nothing is left half done, and closes everything. */
async function stop(signal: string | undefined): Promise<void> {
  stopSignal = signal
  stopping.abort()
  await starting.catch(() => {})
  if (!(await closeAll())) throw new Error('Not everything could be closed.')
}

/** Ctrl-C stops at once; SIGTERM drains first. */
function drainMs(config: Config): number {
  return stopSignal === 'SIGTERM' && !IN_DEVELOPMENT ? config.drainSeconds * 1000 : 0
}

function handleSignals(): void {
  if (!cluster.worker) return void stopOnSignals(stop)
  // SIGHUP is for the primary, which sends each worker SIGTERM in a rolling restart.
  const stopNow = stopOnSignals(stop, { ignored: ['SIGHUP'] })
  // Without this, Node would end the worker in the middle of requests when the primary is gone.
  cluster.worker.exitedAfterDisconnect = true
  process.once('disconnect', stopNow)
}

function configFromEnvironment(): Config {
  requireNoArguments(process.argv.slice(2).filter((argument) => argument !== '--dev'))
  return readSettings(addEnvFile(process.env), process.stdout.isTTY === true)
}

async function openDatabase(config: Config): Promise<Connection> {
  if (config.databaseUrl) {
    await requireDatabase(config.databaseUrl, print)
    if (config.databasePoolerUrl) await requirePooler(config.databasePoolerUrl, config.databaseUrl)
    return config.databaseUrl
  }
  const embedded = await openEmbeddedDatabase({ dataDir: config.dataDir, log: print })
  toClose.push(() => embedded.close())
  return embedded.connection
}

function print(message: string): void {
  console.log(message)
}

ignoreOutputErrors()
const starting = start()
handleSignals()
try {
  await starting
} catch (error) {
  // Interrupted: the stop in progress ends the process.
  if (error === stopping.signal.reason) await new Promise(() => {})
  console.error(`Openstall cannot start: ${reasonOf(error)}`)
  await closeAll()
  process.exit(1)
}
