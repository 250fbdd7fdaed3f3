import { existsSync } from 'node:fs'
import { join } from 'node:path'
import closeWithGrace from 'close-with-grace'
import { type Connection, connectDatabase } from '../db/connect.ts'
import { demoAccounts } from '../db/demo/accounts.ts'
import { isSeeded } from '../db/demo/is-seeded.ts'
import { openEmbeddedDatabase } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import type { Db } from '../db/tables.ts'
import { buildApp } from './app.ts'
import { identiconPath } from './auth/identicon.ts'
import { systemClock } from './platform/clock.ts'
import { type Config, readConfig } from './platform/config.ts'
import { openSecrets, type Secrets } from './platform/secrets.ts'
import { openRenderer } from './ssr/open-renderer.ts'
import { openBlobs } from './storage/open-blobs.ts'

const SHUTDOWN_MS = 10_000

/** Things to close at the end, newest first. */
const toClose: (() => Promise<void>)[] = []

async function closeAll(): Promise<void> {
  for (const close of toClose.splice(0).reverse()) await close()
}

async function start(): Promise<void> {
  const beganAt = performance.now()
  const config = configFromEnvironment()
  const secrets = await openSecrets(config)
  const connection = await openDatabase(config)
  await migrate(connection, say)
  const db = connectDatabase(connection, {
    max: config.databasePoolSize,
    onIdleError: (error) => say(`database: lost a connection (${error.message})`),
  })
  toClose.push(() => db.destroy())
  if (!config.databaseUrl) await seed(db, config, secrets)

  const readiness = { accepting: true }
  const { renderer, install, close } = await openRenderer({ dev: process.argv.includes('--dev') })
  toClose.push(close)
  const app = await buildApp({ config, db, connection, clock: systemClock, secrets, renderer, readiness, install })
  toClose.push(() => app.close())
  closeWithGrace({ delay: SHUTDOWN_MS, onSecondSignal: () => {}, logger: false }, async ({ err }) => {
    if (err) console.error(err)
    readiness.accepting = false
    await closeAll()
  })
  await app.listen({ port: config.port, host: config.host })
  printWelcome(config, performance.now() - beganAt)
}

function configFromEnvironment(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return readConfig(process.env, process.stdout.isTTY === true)
}

async function openDatabase(config: Config): Promise<Connection> {
  if (config.databaseUrl) return config.databaseUrl
  const embedded = await openEmbeddedDatabase({ dataDir: config.dataDir, log: say })
  toClose.push(() => embedded.close())
  return embedded.connection
}

async function seed(db: Db, config: Config, secrets: Secrets): Promise<void> {
  if (await isSeeded(db)) return
  // Only now: what draws the pictures would stay in the memory of every server.
  const { seedDemoMarket } = await import('../db/demo/seed.ts')
  const { blobs } = openBlobs(config)
  toClose.push(async () => blobs.close())
  await seedDemoMarket(db, {
    ...(config.s3 && { movePicture: (blob, file) => blobs.put(blob, file) }),
    picturesDir: join(config.dataDir, 'files'),
    now: systemClock(),
    avatarUrl: (email) => identiconPath(secrets, email),
    log: say,
  })
}

function say(message: string): void {
  console.log(message)
}

function printWelcome(config: Config, tookMs: number): void {
  const lines = ['', `  Openstall is open (after ${(tookMs / 1000).toFixed(1)} s)`, '', `    Shop   ${config.siteUrl}/`]
  if (!config.databaseUrl) {
    lines.push('', '  Demo accounts:')
    for (const { role, email, password } of demoAccounts)
      lines.push(`    ${role.padEnd(6)} ${email}   password: ${password}`)
  }
  if (!config.smtpUrl)
    lines.push('', config.databaseUrl ? '  Mails are not sent: set SMTP_URL.' : `    Mails  ${config.siteUrl}/outbox`)
  say([...lines, ''].join('\n'))
}

try {
  await start()
} catch (error) {
  console.error(explain(error))
  await closeAll()
  process.exit(1)
}

/** What stopped the start, in words for the person who typed the command. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'EADDRINUSE')
    return `Openstall cannot start: ${error.message}. Set PORT to a free port.`
  return `Openstall cannot start: ${error.message}`
}
