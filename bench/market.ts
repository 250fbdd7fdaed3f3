import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Connection, connectDatabase } from '../db/connect.ts'
import { CATEGORIES } from '../shared/catalog/constants.ts'
import { categoryPath } from '../shared/catalog/rules.ts'

const PRODUCTS = 100_000
const ORDERS = 50_000
const SAMPLES = 400

/** Makes the market of 100,000 products below `dataDir`, once. */
export async function ensureMarket(root: string, dataDir: string): Promise<void> {
  const done = join(dataDir, 'bench-market')
  if (existsSync(done)) return
  const child = spawn('npm', ['run', 'demo', '--', '--products', String(PRODUCTS), '--orders', String(ORDERS)], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: 'inherit',
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('the market could not be made')
  await writeFile(done, '')
}

/** Addresses to ask for, spread over the whole market, by what they measure. */
export async function samplePaths(connection: Connection): Promise<Record<string, string[]>> {
  const db = connectDatabase(connection, { max: 1 })
  const { rows } = await sql<{ product_id: string; product_name: string }>`
    select product_id, product_name from products where deleted_at is null
      and product_number % greatest(1, (select last_number / ${SAMPLES} from counters where name = 'product')) = 0
    order by product_number limit ${SAMPLES}`.execute(db)
  await db.destroy()
  const words = [...new Set(rows.flatMap(({ product_name }) => product_name.split(/\s+/)))].filter(
    (word) => word.length > 2,
  )
  const spread = (count: number) => Array.from({ length: count }, (_, index) => index)
  return {
    'category page API': spread(SAMPLES).map((index) => {
      const category = CATEGORIES[index % CATEGORIES.length] ?? 'all'
      return `/api/categories/${categoryPath(category).slice('/category/'.length)}/products?page=${1 + (index % 40)}`
    }),
    'product API': rows.map(({ product_id }) => `/api/products/${product_id}`),
    'search API': words.slice(0, SAMPLES).map((word) => `/api/search?q=${encodeURIComponent(word)}`),
    'HTML of the product page': rows.map(({ product_id }) => `/product/${product_id}`),
  }
}
