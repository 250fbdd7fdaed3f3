import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import S3rver from 's3rver'
import { SMTPServer } from 'smtp-server'
import { freePort } from '../../db/embedded/free-port.ts'
import { newSigningKey } from '../../server/platform/keys/signing-keys.ts'
import { startDatabase } from './database.ts'
import { startLoadBalancer } from './load-balancer.ts'

const MAIN = join(import.meta.dirname, '../../server/main.ts')
const START_TIMEOUT_MS = 180_000

interface StackServer {
  origin: string
  child: ChildProcess
  /** Restarts the server on the same port; returns the old process's exit code once the new one is ready. */
  restart(): Promise<number | null>
}

export interface Stack {
  /** The address of the load balancer. */
  origin: string
  servers: StackServer[]
  settings: Record<string, string>
  close(): Promise<void>
}

/**
 * Starts the production setup without containers: PostgreSQL over TCP, an S3 store, a mail catcher, two servers that share
 * only those, and a load balancer. All data is in `folder`.
 */
export async function openStack(options: {
  folder: string
  port?: number
  environment?: NodeJS.ProcessEnv
  onMail: (mail: string) => void
}): Promise<Stack> {
  const { folder, onMail } = options
  const toClose: (() => Promise<void>)[] = []
  const close = async () => {
    for (const end of toClose.splice(0).reverse()) await end()
  }
  try {
    const port = options.port ?? (await freePort())
    const database = await startDatabase(join(folder, 'postgres'), await freePort())
    toClose.push(() => database.close())
    const files = await startFileStore(join(folder, 'files'), await freePort())
    toClose.push(() => files.close())
    const mails = await startMailCatcher(await freePort(), onMail)
    toClose.push(() => mails.close())
    const settings = {
      SITE_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL: database.url,
      STORAGE_URL: files.url,
      SMTP_URL: mails.url,
      API_KEY_SECRET: randomBytes(32).toString('base64url'),
      AUTH_SIGNING_KEY: JSON.stringify(await newSigningKey()),
      TRUSTED_PROXIES: '127.0.0.1',
    }
    const ports = [await freePort(), await freePort()]
    const servers = await Promise.all(
      ports.map(async (serverPort, index) => {
        const environment = { ...options.environment, ...settings, DATA_DIR: join(folder, `server-${index + 1}`) }
        const server = await startServer(serverPort, environment)
        toClose.push(() => end(server.child).then(() => {}))
        return server
      }),
    )
    const proxy = await startLoadBalancer(port, ports)
    toClose.push(() => proxy.close())
    return { origin: settings.SITE_URL, servers, settings, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function startServer(port: number, environment: NodeJS.ProcessEnv): Promise<StackServer> {
  await mkdir(String(environment.DATA_DIR), { recursive: true })
  const origin = `http://127.0.0.1:${port}`
  const start = async () => {
    const child = spawn(process.execPath, [MAIN], {
      // Not in a folder with an operator's .env, which may name the replicas of a database in use.
      cwd: String(environment.DATA_DIR),
      env: { NODE_ENV: 'production', LOG_LEVEL: 'error', ...environment, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'inherit'],
      // Ctrl-C must reach only the stack, which stops its parts in order.
      detached: true,
    })
    await untilReady(origin, child)
    return child
  }
  const server: StackServer = {
    origin,
    child: await start(),
    async restart() {
      const code = await end(server.child)
      server.child = await start()
      return code
    },
  }
  return server
}

async function untilReady(origin: string, child: ChildProcess): Promise<void> {
  for (const until = performance.now() + START_TIMEOUT_MS; ; await sleep(50)) {
    if (child.exitCode !== null) throw new Error(`a server ended with ${child.exitCode} at its start`)
    const ready = await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready) return
    if (performance.now() < until) continue
    child.kill('SIGKILL')
    throw new Error('a server did not become ready')
  }
}

async function end(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return child.exitCode
}

interface Service {
  url: string
  close(): Promise<void>
}

/** Starts an S3 service that stores its files in `folder`. */
async function startFileStore(folder: string, port: number): Promise<Service> {
  const buckets = [{ name: 'openstall', configs: [] }]
  const s3 = new S3rver({ port, address: '127.0.0.1', silent: true, directory: folder, configureBuckets: buckets })
  await s3.run()
  return { url: `s3://S3RVER:S3RVER@127.0.0.1:${port}/openstall?tls=off`, close: () => s3.close() }
}

/** Starts an SMTP server that passes emails to `onMail` instead of delivering them. */
async function startMailCatcher(port: number, onMail: (mail: string) => void): Promise<Service> {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    async onData(stream, _session, done) {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      onMail(Buffer.concat(chunks).toString())
      done()
    },
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { url: `smtp://127.0.0.1:${port}`, close: () => new Promise((resolve) => server.close(() => resolve())) }
}
