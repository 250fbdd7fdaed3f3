import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Connection, connectDatabase } from '../db/connect.ts'
import { DEMO_PASSWORD, demoAccounts } from '../db/demo/accounts.ts'
import { freePort } from '../db/embedded/free-port.ts'
import { openEmbeddedDatabase } from '../db/embedded/open-embedded-database.ts'
import { readConfig } from '../server/config/config.ts'
import { openSecrets } from '../server/keys/secrets.ts'
import { adminPaths, sellerPaths } from './list-paths.ts'
import { ensureMarket } from './market.ts'
import { median, percentile } from './percentile.ts'
import { processorMs, startNode } from './processes.ts'

// What admins and sellers wait for in a big market: `npm run bench -- admin`.
const MARKET = { products: 100_000, orders: 1_000_000 }
const BUDGET_MS = 30
const ROUNDS = 5
/** Of one list in one round, after one that is not counted. */
const CALLS = 12

interface Measured {
  /** Of each call, in ms. */
  times: number[]
  /** Processor time of the database for all of them. */
  databaseMs: number
}

/** Prints how long every list and card takes; false when one is over the budget. */
export async function benchLists(root: string, dataDir: string): Promise<boolean> {
  await ensureMarket(root, dataDir, MARKET)
  const embedded = await openEmbeddedDatabase({ dataDir, log: () => {} })
  const environment = { DATA_DIR: dataDir, LOG_LEVEL: 'error', RATE_LIMITS: 'off', PORT: String(await freePort()) }
  const origin = `http://127.0.0.1:${environment.PORT}`
  try {
    const seller = await chooseSeller(embedded.connection)
    const { stop } = await startNode([join(root, 'server/main.ts')], environment, `${origin}/healthz`)
    try {
      const { apiKey } = await openSecrets(readConfig(environment, false))
      const signIn = (email: string) => accessToken(origin, apiKey, email)
      const admin = await signIn(demoAccounts.find(({ role }) => role === 'admin')?.email ?? '')
      const postmaster = Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)
      const size = await sizeOf(embedded.connection)
      console.log(
        `\n${size.products} products, ${size.orders} orders, ${size.users} accounts; the seller has ${seller.products}` +
          ` products in ${seller.orders} orders\nMilliseconds an answer over HTTP (budget: median ${BUDGET_MS})`,
      )
      const ask = { origin, postmaster }
      const fine = await measureAll({ ...ask, token: admin, lists: adminPaths(size) })
      return (await measureAll({ ...ask, token: await signIn(seller.email), lists: sellerPaths(seller) })) && fine
    } finally {
      await stop()
    }
  } finally {
    await embedded.close()
  }
}

/** Rounds go over all lists in turn, so that noise of the machine meets all. */
async function measureAll(given: {
  origin: string
  postmaster: number
  token: string
  lists: Record<string, string[]>
}): Promise<boolean> {
  const { origin, postmaster, token, lists } = given
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
  let fine = true
  for (const [name, { times, databaseMs }] of measured) {
    const isSlow = median(times) > BUDGET_MS
    if (isSlow) fine = false
    const figures = `median ${show(median(times))}   p95 ${show(percentile(times, 95))}`
    const processor = `processor time of the database ${show(databaseMs / times.length)}`
    console.log(`  ${name.padEnd(46)} ${figures}   ${processor}${isSlow ? '   OVER BUDGET' : ''}`)
  }
  return fine
}

function show(ms: number): string {
  return ms.toFixed(1).padStart(6)
}

async function timeOf(origin: string, token: string, path: string): Promise<number> {
  const beganAt = performance.now()
  const answer = await fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${token}` } })
  const body = await answer.text()
  const ms = performance.now() - beganAt
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status} ${body.slice(0, 200)}`)
  return ms
}

async function accessToken(origin: string, apikey: string, email: string): Promise<string> {
  const answer = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  })
  const { access_token } = (await answer.json()) as { access_token?: string }
  if (!access_token) throw new Error(`signing in as ${email} answered ${answer.status}`)
  return access_token
}

/** The seller with the most orders, who from now on has the password of the demo accounts. */
async function chooseSeller(connection: Connection): Promise<{ email: string; products: number; orders: number }> {
  const db = connectDatabase(connection, { max: 1 })
  const { rows } = await sql<{ email: string; products: number; orders: number }>`
    with best as (
      select seller_id, sum(orders)::bigint as orders from seller_days group by seller_id order by 2 desc limit 1
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
  if (!seller) throw new Error('the market has no seller')
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
