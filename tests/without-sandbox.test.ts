import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { connectDatabase } from '../db/connect.ts'
import { freePort } from '../db/embedded/free-port.ts'
import { checkout } from './support/api.ts'
import { connectionUrl } from './support/connection-url.ts'
import { openFolder } from './support/open-folder.ts'
import { buildProduct } from './support/products.ts'
import { startProcess, untilPrinted } from './support/server-process.ts'
import { createTestDatabase } from './support/test-database.ts'

/** A client of a running server: `send` throws unless the response has this status. */
async function createClient(origin: string) {
  const home = await (await fetch(origin)).text()
  const apikey = /"apiKey":"([^"]+)"/.exec(home)?.[1] ?? ''
  async function send(status: number, path: string, body?: unknown, token?: string): Promise<string> {
    const response = await fetch(`${origin}${path}`, {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        apikey,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
    })
    const text = await response.text()
    expect([path, response.status, response.status === status ? '' : text]).toEqual([path, status, ''])
    return text
  }
  async function signUp(email: string, role: string): Promise<string> {
    const session = await send(200, '/auth/v1/signup', { email, password: 'a long enough phrase', data: { role } })
    return JSON.parse(session).access_token
  }
  return { send, signUp }
}

// A copy of the product without the sandbox provider: its folder and its line in server/app.ts.

const ROOT = join(import.meta.dirname, '..')
const COPIED = ['cli', 'db', 'demo', 'server', 'shared', 'tools', 'web']
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts']

const folder = await openFolder()
const filter = (path: string) => !/\.test\.tsx?$|\/pictures\/PRD/.test(path)
for (const name of [...COPIED, ...FILES]) await cp(join(ROOT, name), join(folder, name), { recursive: true, filter })
await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
const app = join(folder, 'server/app.ts')
const text = await readFile(app, 'utf8')
const changed = text.replace(/^.*\/sandbox\/.*\n/m, '')
expect(changed).not.toBe(text)
await writeFile(app, changed)
const env = { ...process.env, BUILD_COMPRESSED: 'off' }
await promisify(execFile)(process.execPath, [join(folder, 'tools/build.ts')], { cwd: folder, env })

/** Starts the server of the copy on a database of its own. */
async function start(settings: Record<string, string>) {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const db = connectDatabase(database.connection, { max: 2 })
  onTestFinished(() => db.destroy())
  const port = await freePort()
  const server = startProcess(join(folder, 'server/main.ts'), {
    PORT: String(port),
    DATA_DIR: join(folder, `data-${port}`),
    DATABASE_URL: connectionUrl(database.connection),
    ...settings,
  })
  onTestFinished(() => void server.child.kill('SIGKILL'))
  await untilPrinted(server, /is ready/)
  return { db, ...(await createClient(`http://127.0.0.1:${port}`)) }
}

/** A provider that accepts every payment and sends no events. */
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

/** Redirects requests for Stripe to another port of this machine. */
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
  const key = 'sk_live_0123456789abcdef'
  const provider = await startProvider()
  const { db, send, signUp } = await start({
    PAYMENTS: 'stripe',
    SITE_URL: 'https://market.example',
    STRIPE_SECRET_KEY: key,
    STRIPE_PUBLISHABLE_KEY: 'pk_live_0123456789abcdef',
    STRIPE_WEBHOOK_SECRETS: 'whsec_0123456789abcdef',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(leadTo(provider.port))}`,
  })
  const { product_id } = await buildProduct({ db }, { product_price: 20 })
  const buyer = await signUp('buyer@shop.test', 'buyer')
  await send(200, '/api/cart/items', { product_id, quantity: 2 }, buyer)
  await send(201, '/api/orders', { ...checkout, payment_token: 'ctoken_1' }, buyer)
  expect(provider.taken).toMatchObject([{ key: `Bearer ${key}`, amount: '4000', confirmation_token: 'ctoken_1' }])
  const payments = db.selectFrom('payments').select(['payment_state', 'captured', 'sandbox', 'provider_ref'])
  expect(await payments.execute()).toEqual([
    { payment_state: 'paid', captured: '40.00', sandbox: false, provider_ref: 'pi_1' },
  ])
})
