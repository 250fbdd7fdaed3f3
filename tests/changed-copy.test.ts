import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { connectDatabase } from '../db/connect.ts'
import { freePort } from '../db/embedded/free-port.ts'
import { checkRows } from '../server/operate/check/check-invariants.ts'
import { checkout } from './support/api.ts'
import { connectionUrl } from './support/connection-url.ts'
import { startMailServer } from './support/mail-server.ts'
import { drawPng, wellFilled } from './support/product-form.ts'
import { buildProduct } from './support/products.ts'
import { startProcess, untilPrinted } from './support/server-process.ts'
import { createTestDatabase } from './support/test-database.ts'

/** A client of a running server: `send` throws unless the response has this status. */
async function createClient(origin: string) {
  const home = await (await fetch(origin)).text()
  const apikey = /"apiKey":"([^"]+)"/.exec(home)?.[1] ?? ''
  async function send(status: number, path: string, body?: unknown, token?: string): Promise<string> {
    const isForm = body instanceof FormData
    const response = await fetch(`${origin}${path}`, {
      ...(body !== undefined && { method: 'POST', body: isForm ? body : JSON.stringify(body) }),
      headers: {
        apikey,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
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

// A copy of the product, changed as the guide for operators allows, and without the sandbox provider: its folder and its line
// in server/app.ts.

const ROOT = join(import.meta.dirname, '..')
const COPIED = ['cli', 'db', 'demo', 'server', 'shared', 'tools', 'web']
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts']
const NAME = 'Harbour & Kiln'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openstall-changed-copy-'))
  const filter = (path: string) => !/\.test\.tsx?$|\/pictures\/PRD/.test(path)
  for (const name of [...COPIED, ...FILES]) await cp(join(ROOT, name), join(folder, name), { recursive: true, filter })
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  await replace('shared/app/name.ts', "'Openstall'", `'${NAME}'`)
  await replace('shared/catalog/categories.ts', "audio: 'Audio'", "'ceramics-glass': 'Ceramics & Glass'")
  await replace('server/app.ts', /^.*\/sandbox\/.*\n/m, '')
  await promisify(execFile)(process.execPath, [join(folder, 'tools/build.ts')], { cwd: folder })
}, 300_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

async function replace(file: string, from: string | RegExp, to: string): Promise<void> {
  const text = await readFile(join(folder, file), 'utf8')
  const changed = text.replace(from, to)
  expect(changed).not.toBe(text)
  await writeFile(join(folder, file), changed)
}

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

test('an operator changes the name and the categories: a purchase works and shows them, even of a product in a removed category', async () => {
  const mails = await startMailServer()
  onTestFinished(() => mails.close())
  const { db, send, signUp } = await start({ PAYMENTS: 'off', SMTP_URL: mails.url })
  const former = await buildProduct({ db }, { product_name: 'Old Radio', product_category: ['Audio'] })
  const seller = await signUp('seller@shop.test', 'seller')
  const form = new FormData()
  form.set('product', JSON.stringify({ ...wellFilled, product_category: ['Ceramics & Glass'] }))
  form.set('featured', new Blob([Uint8Array.from(await drawPng('#c84'))], { type: 'image/png' }), 'featured.png')
  const { product_id } = JSON.parse(await send(201, '/api/seller/products', form, seller))
  const refused = new FormData()
  refused.set('product', JSON.stringify({ ...wellFilled, product_category: ['Audio'] }))
  await send(400, '/api/seller/products', refused, seller)

  const shown = NAME.replace('&', '&amp;')
  for (const path of [
    '/',
    '/category/ceramics%20%26%20glass',
    `/product/${product_id}`,
    `/product/${former.product_id}`,
  ])
    expect(/<title>([^<]*)/.exec(await send(200, path))?.[1]).toContain(shown)
  expect(await send(200, '/category/ceramics%20%26%20glass')).toContain(wellFilled.product_name)
  expect(await send(404, '/nothing-here')).toContain(shown)
  for (const path of ['/manifest.webmanifest', '/docs/json']) {
    const text = await send(200, path)
    expect(text).toContain(NAME)
    expect(text).not.toContain('Openstall')
  }

  const buyer = await signUp('buyer@shop.test', 'buyer')
  for (const id of [product_id, former.product_id])
    await send(200, '/api/cart/items', { product_id: id, quantity: 1 }, buyer)
  const { order_id } = JSON.parse(await send(201, '/api/orders', checkout, buyer))
  const mail = await mails.mailTo('buyer@shop.test')
  expect(mail.subject).toContain(order_id)
  expect(mail.text).toContain(NAME)
  expect(JSON.stringify(mail)).not.toContain('Openstall')
  const { findings, remarks } = await checkRows(db)
  expect(findings).toEqual([])
  // By the category list of this process, which is unchanged.
  expect(remarks.map(({ examples }) => examples)).toEqual([[`${product_id} is in ceramics-glass, which is none`]])
}, 300_000)

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
}, 300_000)
