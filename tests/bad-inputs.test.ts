import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import type { AdminBanners } from '../shared/banners/schema.ts'
import { accountInputs } from './bad-inputs/accounts.ts'
import { adminInputs } from './bad-inputs/admin.ts'
import type { BadInput } from './bad-inputs/bad-input.ts'
import { cartInputs } from './bad-inputs/carts.ts'
import { fileInputs } from './bad-inputs/files.ts'
import { conversationInputs, fulfilmentInputs } from './bad-inputs/fulfilment.ts'
import { orderInputs } from './bad-inputs/orders.ts'
import { productInputs } from './bad-inputs/products.ts'
import { searchInputs } from './bad-inputs/search.ts'
import { settingsInputs } from './bad-inputs/settings.ts'
import { addToCart, call, checkout } from './support/api.ts'
import { openForTests, signUpAll } from './support/open-for-tests.ts'
import { untilMailed } from './support/outbox.ts'
import { createProduct } from './support/product-form.ts'
import { deleteProduct } from './support/products.ts'
import { filesOf, serviceKey } from './support/storage.ts'

const AREAS = {
  accounts: accountInputs,
  carts: cartInputs,
  orders: orderInputs,
  fulfilment: fulfilmentInputs,
  conversations: conversationInputs,
  products: productInputs,
  files: fileInputs,
  search: searchInputs,
  admin: adminInputs,
  settings: settingsInputs,
}

/** Tables that may change beside a refused request: counters and sums of jobs, and blobs to be removed. */
const MAY_MOVE = ['rate_limits', 'storage_discards', 'search_words', 'figure_changes', 'day_sums', 'product_sums']

const market = await openForTests()
const [buyer, rival, seller, owner, admin] = await signUpAll(market, 'buyer', 'buyer', 'seller', 'seller', 'admin')
const accounts = { buyer, rival, seller, owner, admin }
const { apiKey: apikey } = market.deps.secrets
const operator = { apikey, authorization: `Bearer ${await serviceKey(market)}` }
await call(market, 'POST', '/storage/v1/bucket', { headers: operator, body: { name: 'papers' } })
await call(market, 'POST', '/storage/v1/object/papers/there.txt', { headers: operator, body: 'text' })
for (let made = 0; made < 3; made++) await createProduct(market, owner)
await deleteProduct(market, 'PRD00003')
await addToCart(market, buyer, 'PRD00002')
const headers = { 'idempotency-key': 'first-order' }
const first = await call<{ order_id: string }>(market, 'POST', '/api/orders', { as: buyer, body: checkout, headers })
const { order_id } = first.body
await addToCart(market, buyer, 'PRD00001', 2)
const unsigned = [{ alg: 'none' }, { sub: admin.user_id, role: 'authenticated', aud: 'authenticated' }]
/** The value of `{name}` in paths, headers and bodies. */
const names: Record<string, string> = {
  order: order_id,
  buyer: buyer.user_id,
  owner: owner.user_id,
  admin: admin.user_id,
  ADMIN: admin.user_id.toUpperCase(),
  email: buyer.email,
  EMAIL: buyer.email.toUpperCase(),
  password: buyer.password,
  refresh: buyer.refresh_token,
  rival_email: rival.email,
  seller: seller.user_id,
  key: apikey,
  unsigned: `${unsigned.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`,
}
const [banner] = (await call<AdminBanners>(market, 'GET', '/api/admin/banners', { as: admin })).body.banners
names.banner = String(banner?.banner_number)
await untilMailed(market, order_id)
// Order events are announced after a minute: now, so that none is while the requests below run.
await sql`update order_events set created_at = created_at - interval '2 minutes'`.execute(market.db)
const unannounced = market.db.selectFrom('order_events').select('event_number').where('announced', '=', false)
await vi.waitFor(async () => expect(await unannounced.execute()).toEqual([]), 60_000)
let before = await readEverything()

const named = (text: string) => text.replace(/\{(\w+)\}/g, (all, name) => names[name] ?? all)

/** Returns status, code and text of the answer; of generic tables the text alone. */
async function send({ as, method, path, base, body: sent, headers }: BadInput): Promise<[number, unknown, string]> {
  const who = as === 'visitor' ? { apikey } : as === 'operator' ? operator : accounts[as].headers
  const body = base
    ? { ...(await market.app.inject({ url: named(base), headers: who })).json(), ...(sent as object) }
    : sent
  const isJson = typeof body === 'object' && !Buffer.isBuffer(body)
  const response = await market.app.inject({
    method: method as 'GET',
    url: named(path),
    headers: {
      ...who,
      'x-supabase-api-version': '2024-01-01',
      ...(isJson && { 'content-type': 'application/json' }),
      ...JSON.parse(named(JSON.stringify(headers))),
    },
    ...(body !== undefined && { payload: isJson ? named(JSON.stringify(body)) : (body as string) }),
  })
  const said = response.json()
  return [response.statusCode, path.startsWith('/rest/') ? said.message : (said.code ?? said.message), said.message]
}

/** Returns a digest of every table and every file. */
async function readEverything(): Promise<unknown> {
  const { rows: tables } = await sql<{ name: string }>`
    select (schemaname || '.' || tablename)::regclass::text as name from pg_tables
    where schemaname in ('public', 'sandbox') order by 1`.execute(market.db)
  const digests = tables
    .filter(({ name }) => !MAY_MOVE.includes(name))
    .map(
      ({ name }) =>
        sql`select ${sql.lit(name)} as name, md5(string_agg(t::text, ',' order by t::text)) as digest from ${sql.table(name)} t`,
    )
  const { rows } = await sql`${sql.join(digests, sql` union all `)}`.execute(market.db)
  const files = await filesOf(market)
  const contents = files.sort().map(async (file) => [
    file,
    createHash('md5')
      .update(await readFile(join(market.config.dataDir, 'files', file)))
      .digest('hex'),
  ])
  return { rows, files: await Promise.all(contents) }
}

describe.each(Object.entries(AREAS))('%s', (_area, inputs) => {
  test.each(inputs)('$rule: $title', async (input) => {
    const says = input.field ? expect.stringContaining(input.field) : expect.anything()
    expect(await send(input)).toEqual([input.status, input.says, says])
  })

  test('none of these requests has changed a table or a file', async () => {
    const was = before
    before = await readEverything()
    expect(before).toEqual(was)
  })
})

test('C2: a bucket with an impossible name looks empty', async () => {
  for (const list of ['list', 'list-v2']) {
    const path = `/storage/v1/object/${list}/a%00b`
    expect(await call(market, 'POST', path, { headers: operator, body: {} })).toMatchObject({ status: 200 })
  }
})

test('the checked tables have rows, so that a change would show', async () => {
  expect(before).toMatchObject({
    rows: expect.arrayContaining([expect.objectContaining({ name: 'orders', digest: expect.any(String) })]),
  })
  await addToCart(market, buyer, 'PRD00001')
  expect(await readEverything()).not.toEqual(before)
})
