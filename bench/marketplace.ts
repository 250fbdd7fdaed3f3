import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Connection, connectDatabase } from '../db/connect.ts'
import { CATEGORIES, categoryPath } from '../shared/catalog/categories.ts'

const SAMPLES = 400

/** Creates a marketplace of this size below `dataDir`, unless there is one with the same size and schema. */
export async function ensureMarketplace(
  root: string,
  dataDir: string,
  { products, orders }: { products: number; orders: number },
): Promise<void> {
  const wanted = JSON.stringify({ products, orders, schema: await schemaOf(root) })
  const marker = join(dataDir, 'bench-marketplace')
  const present = await readFile(marker, 'utf8').catch(() => undefined)
  if (present === wanted) return
  if (present !== undefined) console.log(`The marketplace in ${dataDir} has another size or schema: creating it again.`)
  await rm(dataDir, { recursive: true, force: true })
  const child = spawn('npm', ['run', 'demo', '--', '--products', String(products), '--orders', String(orders)], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: 'inherit',
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('the marketplace could not be created')
  await writeFile(marker, wanted)
}

/** Returns a hash of all migrations. */
async function schemaOf(root: string): Promise<string> {
  const folder = join(root, 'db/migrations')
  const names = await readdir(folder, { recursive: true })
  const hash = createHash('sha256')
  for (const name of names.filter((one) => one.endsWith('.sql')).sort())
    hash.update(name).update(await readFile(join(folder, name)))
  return hash.digest('hex').slice(0, 16)
}

/** Returns the addresses to request, spread over the whole marketplace, by what they measure. */
export async function samplePaths(connection: Connection): Promise<Record<string, string[]>> {
  const db = connectDatabase(connection, { max: 1 })
  const { rows } = await sql<{ product_id: string; product_name: string }>`
    select product_id, product_name from products where visibility = 'visible'
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
