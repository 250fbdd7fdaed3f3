import { sql } from 'kysely'
import { type Connection, connectDatabase } from '../db/connect.ts'
import { demoAccounts } from '../demo/accounts.ts'
import type { AdminCategories } from '../shared/categories/schema.ts'
import { runLoad } from './load.ts'
import { openMarket } from './open-market.ts'
import { median } from './percentile.ts'

/** Merges a category of all products beside reads; returns whether it took 15 minutes, and reads 1.2 × as long, at most. */
export async function benchMerge(dataDir: string, size: { products: number; orders: number }): Promise<boolean> {
  const market = await openMarket(dataDir, size)
  try {
    const ids = await fillCategory(market.connection)
    const server = await market.startServer({ LOG_LEVEL: 'error' })
    const token = await market.signIn(server, demoAccounts.find(({ role }) => role === 'admin')?.email ?? '')
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    async function categories(path = '', body?: object): Promise<AdminCategories['categories']> {
      const sent = body && { method: 'POST', body: JSON.stringify(body) }
      const response = await fetch(`${server.origin}/api/admin/categories${path}`, { headers, ...sent })
      if (!response.ok) throw new Error(`${path} returned ${response.status} ${await response.text()}`)
      return ((await response.json()) as AdminCategories).categories
    }
    let reads = 0
    // Others each time: few are answered from memory, but the totals of lists are, as for visitors.
    const pathsOf = (id: string) => [
      `/api/products/${id}?after_change=${reads++}`,
      `/api/products/${id}/related?after_change=${reads}`,
      `/api/categories/all/products?page=${1 + ((reads * 61) % 20_000)}`,
    ]
    const requestsOf = () => ids.flatMap(pathsOf).map((path) => ({ path }))
    const measure = async () => (await runLoad(server, { connections: 2, seconds: 5, requestsOf })).rate
    const [before, during]: [number[], number[]] = [[], []]
    for (let round = 0; round < 7; round++) before.push(await measure())
    const into = `merged-${Date.now()}`
    const all = await categories('', { name: into, slug: into, is_hidden: false })
    const [largest] = all.toSorted((one, other) => other.products - one.products)
    const startedAt = performance.now()
    await categories(`/${largest?.slug}/merge`, { revision: largest?.revision, into })
    do during.push(await measure())
    while ((await categories()).some(({ is_filling }) => is_filling))
    const seconds = (performance.now() - startedAt) / 1000
    const slower = median(before) / median(during)
    console.log(`${largest?.products} products moved in ${seconds.toFixed(0)} s, reads ${slower.toFixed(2)} × slower`)
    return seconds <= 15 * 60 && slower <= 1.2
  } finally {
    await market.close()
  }
}

/** Puts all products into one category, and writes the search index anew; returns ids to read. */
async function fillCategory(connection: Connection): Promise<string[]> {
  const db = connectDatabase(connection, { max: 1 })
  const run = <Row>(text: string) => sql.raw<Row>(text).execute(db)
  await run(`set statement_timeout = 0; alter table products disable trigger products_search;
    update products set product_category = '{toys}' where exists (select from categories where slug = 'toys');
    truncate product_search; insert into product_search select * from searchable_products;
    alter table products enable trigger products_search`)
  const { rows } = await run<{ id: string }>(`select product_id id from products where visibility='visible' limit 999`)
  await db.destroy()
  return rows.map(({ id }) => id)
}
