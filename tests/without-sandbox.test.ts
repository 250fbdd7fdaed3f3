import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { connectDatabase } from '../db/connect.ts'
import { freePort } from '../db/embedded/free-port.ts'
import { checkout } from './support/api.ts'
import { connectionUrl } from './support/connection-url.ts'
import { buildProduct } from './support/products.ts'
import { createClient } from './support/running-client.ts'
import { type ServerProcess, startProcess, untilPrinted } from './support/server-process.ts'
import { createTestDatabase, type TestDatabase } from './support/test-database.ts'

const ROOT = join(import.meta.dirname, '..')
const run = promisify(execFile)

const STRIPE = {
  PAYMENTS: 'stripe',
  SITE_URL: 'https://market.example',
  STRIPE_SECRET_KEY: 'sk_live_0123456789abcdef',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_0123456789abcdef',
  STRIPE_WEBHOOK_SECRETS: 'whsec_0123456789abcdef',
}

/** Starts the server of a folder, with a script in front of it. */
async function start(folder: string, database: TestDatabase, script: string, settings: Record<string, string>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'openstall-without-sandbox-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const port = await freePort()
  const server: ServerProcess = startProcess(join(folder, 'server/main.ts'), {
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: connectionUrl(database.connection),
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}`,
    ...settings,
  })
  onTestFinished(() => void server.child.kill('SIGKILL'))
  await untilPrinted(server, /is ready/)
  return { server, origin: `http://127.0.0.1:${port}` }
}

async function openDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  return database
}

test.each([
  ['off', { PAYMENTS: 'off' }, false],
  ['stripe', STRIPE, false],
  ['sandbox', { PAYMENTS: 'sandbox' }, true],
])('with PAYMENTS=%s the server loads a file of the sandbox only where it is played', async (_, settings, isLoaded) => {
  const script = `
    import { registerHooks } from 'node:module'
    const load = (url, context, next) => {
      if (url.includes('/sandbox/')) console.error('loads ' + url)
      return next(url, context)
    }
    registerHooks({ load })`
  const { server } = await start(ROOT, await openDatabase(), script, settings)
  expect(server.output().includes(`loads file://${ROOT}/sandbox/`)).toBe(isLoaded)
})

/** Copies the product, without its tests, and takes the sandbox away: its folder and its line. */
async function copyWithoutSandbox(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'openstall-without-sandbox-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const left = new Set(['sandbox', 'tests', 'chaos', 'bench', 'docs', 'deploy', 'dist', 'node_modules'])
  const filter = (path: string) => !/\.test\.tsx?$|\/pictures\/PRD/.test(path)
  for (const name of await readdir(ROOT)) {
    if (left.has(name) || name.startsWith('.')) continue
    await cp(join(ROOT, name), join(folder, name), { recursive: true, filter })
  }
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const app = join(folder, 'server/app.ts')
  const lines = (await readFile(app, 'utf8')).split('\n')
  const others = lines.filter((line) => !line.includes('/sandbox/'))
  expect(lines.length - others.length).toBe(1)
  await writeFile(app, others.join('\n'))
  const include = ['shared', 'db', 'demo', 'server', 'web', 'cli']
  await writeFile(join(folder, 'tsconfig.product.json'), JSON.stringify({ extends: './tsconfig.json', include }))
  return folder
}

/** A provider that takes every payment, and has nothing else to say. */
async function startProvider() {
  const taken: Record<string, string>[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const form = Object.fromEntries(new URLSearchParams(body))
    const isPayment = request.method === 'POST' && request.url === '/v1/payment_intents'
    if (isPayment) taken.push({ ...form, key: request.headers.authorization ?? '' })
    const metadata = Object.fromEntries(
      Object.entries(form).flatMap(([name, value]) => {
        const [, field] = /^metadata\[(\w+)\]$/.exec(name) ?? []
        return field ? [[field, value]] : []
      }),
    )
    const intent = { id: 'pi_1', object: 'payment_intent', status: 'succeeded', amount_received: Number(form.amount) }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(isPayment ? { ...intent, metadata } : { object: 'list', data: [], has_more: false }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { taken, port: (server.address() as AddressInfo).port }
}

/** Leads what is sent to Stripe to another port of this machine. */
const leadTo = (port: number) => `
  import http from 'node:http'
  import https from 'node:https'
  import { syncBuiltinESMExports } from 'node:module'
  const { request } = https
  https.request = (options, ...rest) => {
    if (options.host !== 'api.stripe.com') return request(options, ...rest)
    const to = { ...options, host: '127.0.0.1', port: ${port}, protocol: 'http:', agent: new http.Agent() }
    const sent = http.request(to, ...rest)
    return sent.on('socket', (socket) => socket.once('connect', () => socket.emit('secureConnect')))
  }
  syncBuiltinESMExports()`

test('without the folder sandbox and its line in server/app.ts the product builds and takes payments with Stripe', async () => {
  const folder = await copyWithoutSandbox()
  const cwd = { cwd: folder }
  await run(
    process.execPath,
    [join(ROOT, 'node_modules/typescript/bin/tsc'), '--noEmit', '-p', 'tsconfig.product.json'],
    cwd,
  )
  await run(process.execPath, [join(folder, 'tools/build.ts')], cwd)
  const database = await openDatabase()
  const db = connectDatabase(database.connection, { max: 2 })
  onTestFinished(() => db.destroy())
  const provider = await startProvider()
  const { origin } = await start(folder, database, leadTo(provider.port), STRIPE)

  const { product_id } = await buildProduct({ db }, { product_price: 20 })
  const { send, signUp } = await createClient(origin)
  const buyer = await signUp('buyer@shop.test', 'buyer')
  await send(200, '/api/cart/items', { product_id, quantity: 2 }, buyer)
  await send(201, '/api/orders', { ...checkout, payment_token: 'ctoken_1' }, buyer)
  expect(provider.taken).toMatchObject([
    { key: `Bearer ${STRIPE.STRIPE_SECRET_KEY}`, amount: '4000', confirmation_token: 'ctoken_1' },
  ])
  const payments = db.selectFrom('payments').select(['payment_state', 'captured', 'sandbox', 'provider_ref'])
  expect(await payments.execute()).toEqual([
    { payment_state: 'paid', captured: '40.00', sandbox: false, provider_ref: 'pi_1' },
  ])
}, 300_000)
