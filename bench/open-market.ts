import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection } from '../db/connect.ts'
import { freePort } from '../db/embedded/free-port.ts'
import { openEmbeddedDatabase } from '../db/embedded/open-embedded-database.ts'
import { DEMO_PASSWORD } from '../demo/accounts.ts'
import { type Config, readConfig } from '../server/platform/config/config.ts'
import { openSecrets } from '../server/platform/keys/secrets.ts'
import { environmentWithoutSettings } from '../tests/support/server-process.ts'
import type { Target } from './load.ts'
import { type Started, startNode } from './processes.ts'

const ROOT = join(import.meta.dirname, '..')

/** A running database with a marketplace of a known size, and the servers started on it. */
export interface OpenMarket {
  connection: Connection
  config: Config
  postmaster: number
  /** Starts a server with these settings. Default program: a single process. */
  startServer(settings: Record<string, string>, program?: string): Promise<Started & Target>
  /** Starts a program of `bench/limits`, with a free port as the last argument. */
  startLimit(program: string, args: string[]): Promise<Started & Target>
  freePort(): Promise<string>
  /** Returns an access token of a demo account. */
  signIn(server: Target, email: string): Promise<string>
  /** Stops every server, which closes its database connections. */
  stopServers(): Promise<void>
  /** Stops every server, then the database. */
  close(): Promise<void>
}

/** Opens the marketplace of that size in `dataDir`, creating it if needed. */
export async function openMarket(dataDir: string, size: { products: number; orders: number }): Promise<OpenMarket> {
  await ensureMarketplace(ROOT, dataDir, size)
  const { connection, close } = await openEmbeddedDatabase({ dataDir, log: () => {} })
  const environment = {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
    RATE_LIMITS: 'off',
    PAYMENTS: 'off',
    // As with `npm start`: with the cache on, Node does not load its TypeScript compiler.
    NODE_COMPILE_CACHE: join(ROOT, 'dist', '.code-cache'),
  }
  const config = readConfig(environment, false)
  const postmaster = Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)
  const running: Started[] = []

  async function start(program: string, args: string[], settings: Record<string, string>, health: string) {
    const port = settings.PORT ?? ''
    const origin = `http://127.0.0.1:${port}`
    const started = await startNode([join(ROOT, program), ...args], settings, `${origin}${health}`)
    running.push(started)
    return { ...started, origin, pid: started.child.pid ?? 0, postmaster }
  }

  async function stopServers(): Promise<void> {
    for (const { stop } of running.splice(0).reverse()) await stop()
  }

  const chosenPort = async () => String(await freePort())

  return {
    connection,
    config,
    postmaster,
    freePort: chosenPort,
    startServer: async (settings, program = 'server/main.ts') => {
      const PORT = await chosenPort()
      return start(program, [], { ...environment, PORT, ...settings }, '/readyz')
    },
    startLimit: async (program, args) => {
      const PORT = await chosenPort()
      return start(`bench/limits/${program}`, [...args, PORT], { PORT }, '/')
    },
    signIn: async ({ origin }, email) => {
      const { apiKey } = await openSecrets(config)
      const response = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { apikey: apiKey, 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: DEMO_PASSWORD }),
      })
      const { access_token } = (await response.json()) as { access_token?: string }
      if (!access_token) throw new Error(`signing in as ${email} returned ${response.status}`)
      return access_token
    },
    stopServers,
    close: async () => {
      await stopServers()
      await close()
    },
  }
}

/** Creates a marketplace of this size in `dataDir` unless one with the same size and schema exists. */
async function ensureMarketplace(
  root: string,
  dataDir: string,
  { products, orders }: { products: number; orders: number },
): Promise<void> {
  const wanted = JSON.stringify({ products, orders, schema: await schemaOf(root) })
  const marker = join(dataDir, 'bench-marketplace')
  const present = await readFile(marker, 'utf8').catch(() => undefined)
  if (present === wanted) return
  if (present !== undefined) console.log(`The marketplace in ${dataDir} has another size or schema: creating it again.`)
  await rm(dataDir, { recursive: true, force: true })
  const program = join(root, 'tools/demo.ts')
  const child = spawn(process.execPath, [program, '--products', String(products), '--orders', String(orders)], {
    // Not in a folder with an operator's .env, which may name a database in use.
    cwd: tmpdir(),
    env: { ...environmentWithoutSettings(), DATA_DIR: dataDir },
    stdio: 'inherit',
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('the marketplace could not be created')
  await writeFile(marker, wanted)
}

async function schemaOf(root: string): Promise<string> {
  const hash = createHash('sha256')
  for (const folder of ['schema', 'migrations'].map((name) => join(root, 'db', name)))
    for (const name of (await readdir(folder)).sort()) hash.update(name).update(await readFile(join(folder, name)))
  return hash.digest('hex').slice(0, 16)
}
