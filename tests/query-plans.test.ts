import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../db/connect.ts'
import { deleteGuests } from '../server/people/accounts/delete-guests.ts'
import { takeDueAlerts } from '../server/shop/alerts/queries.ts'
import { listToRemind, listUnanswered } from '../server/trade/orders/due-queries.ts'
import { hasOrders } from '../server/trade/orders/queries.ts'
import { discardStaleEvents } from '../server/trade/payments/event-queries.ts'
import { claimReminders } from '../server/trade/payments/queries.ts'
import { type BigMarketplace, DUE, fillMarketplace, JOBS_AT, ROWS, SOLD_OUT } from './query-plans/marketplace.ts'
import { ADMIN_READS, PROGRAM_READS, type Read, SELLER_READS, VISITOR_READS } from './query-plans/reads.ts'
import { WRITES } from './query-plans/writes.ts'
import { callAuth } from './support/accounts.ts'
import { call } from './support/api.ts'
import { nodesOf, rowsRead } from './support/explain-plugin.ts'

/** Tables that grow with the marketplace: no statement may scan them. */
const BIG_TABLES = [
  ...['products', 'product_search', 'stock', 'stock_movements', 'checkouts', 'checkout_lines', 'cart_lines', 'users'],
  ...['orders', 'order_lines', 'seller_orders', 'shipments', 'admin_actions'],
  ...['conversations', 'conversation_messages', 'conversation_sides', 'notifications'],
]
/** The row limit for programs' filters, plus one row that shows that there are more. */
const PROGRAM_ROWS = 10_001
/** A trigram index also finds names that are merely similar. */
const PROGRAM_NAMES = 20_000
const COUNTS = /^\s*select (count\(\*\) as ("count" from "users"$|"?total\b)|category, count)/

const market = await fillMarketplace()
afterAll(() => market.close())
let app: Awaited<ReturnType<BigMarketplace['open']>>

/**
 * Expects that the statements since the last call read large tables, or with `every` all tables, by indexes, and at most `rows`
 * rows of each.
 */
async function expectPlans({
  rows = Number.POSITIVE_INFINITY,
  isPlanOnly = false,
  mayScan = false,
  every = false,
} = {}) {
  const { explainer } = market
  await explainer.explain({ isPlanOnly })
  // A request refused by validation reads nothing.
  if (!mayScan) expect(explainer.plans.length).toBeGreaterThan(0)
  // Counting all accounts or products reads an index of them, which is measured elsewhere.
  const plans = explainer.plans.filter(({ query }) => !COUNTS.test(query))
  const nodes = plans.flatMap(({ query, root }) => nodesOf(root).map((node) => ({ query, ...node })))
  for (const node of nodes) {
    const table = node['Relation Name']
    if (!table || !(every || BIG_TABLES.includes(table))) continue
    const about = `${node['Node Type']} on ${table}: ${node.query}`
    // Searches for words run in a transaction that forbids scans: the plan here, made outside of it, only counts for its rows.
    if (!mayScan && !node.query.includes('document @@')) expect(node['Node Type'], about).not.toBe('Seq Scan')
    expect(rowsRead(node), about).toBeLessThanOrEqual(rows)
  }
  explainer.clear()
  return nodes
}

/** Returns the ids of the products that match a condition on `product_search`, in this order. */
const listed = async (condition: RawBuilder<unknown>, order: RawBuilder<unknown>, limit: number) => {
  const { rows } = await sql<{ id: string; total: number }>`
    select numbered_id('PRD', product_number) as id, least(1000, count(*) over ()) as total
    from product_search
    where ${condition} order by ${order} limit ${limit}`.execute(market.plain)
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total }
}
/** Returns the ids that an address of the shop shows. */
const shown = async (address: string) => {
  const { products, total } = (await app.app.inject(address)).json<{
    products: { product_id: string }[]
    total: number
  }>()
  return { ids: products.map(({ product_id }) => product_id), total }
}
const guests = (from: number, to: number) => sql`
  insert into users (is_anonymous, created_at)
    select true, timestamptz '2018-01-01' + number * interval '1 s' from generate_series(${from}::int, ${to}::int) number`

// Before a server runs, as its jobs would find the same rows.
describe('the job that', () => {
  test.each<[job: string, expected: number, run: () => Promise<number | unknown[]>]>([
    [
      'reminds sellers of orders due tomorrow',
      30,
      () => listToRemind(market.watched, 'ship_by_tomorrow', { from: '2020-06-02', to: '2020-06-02', limit: 30 }),
    ],
    [
      'reminds sellers of late orders',
      30,
      () => listToRemind(market.watched, 'late', { from: '2020-05-26', to: '2020-05-29', limit: 30 }),
    ],
    [
      'cancels unaccepted orders',
      30,
      () => listUnanswered(market.watched, { placedBefore: new Date(), shipBy: '2019-02-01', limit: 30 }),
    ],
    [
      'reminds buyers of bank transfers',
      30,
      () => {
        const until = new Date('2020-06-09T12:00:00Z')
        return inTransaction(market.watched, (tx) => claimReminders(tx, { now: JOBS_AT, until, limit: 30 }))
      },
    ],
    [
      'applies payment events',
      10,
      () => inTransaction(market.watched, (tx) => discardStaleEvents(tx, { sandbox: false, now: JOBS_AT, limit: 30 })),
    ],
    [
      'notifies buyers of restocked products',
      30,
      async () =>
        (await inTransaction(market.watched, (tx) => takeDueAlerts(tx, { after: 0, products: 1000, limit: 30 }))).due,
    ],
  ])('%s reads due rows, and not those that are done', async (_, expected, run) => {
    const found = await run()
    expect(Array.isArray(found) ? found.length : found).toBe(expected)
    await expectPlans({ rows: 3 * DUE, every: true })
  })

  test('notifies buyers reads a few products at a time, until it has read all', async () => {
    const found: number[] = []
    let after = 0
    do {
      const wanted = { after, products: SOLD_OUT / 2, limit: 1000 }
      const taken = await inTransaction(market.plain, (tx) => takeDueAlerts(tx, wanted))
      found.push(taken.due.length)
      expect(taken.next === 0 || taken.next > after).toBe(true)
      after = taken.next
    } while (after)
    expect(found.slice(0, 2)).toEqual([0, 0])
    expect(found.slice(2).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0)
    const { rows } = await sql`select from stock_alerts where product_number > ${SOLD_OUT}`.execute(market.plain)
    expect(rows).toEqual([])
  })
})

describe('the server', () => {
  beforeAll(async () => {
    app = await market.open()
  })

  const reads = (who: string, list: readonly Read[]) => list.map((read) => [who, ...read] as const)
  test.each([
    ...reads('a visitor', VISITOR_READS),
    ...reads('a seller', SELLER_READS),
    ...reads('an admin', ADMIN_READS),
  ])('shows %s %s by indexes, reading at most %d rows of each table', async (who, address, rows) => {
    const as = { 'a seller': market.seller, 'an admin': market.admin }[who]
    market.explainer.clear()
    expect((await call(app, 'GET', address, as && { as })).status).toBe(200)
    await expectPlans({ rows })
  })

  test.each(WRITES)('serves %s by indexes', async (_, status, run, sides) => {
    market.explainer.clear()
    const response = await run({ ...market, app })
    if (status) expect(response).toMatchObject({ status })
    const nodes = await expectPlans({ isPlanOnly: true })
    if (!sides) return
    const used = nodes.flatMap(
      ({ 'Index Name': name = '' }) => /^conversation_sides_(\w+?)(?:_idx)?$/.exec(name)?.[1] ?? [],
    )
    expect([...new Set(used)]).toEqual(sides)
  })

  test.each(PROGRAM_READS)(
    'gives a program %s from a bounded number of rows, or refuses the request',
    async (address, status, exact) => {
      const path = `/rest/v1/${address}`
        .replace('{seller}', market.seller.user_id)
        .replace('{buyer}', market.buyer.user_id)
        .replace('{yesterday}', new Date(Date.now() - 86_400_000).toISOString())
      const anyStatus = status === 400 ? 400 : expect.toBeOneOf([200, 206])
      const counts = { exact, estimated: anyStatus, planned: anyStatus }
      for (const [count, expected] of [[undefined, status], ...Object.entries(counts)] as const) {
        market.explainer.clear()
        const headers = { apikey: app.deps.secrets.apiKey, ...(count && { prefer: `count=${count}` }) }
        const response = await call(app, 'GET', path, { as: market.admin, headers })
        expect([count, response.status, response.body]).toEqual([count, expected, expect.anything()])
        const rows = address.includes('product_name=') ? PROGRAM_NAMES : PROGRAM_ROWS
        await expectPlans({ rows, mayScan: true })
      }
    },
  )

  test('gives a program a buyer’s own orders by their index', async () => {
    const headers = { apikey: app.deps.secrets.apiKey, prefer: 'count=exact' }
    const path = '/rest/v1/orders?order=total_count&order_id=lt.ORD10001&limit=5'
    const response = await call<object[]>(app, 'GET', path, { as: market.buyer, headers })
    expect([response.status, response.headers['content-range']]).toEqual([206, '0-4/1000'])
  })

  test('finds an account with a pending change of address by an index', async () => {
    market.explainer.clear()
    const body = { type: 'email_change', email: '4242@example.com' }
    expect((await callAuth(app, 'POST', '/resend', { body })).status).toBe(200)
    const nodes = await expectPlans({ rows: 1 })
    expect(nodes.map((node) => node['Relation Name'])).toContain('users')
  })

  test('has a tested plan for every address of the shop', () => {
    const covered = VISITOR_READS.map(([address]) =>
      address
        .split('?', 1)[0]
        ?.replace(/PRD\d+/, ':product_id')
        .replace(/categories\/[^/]+/, 'categories/:category'),
    )
    expect(app.routes.length).toBeGreaterThan(5)
    expect(app.routes.filter((route) => !covered.includes(route))).toEqual([])
  })

  test.each([
    ['all', sql`true`, 1_500],
    ['all', sql`true`, 3_000],
    ['toys', sql`'toys' = any(categories)`, 300],
  ])('shows on deep pages of the list %s the same products as a plain offset', async (slug, condition, page) => {
    const { ids } = await listed(condition, sql`name, product_number`, page * 5)
    expect((await shown(`/api/categories/${slug}/products?page=${page}`)).ids).toEqual(ids.slice(-5))
  })

  // Frequent texts are read in the order of the list and rare ones by an index; some are misjudged by their frequency: each
  // plan must find the same products.
  test.each(['e', 'igh', 'bright', 'lamp 1', 'rm', 'll s', 'peaker 29', '0', '77', 'small l', 'mall s', 't'])(
    'finds the first products with %s in order, and counts up to a thousand',
    async (text) => {
      const orders = {
        relevance: sql`(strpos(name, ${text}) <> 1), name, product_number`,
        'price-low-high': sql`price, product_number`,
      }
      for (const [sort, order] of Object.entries(orders)) {
        const found = await listed(sql`strpos(name, ${text}) > 0`, order, 1000)
        for (const page of [1, 100].filter((one) => found.ids.length >= one * 10)) {
          const ids = found.ids.slice(page * 10 - 10, page * 10)
          const answer = await shown(`/api/search?q=${encodeURIComponent(text)}&sort=${sort}&page=${page}`)
          expect([sort, answer]).toEqual([sort, { ids, total: found.total }])
        }
      }
    },
  )

  test.each([
    ['', sql`true`],
    ['&q=quiet', sql`strpos(name, 'quiet') > 0`],
    ['&q=e&price_to=6', sql`strpos(name, 'e') > 0 and price <= 6`],
  ])('filters by a common rating and finds the same products as a full scan: %s', async (query, condition) => {
    const isRated = sql`rating >= 3 and ${condition}`
    const found = await listed(isRated, sql`name, product_number`, 10)
    expect(await shown(`/api/search?rating=3${query}`)).toEqual(found)
  })

  const numbers = Array.from({ length: ROWS }, (_, index) => index + 1)
  test.each([
    ['products', 'o', numbers.filter((number) => number > 2 && [1, 3, 6].includes(number % 7))],
    ['users', 'person', numbers],
    ['users', 'n', numbers],
  ] as const)(
    'shows an admin who searches %s for %s 10,000 matches, and says that there are more',
    async (list, q, all) => {
      const page = async (number: number) =>
        (
          await call<Record<string, Record<string, string>[]>>(app, 'GET', `/api/admin/${list}?q=${q}&page=${number}`, {
            as: market.admin,
          })
        ).body
      expect(all.length).toBeGreaterThan(10_000)
      for (const number of [1, 250, 500, 501]) {
        const { [list]: rows = [], ...about } = await page(number)
        expect(about).toEqual({ total: 10_000, total_is_exact: false, page: number, page_size: 20 })
        const found = rows.map((row) => Number((row.product_id ?? row.email)?.match(/\d+/)?.[0]))
        expect(found).toEqual(number > 500 ? [] : all.slice((number - 1) * 20, number * 20))
      }
    },
  )
})

test('the job that deletes guests reads a few guests with orders at a time, which do not hide the others', async () => {
  const { plain } = market
  await guests(1, 120).execute(plain)
  await sql`
    insert into orders (order_number, buyer_id, total_count, products_id, shipping_address, payment_method)
      select ${ROWS * 2}::int + row_number() over (), id, 1, '["PRD00001"]', '{}', 'paypal' from users where is_anonymous`.execute(
    plain,
  )
  await guests(121, 130).execute(plain)
  const links = { referencedBy: [hasOrders], removeFiles: async () => {} }
  const found: number[] = []
  for (let run = 0; run < 5; run++) found.push(await deleteGuests({ db: plain, ...links, scanned: 50 }, JOBS_AT, 6))
  // Runs 1 and 2 read fifty guests with orders each, run 3 the last twenty and the ten others, of which it deletes six; run 4
  // deletes the other four.
  expect(found).toEqual([0, 0, 6, 4, 0])
  const { rows } = await sql`select from users where is_anonymous`.execute(plain)
  expect(rows).toHaveLength(120)
})
