import cluster from 'node:cluster'
import { type Connection, connectDatabase } from '../db/connect.ts'
import { demoAccounts } from '../db/demo/accounts.ts'
import { openEmbeddedDatabase } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { reasonOf } from '../db/reason-of.ts'
import { requireDatabase } from '../db/require-database.ts'
import { buildApp } from './app.ts'
import { namingSetting, requireAddress } from './listen-address.ts'
import { systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { addEnvFile } from './platform/env-file.ts'
import { openMetrics } from './platform/metrics-server.ts'
import { goOnWithoutOutput } from './platform/output.ts'
import { openSecrets } from './platform/secrets.ts'
import { requireNoArguments } from './require-no-arguments.ts'
import { seedDemo } from './seed-demo.ts'
import { readSettings } from './settings.ts'
import { openRenderer } from './ssr/open-renderer.ts'
import { prepareDrain, stopOnSignals } from './stop.ts'

const IN_DEVELOPMENT = process.argv.includes('--dev')

let stopSignal: string | undefined
/** Aborted when the process is asked to end: what takes long at a first start is broken off. */
const ending = new AbortController()
/** A crowd of new connections waits here; beyond it they try again after seconds. The system may bound it lower. */
const BACKLOG = 4_096

/** Things to close at the end, newest first. */
const toClose: (() => Promise<void>)[] = []

let closing: Promise<boolean> | undefined

/** Whoever asks for it waits for all of it; answers whether everything could be closed. */
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
  const beganAt = performance.now()
  const config = configFromEnvironment()
  if (!cluster.worker) await requireAddress(config)
  const secrets = await openSecrets(config)
  const connection = await openDatabase(config)
  await migrate(connection, say)
  const db = connectDatabase(connection, {
    max: config.databasePoolSize,
    onIdleError: (error) => say(`database: lost a connection (${error.message})`),
  })
  toClose.push(() => db.destroy())
  if (!config.databaseUrl) await seedDemo(db, config, { secrets, log: say, signal: ending.signal })

  const { metrics, close: closeMetrics } = await openMetrics(config.metrics, { db, log: say })
  toClose.push(closeMetrics)
  const readiness = { accepting: true }
  const { renderer, install, close } = await openRenderer({ dev: IN_DEVELOPMENT })
  toClose.push(close)
  const clock = systemClock
  const app = await buildApp({ config, db, connection, clock, secrets, renderer, readiness, install, metrics })
  const drain = prepareDrain(app, readiness)
  toClose.push(() => drain(drainMs(config)))
  const address = await app.listen({ port: config.port, host: config.host, backlog: BACKLOG }).catch((error) => {
    throw namingSetting(error)
  })
  // Of several processes the first one speaks.
  if (!cluster.worker || cluster.worker.id === 1) printWelcome(config, address, performance.now() - beganAt)
}

/** What is still being started is not left half done. */
async function stop(signal: string | undefined): Promise<void> {
  stopSignal = signal
  ending.abort()
  await starting.catch(() => {})
  if (!(await closeAll())) throw new Error('Not everything could be closed.')
}

/** Who types Ctrl-C waits; who sends SIGTERM has proxies that must notice. */
function drainMs(config: Config): number {
  return stopSignal === 'SIGTERM' && !IN_DEVELOPMENT ? config.drainSeconds * 1000 : 0
}

function obeySignals(): void {
  if (!cluster.worker) {
    stopOnSignals(stop)
    return
  }
  // A hang-up asks the primary for a rolling restart; it then sends each worker SIGTERM.
  const stopNow = stopOnSignals(stop, { ignored: ['SIGHUP'] })
  // When the primary is gone nothing reaches us any more. Without this, Node would end us in the middle of requests.
  cluster.worker.exitedAfterDisconnect = true
  process.once('disconnect', stopNow)
}

function configFromEnvironment(): Config {
  requireNoArguments(process.argv.slice(2).filter((given) => given !== '--dev'))
  return readSettings(addEnvFile(process.env), process.stdout.isTTY === true)
}

async function openDatabase(config: Config): Promise<Connection> {
  if (config.databaseUrl) {
    await requireDatabase(config.databaseUrl)
    return config.databaseUrl
  }
  const embedded = await openEmbeddedDatabase({ dataDir: config.dataDir, log: say })
  toClose.push(() => embedded.close())
  return embedded.connection
}

function say(message: string): void {
  console.log(message)
}

function printWelcome(config: Config, address: string, tookMs: number): void {
  // Port 0 is any that is free.
  const site = config.siteUrl.endsWith(':0') ? address : config.siteUrl
  const lines = ['', `  Openstall is open (after ${(tookMs / 1000).toFixed(1)} s)`, '', `    Shop   ${site}/`]
  if (!config.databaseUrl) {
    lines.push('', '  Demo accounts:')
    for (const { role, email, password } of demoAccounts)
      lines.push(`    ${role.padEnd(6)} ${email}   password: ${password}`)
  }
  if (!config.smtpUrl)
    lines.push('', config.databaseUrl ? '  Mails are not sent: set SMTP_URL.' : `    Mails  ${site}/outbox`)
  say([...lines, ''].join('\n'))
}

goOnWithoutOutput()
const starting = start()
obeySignals()
try {
  await starting
} catch (error) {
  // Broken off: whoever asked for the end waits for it.
  if (error === ending.signal.reason) await new Promise(() => {})
  console.error(`Openstall cannot start: ${reasonOf(error)}`)
  await closeAll()
  process.exit(1)
}
