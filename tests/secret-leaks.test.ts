import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { connectDatabase } from '../db/connect.ts'
import { freePort } from '../db/embedded/free-port.ts'
import { openEmbeddedDatabase } from '../db/embedded/open-embedded-database.ts'
import { migrate } from '../db/migrate.ts'
import { readConfig } from '../server/platform/config/config.ts'
import { openSecrets } from '../server/platform/keys/secrets.ts'
import { checkout } from './support/api.ts'
import { openAuthenticator } from './support/authenticator.ts'
import { startGithubLike } from './support/github-like.ts'
import { HttpBrowser } from './support/http-browser.ts'
import { startMailServer } from './support/mail-server.ts'
import { openFolder } from './support/open-folder.ts'
import { runAsOperator } from './support/operator.ts'
import { buildProduct } from './support/products.ts'
import { createSecretTracker } from './support/secret-tracker.ts'
import { startProcess, untilPrinted } from './support/server-process.ts'
import { serviceKey } from './support/storage.ts'

// One run through everything that takes or creates secrets, on a server as an operator runs it, with the most detailed log.
// Afterwards its log, its metrics and every byte that it wrote are searched for each secret.

const secrets = createSecretTracker()
const card = {
  cardNumber: secrets.createDigits('card number', 16),
  cardName: secrets.create('name on the card'),
  expiryDate: secrets.create('expiry date'),
  cvv: secrets.create('card code'),
  accountNumber: secrets.createDigits('account number', 12),
  paypalEmail: `${secrets.create('PayPal address')}@example.com`,
}
/** Codes of six digits, too short to be searched for in bytes; in the log they would be separate words. */
const shortCodes: string[] = []
const opened = new Set<string>()
const EMAIL = 'whole-journey@example.com'
const CITY = 'Unmistakable Harbour'

const dataDir = join(await openFolder(), 'data')
let password = secrets.create('first password')
/** Headers of the buyer's requests. */
let buyer: Record<string, string>

const embedded = await openEmbeddedDatabase({ dataDir, log: () => {} })
await migrate(embedded.connection, () => {})
const db = connectDatabase(embedded.connection, { max: 1 })
let leaveDatabase = async () => {
  await db.destroy()
  await embedded.close()
}
const { product_id: productId } = await buildProduct({ db })
const port = await freePort()
const site = `http://127.0.0.1:${port}`
const client = { clientId: 'market', clientSecret: secrets.create('secret of the provider') }
const mails = await startMailServer()
const github = await startGithubLike({ ...client, redirectUri: `${site}/auth/v1/callback` })
const { clientId: client_id, clientSecret: client_secret } = client
const provider = { type: 'github', base_url: github.baseUrl, api_url: github.apiUrl, client_id, client_secret }
const settings = {
  PORT: String(port),
  METRICS_PORT: String(await freePort()),
  SITE_URL: site,
  DATA_DIR: dataDir,
  SMTP_URL: mails.url,
  LOG_LEVEL: 'debug',
  RATE_LIMITS: 'on',
  DRAIN_SECONDS: '0',
  AUTH_CODE_LENGTH: '10',
  AUTH_MESSAGE_GAP_SECONDS: '0',
  AUTH_PROVIDERS: JSON.stringify([provider]),
  API_KEY_SECRET: secrets.create('secret of the API keys'),
}
const keys = { apikey: secrets.track('public key', (await openSecrets(readConfig(settings, false))).apiKey) }
const server = startProcess('server/main.ts', settings)
await untilPrinted(server, /is ready/)
afterAll(async () => {
  await server.end('SIGTERM')
  await leaveDatabase()
  await Promise.all([mails.close(), github.close()])
})

interface RequestParts {
  body?: unknown
  headers?: Record<string, string>
}

/** Sends a request as a client does; `expected` is the status without which this step proves nothing. */
async function send(expected: number, method: string, path: string, { body, headers }: RequestParts = {}) {
  const isJson = body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array)
  const response = await fetch(new URL(path, site), {
    method,
    redirect: 'manual',
    headers: { ...keys, ...(isJson && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as BodyInit) }),
  })
  const said = await response.text()
  expect([method, path, response.status, response.status === expected ? '' : said]).toEqual([
    method,
    path,
    expected,
    '',
  ])
  const json = response.headers.get('content-type')?.includes('json') ? JSON.parse(said) : {}
  return { body: json, location: response.headers.get('location') ?? '' }
}

const post = (expected: number, path: string, body: unknown, headers?: Record<string, string>) =>
  send(expected, 'POST', path, { body, ...(headers && { headers }) })

function keepSession(session: { access_token: string; refresh_token: string }): Record<string, string> {
  secrets.track('refresh token', session.refresh_token)
  return { authorization: `Bearer ${secrets.track('access token', session.access_token)}` }
}

async function signIn(email: string, secret: string): Promise<Record<string, string>> {
  const { body } = await post(200, '/auth/v1/token?grant_type=password', { email, password: secret })
  return keepSession(body)
}

async function passwordsAndTokens(): Promise<void> {
  await post(200, '/auth/v1/signup', { email: EMAIL, password, data: { ...card, deep: [card] }, ...card })
  await post(422, '/auth/v1/signup', { email: EMAIL, password: secrets.create('password of a taken address') })
  await post(422, '/auth/v1/signup', {
    email: `two-${EMAIL}`,
    password: `${secrets.create('long password')}`.repeat(9),
  })
  const wrong = { email: EMAIL, password: secrets.create('wrong password') }
  await post(400, '/auth/v1/token?grant_type=password', wrong)
  await post(400, `/auth/v1/token?grant_type=${secrets.create('password as grant')}`, wrong)
  const { body } = await post(200, '/auth/v1/token?grant_type=password', { email: EMAIL, password })
  keepSession(body)
  const { refresh_token } = body
  buyer = keepSession((await post(200, '/auth/v1/token?grant_type=refresh_token', { refresh_token })).body)
  await post(400, '/auth/v1/token?grant_type=refresh_token', { refresh_token: secrets.create('made-up refresh token') })
  await send(200, 'GET', '/auth/v1/user', { headers: buyer })
  const forged = `${buyer.authorization?.split('.').slice(0, 2).join('.')}.${secrets.create('signature')}`
  await send(403, 'GET', '/auth/v1/user', { headers: { authorization: forged } })
  const keyed = (expected: number, query: string, apikey: string) =>
    send(expected, 'GET', `/auth/v1/user${query}`, { headers: { ...buyer, apikey } })
  await keyed(401, `?apikey=${secrets.create('key in the query')}`, '')
  await keyed(401, '', secrets.create('key in a header'))
  await send(401, 'GET', '/api/orders', { headers: { authorization: `Basic ${secrets.create('basic password')}` } })
}

/** Waits for a mail with an unopened link; tracks its code and its link. */
async function openMail(to: string): Promise<{ link: URL; code: string }> {
  const find = () => mails.received.find((mail) => mail.to === to && mail.link && !opened.has(mail.messageId))
  await expect.poll(find, { interval: 10 }).toBeDefined()
  const { messageId = '', link = '', code } = find() ?? {}
  opened.add(messageId)
  const url = new URL(link)
  secrets.track('token of a link', url.searchParams.get('token'))
  return { link: url, code: secrets.track('mailed code', code) }
}

/** Opens a mailed link and presses the button of its page. */
async function follow(link: URL): Promise<{ location: string }> {
  await send(200, 'GET', link.href)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return send(303, 'POST', link.pathname, { body: link.searchParams.toString(), headers })
}

async function mailsAndChanges(): Promise<void> {
  await post(200, '/auth/v1/recover', { email: EMAIL })
  const { link } = await openMail(EMAIL)
  await post(403, '/auth/v1/verify', { type: 'recovery', email: EMAIL, token: secrets.createDigits('wrong code', 10) })
  const { location } = await follow(link)
  const fragment = Object.fromEntries(new URLSearchParams(new URL(location).hash.slice(1)))
  buyer = keepSession(fragment as { access_token: string; refresh_token: string })
  await send(410, 'GET', link.href)
  await post(200, '/auth/v1/otp', { email: EMAIL })
  const { code } = await openMail(EMAIL)
  buyer = keepSession((await post(200, '/auth/v1/verify', { type: 'email', email: EMAIL, token: code })).body)
  password = secrets.create('second password')
  await send(200, 'PUT', '/auth/v1/user', { headers: buyer, body: { password, data: { note: 'x', ...card } } })
  await send(200, 'PUT', '/auth/v1/user', { headers: buyer, body: { email: `new-${EMAIL}` } })
  const [asOwner, asNew] = [await openMail(EMAIL), await openMail(`new-${EMAIL}`)]
  await follow(asOwner.link)
  // Where addresses need no confirmation, one of the two links changes the address.
  await send(410, 'GET', asNew.link.href)
}

async function secondFactor(): Promise<void> {
  const asBuyer = { headers: buyer }
  const { body: factor } = await send(200, 'POST', '/auth/v1/factors', { ...asBuyer, body: { factor_type: 'totp' } })
  secrets.track('secret of the authenticator', factor.totp.secret)
  const verify = async (expected: number, code: string) => {
    shortCodes.push(code)
    const { body } = await post(200, `/auth/v1/factors/${factor.id}/challenge`, {}, buyer)
    return post(expected, `/auth/v1/factors/${factor.id}/verify`, { challenge_id: body.id, code }, buyer)
  }
  const code = openAuthenticator(factor.totp.uri).codeAt(new Date())
  await verify(422, code === '918273' ? '918274' : '918273')
  buyer = keepSession((await verify(200, code)).body)
}

async function outsideProvider(): Promise<void> {
  const email = 'octo@example.com'
  github.signIn({
    id: 7,
    login: 'octo',
    name: 'Octo',
    emails: [{ email, primary: true, verified: true, visibility: null }],
  })
  const browser = new HttpBrowser()
  const end = { login: '', until: [`${site}/?`, `${site}/#`] }
  const back = await browser.follow(`${site}/auth/v1/authorize?provider=github`, end)
  const members = new URLSearchParams(back.hash.slice(1))
  for (const name of ['access_token', 'refresh_token', 'provider_token']) secrets.track(name, members.get(name))
  const callback = new URL(browser.visited.at(-1) ?? '')
  for (const name of ['state', 'code']) secrets.track(`${name} of the provider`, callback.searchParams.get(name))
  await send(302, 'GET', callback.href)
  await send(
    302,
    'GET',
    `/auth/v1/callback?state=${secrets.create('made-up state')}&code=${secrets.create('made-up code')}`,
  )
}

/** Sends card data wherever a faulty or malicious client could put the payment form's contents. */
async function cardEverywhere(): Promise<void> {
  const number = card.cardNumber
  const query = new URLSearchParams(card)
  const headers = { ...buyer, 'x-card-number': number, cookie: `card=${number}`, referer: `${site}/checkout?${query}` }
  const order = {
    ...checkout,
    ...card,
    payment: card,
    shipping_address: { ...checkout.shipping_address, city: CITY, ...card },
  }
  const place = (expected: number, body: unknown) => post(expected, `/api/orders?${query}`, body, headers)
  await post(200, `/api/cart/items?${query}`, { product_id: productId, ...card }, headers)
  await place(201, order)
  await place(400, { ...order, payment_method: number })
  await place(400, { ...order, shipping_address: number })
  await place(413, { ...order, filler: 'x'.repeat(300_000) })
  const asJson = { ...headers, 'content-type': 'application/json' }
  await send(400, 'POST', '/api/orders', { body: `{"cardNumber": "${number}", oops`, headers: asJson })
  await send(415, 'POST', '/api/orders', {
    body: query.toString(),
    headers: { ...headers, 'content-type': 'text/card' },
  })
  await post(400, '/api/cart/items', { product_id: number, quantity: number }, headers)
  await post(400, '/api/cart/merge', { merge_id: number, cart: { [number]: 1 } }, headers)
  for (const path of ['api/orders', 'api/products', 'products', 'no', 'storage/v1/object/public/products'])
    expect((await fetch(`${site}/${path}/${number}?${query}`, { headers })).status).toBeGreaterThanOrEqual(400)
  expect((await fetch(`${site}/api/products/%ff${number}`)).status).toBe(400)
  await send(200, 'GET', `/api/search?search=${number}&${query}`)
  await send(200, 'GET', `/?${query}`)
  await post(200, '/api/cart/items', { product_id: productId }, buyer)
  await post(400, `/rest/v1/orders?${query}`, order, headers)
  await post(201, '/rest/v1/orders', order, headers)
  for (const raw of [`GET /?c=${number} HTTP/9.9\r\n\r\n`, `GET / HTTP/1.1\r\nx: ${number.repeat(2_000)}\r\n\r\n`]) {
    const socket = connect(Number(settings.PORT), '127.0.0.1').end(raw)
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 4/)
  }
}

async function signedAddresses(): Promise<void> {
  const { apiKeySecret } = await openSecrets(readConfig(settings, false))
  const key = secrets.track('service key', await serviceKey({ deps: { secrets: { apiKeySecret } } as never }))
  const service = { authorization: `Bearer ${key}` }
  await post(200, '/storage/v1/bucket', { id: 'papers', name: 'papers', public: false }, service)
  const signed = await post(200, '/storage/v1/object/upload/sign/papers/a.txt', {}, service)
  const upload = secrets.track('token of an upload', signed.body.token)
  const metadata = Buffer.from(JSON.stringify({ note: 'x', ...card })).toString('base64')
  const asText = { 'content-type': 'text/plain', 'x-metadata': metadata }
  const to = (token: string) => `/storage/v1/object/upload/sign/papers/a.txt?token=${token}`
  await send(200, 'PUT', to(upload), { body: 'hello', headers: asText })
  await send(400, 'PUT', to(secrets.create('made-up upload token')), { body: 'hello', headers: asText })
  const { body } = await post(200, '/storage/v1/object/sign/papers/a.txt', { expiresIn: 60 }, service)
  secrets.track('token of a download', new URL(body.signedURL, site).searchParams.get('token'))
  await send(200, 'GET', `/storage/v1${body.signedURL}`)
  await send(400, 'GET', `/storage/v1/object/sign/papers/a.txt?token=${secrets.create('made-up download token')}`)
}

async function firstAdmin(): Promise<void> {
  const [, token] = /setup#(\S+)/.exec(server.output()) ?? []
  const admin = {
    email: 'first@example.com',
    display_name: 'First',
    password: secrets.create("first admin's password"),
  }
  await post(403, '/api/setup', { ...admin, token: secrets.create('wrong setup token') })
  await post(204, '/api/setup', { ...admin, token: secrets.track('setup token', token) })
}

async function operators(): Promise<string> {
  const [email, secret] = ['operator@example.com', secrets.create("admin's password")]
  const { output: said } = await runAsOperator(
    { connection: embedded.connection, config: { dataDir } },
    ['admin.ts', 'create', email],
    { piped: `${secret}\n`, environment: settings },
  )
  const headers = await signIn(email, secret)
  const [{ id }, order] = await Promise.all([
    db.selectFrom('users').select('id').where('email', '=', `new-${EMAIL}`).executeTakeFirstOrThrow(),
    db.selectFrom('orders').select('order_id').executeTakeFirstOrThrow(),
  ])
  const change = { headers, body: { order_state: 'confirmed', ...card } }
  await send(200, 'PATCH', `/api/admin/orders/${order.order_id}`, change)
  await send(200, 'PATCH', `/api/admin/products/${productId}`, { headers, body: { flash_sale: true, ...card } })
  await send(200, 'GET', `/api/admin/users?q=${card.cardNumber}`, { headers })
  await send(200, 'GET', `/api/admin/orders.csv?q=${card.cardNumber}`, { headers })
  await send(403, 'GET', '/api/admin/users', { headers: buyer })
  await post(200, `/api/admin/users/${id}/suspend`, {}, headers)
  await send(403, 'GET', '/auth/v1/user', { headers: buyer })
  await post(200, `/api/admin/users/${id}/reinstate`, {}, headers)
  return said
}

/** Provokes unexpected errors: the database refuses a row, and quotes all of it. */
async function unexpectedErrors(): Promise<void> {
  const credentials = { email: 'failing@example.com', password: secrets.create('password of the other buyer') }
  buyer = keepSession((await post(200, '/auth/v1/signup', credentials)).body)
  await post(200, '/api/cart/items', { product_id: productId }, buyer)
  const tables = ['users', 'checkouts', 'orders', 'sessions'] as const
  for (const table of tables)
    await sql`alter table ${sql.table(table)} add constraint broken check (false) not valid`.execute(db)
  const shipping_address = { ...checkout.shipping_address, address: secrets.create('address of an order') }
  await post(500, '/api/orders', { ...checkout, shipping_address, ...card }, buyer)
  await send(500, 'PUT', '/auth/v1/user', { headers: buyer, body: { password: secrets.create('password that fails') } })
  const someone = { email: `${secrets.create('address of an account')}@example.com`, password }
  await post(500, '/auth/v1/signup', someone)
  for (const table of tables) await sql`alter table ${sql.table(table)} drop constraint broken`.execute(db)
}

test('F7, D9: after a run through all features no secret is in the log or the metrics, and neither secrets nor card data are on disk', async () => {
  await passwordsAndTokens()
  await mailsAndChanges()
  await outsideProvider()
  await cardEverywhere()
  await secondFactor()
  await signedAddresses()
  await firstAdmin()
  const saidByCommand = await operators()
  await unexpectedErrors()
  const figures = await (await fetch(`http://127.0.0.1:${settings.METRICS_PORT}/metrics`)).text()
  await server.end('SIGTERM')
  await leaveDatabase()
  leaveDatabase = async () => {}

  const log = server.output()
  const lines = log.split('\n').filter((line) => line.startsWith('{'))
  const events = new Set(lines.map((line) => JSON.parse(line).event))
  // The log has the events, so that the search would find a secret in it.
  for (const event of [
    'request',
    'refused',
    'failure',
    'signed_in',
    'factor_verified',
    'verify_failed',
    'order_state_changed',
    'message_sent',
  ])
    expect(events).toContain(event)
  expect(figures).toContain('route="/api/orders"')
  secrets.track('what is there', CITY)
  expect(await secrets.foundBelow(dataDir)).toContainEqual(expect.stringMatching(/^what is there in \/postgres/))

  // The start alone prints the link.
  const afterwards = log.replace(/^ +Open .*setup#.*$/m, '')
  for (const said of [afterwards, figures, saidByCommand]) expect(secrets.foundIn(said)).toEqual([])
  expect(log).not.toContain(EMAIL)
  for (const code of shortCodes) expect(log).not.toMatch(new RegExp(`(?<![\\w.-])${code}(?![\\w-])`))
  const found = await secrets.foundBelow(dataDir)
  expect(found.filter((one) => !one.startsWith('what is there'))).toEqual([])
})
