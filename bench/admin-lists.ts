import { sql } from 'kysely'
import { type Connection, connectDatabase } from '../db/connect.ts'
import { demoAccounts } from '../demo/accounts.ts'
import { SELLER_PRODUCT_SORTS } from '../shared/catalog/desk-constants.ts'
import { LIST_PAGE_SIZE } from '../shared/kernel/list-constants.ts'
import { openMarket } from './open-market.ts'
import { median, percentile } from './percentile.ts'
import { processorMs } from './processes.ts'

// The response times of admins' and sellers' lists on a big marketplace: `npm run bench -- admin`.
const BUDGET_MS = 30
const ROUNDS = 5
/** Measured calls of a list in each round, after one warm-up call. */
const CALLS = 12

interface Measured {
  /** Milliseconds of each call. */
  times: number[]
  /** CPU time of the database for all calls. */
  databaseMs: number
}

/** Prints how long each list and card takes; returns false when one exceeds the budget. */
export async function benchLists(dataDir: string, wanted: { products: number; orders: number }): Promise<boolean> {
  const market = await openMarket(dataDir, wanted)
  try {
    const seller = await chooseSeller(market.connection)
    const server = await market.startServer({ LOG_LEVEL: 'error' })
    const admin = await market.signIn(server, demoAccounts.find(({ role }) => role === 'admin')?.email ?? '')
    const size = await sizeOf(market.connection)
    console.log(
      `\n${size.products} products, ${size.orders} orders, ${size.users} accounts; the seller has ${seller.products}` +
        ` products in ${seller.orders} orders\nMilliseconds per response over HTTP (budget: median ${BUDGET_MS})`,
    )
    const adminWithin = await measureAll({ ...server, token: admin, lists: adminPaths(size) })
    const token = await market.signIn(server, seller.email)
    return (await measureAll({ ...server, token, lists: sellerPaths(seller) })) && adminWithin
  } finally {
    await market.close()
  }
}

/** Alternates between the lists in each round, so that noise affects all of them. */
async function measureAll(options: {
  origin: string
  postmaster: number
  token: string
  lists: Record<string, string[]>
}): Promise<boolean> {
  const { origin, postmaster, token, lists } = options
  const measured = new Map<string, Measured>()
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, paths] of Object.entries(lists)) {
      const sum = measured.get(name) ?? { times: [], databaseMs: 0 }
      measured.set(name, sum)
      await timeOf(origin, token, paths[0] ?? '')
      const before = await processorMs(postmaster)
      for (let call = 0; call < CALLS; call++)
        sum.times.push(await timeOf(origin, token, paths[(round * CALLS + call) % paths.length] ?? ''))
      sum.databaseMs += (await processorMs(postmaster)) - before
    }
  }
  let isWithin = true
  for (const [name, { times, databaseMs }] of measured) {
    const isSlow = median(times) > BUDGET_MS
    if (isSlow) isWithin = false
    const figures = `median ${show(median(times))}   p95 ${show(percentile(times, 95))}`
    const processor = `database CPU ${show(databaseMs / times.length)}`
    console.log(`  ${name.padEnd(46)} ${figures}   ${processor}${isSlow ? '   OVER BUDGET' : ''}`)
  }
  return isWithin
}

function show(ms: number): string {
  return ms.toFixed(1).padStart(6)
}

async function timeOf(origin: string, token: string, path: string): Promise<number> {
  const beganAt = performance.now()
  const response = await fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${token}` } })
  const body = await response.text()
  const ms = performance.now() - beganAt
  if (response.status !== 200) throw new Error(`${path} returned ${response.status} ${body.slice(0, 200)}`)
  return ms
}

/** Returns the seller with the most orders, who can then sign in with the demo password. */
async function chooseSeller(connection: Connection): Promise<{ email: string; products: number; orders: number }> {
  const db = connectDatabase(connection, { max: 1 })
  const { rows } = await sql<{ email: string; products: number; orders: number }>`
    with best as (
      select seller_id, sum(orders)::bigint as orders from day_figures where seller_id is not null group by seller_id order by 2 desc limit 1
    )
    update users
    set password_hash = (select password_hash from users where role = 'admin' and password_hash is not null limit 1)
    from best where users.id = best.seller_id
    returning email, orders,
      (select count(*) from products where products.seller_id = users.id and visibility = 'visible') as products`.execute(
    db,
  )
  await db.destroy()
  const [seller] = rows
  if (!seller) throw new Error('the marketplace has no seller')
  return seller
}

async function sizeOf(connection: Connection): Promise<{ products: number; orders: number; users: number }> {
  const db = connectDatabase(connection, { max: 1 })
  await sql`set statement_timeout = 0`.execute(db)
  const { rows } = await sql<{ products: number; orders: number; users: number }>`
    select (select count(*) from products where visibility = 'visible') as products,
      (select max(order_number) from orders) as orders, (select count(*) from users) as users`.execute(db)
  await db.destroy()
  return rows[0] ?? { products: 0, orders: 0, users: 0 }
}

const WORDS = ['lamp', 'phone', 'red', 'set', 'pro', 'classic', 'zebra', 'e', 'wireless headphones', '%']
const NAMES = ['buyer 4242', 'Buyer 99', 'seller 7', 'market office', 'demo.openstall', 'no such name']

/** Returns the paths to request in turn for each list and card of the admin area, by name. */
function adminPaths(size: { products: number; orders: number; users: number }): Record<string, string[]> {
  const order = (number: number) => `ORD${String(Math.max(1, Math.floor(number))).padStart(5, '0')}`
  return {
    'admin: figures and chart': ['/api/admin/stats'],
    ...pagesOf('admin: products', '/api/admin/products', size.products, LIST_PAGE_SIZE),
    'admin: products, search by name': searches('/api/admin/products', WORDS),
    'admin: products, a search with the most matches': ['/api/admin/products?q=a', '/api/admin/products?q=a&page=500'],
    ...pagesOf('admin: orders', '/api/admin/orders', size.orders, LIST_PAGE_SIZE),
    'admin: orders, search by id': searches('/api/admin/orders', ['4', '42', '4242', 'ORD0042', 'ord99', '000', 'x']),
    'admin: one order with its history': [0.001, 0.2, 0.5, 0.8, 1].map(
      (share) => `/api/admin/orders/${order(size.orders * share)}`,
    ),
    ...pagesOf('admin: accounts', '/api/admin/users', size.users, LIST_PAGE_SIZE),
    'admin: accounts, search': searches('/api/admin/users', NAMES),
    'admin: accounts, a search with the most matches': ['/api/admin/users?q=buyer', '/api/admin/users?q=example'],
  }
}

/** Returns the paths to request in turn for each list and card of the seller area, by name. */
function sellerPaths(size: { products: number; orders: number }): Record<string, string[]> {
  return {
    'seller: figures and chart': ['/api/seller/stats'],
    ...pagesOf('seller: products', '/api/seller/products', size.products, LIST_PAGE_SIZE),
    'seller: products, every order': SELLER_PRODUCT_SORTS.flatMap((sort) =>
      ['asc', 'desc'].map((direction) => `/api/seller/products?sort=${sort}&direction=${direction}&page=3`),
    ),
    'seller: products, search by name': searches('/api/seller/products', WORDS),
    ...pagesOf('seller: orders', '/api/seller/orders', size.orders, LIST_PAGE_SIZE),
    'seller: orders, search by id': searches('/api/seller/orders', ['ORD0', 'ORD1', 'ORD42', 'ORD4242']),
  }
}

function pagesOf(name: string, path: string, rows: number, pageSize: number): Record<string, string[]> {
  const last = Math.max(1, Math.ceil(rows / pageSize))
  const middle = Math.max(1, Math.floor(last / 2))
  return {
    [`${name}, first page`]: [path],
    [`${name}, page ${middle}`]: [`${path}?page=${middle}`],
    [`${name}, last page`]: [`${path}?page=${last}`],
  }
}

function searches(path: string, texts: string[]): string[] {
  return texts.map((text) => `${path}?q=${encodeURIComponent(text)}`)
}
