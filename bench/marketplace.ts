import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environmentWithoutSettings } from '../tests/support/server-process.ts'

/** Creates a marketplace of this size in `dataDir` unless one with the same size and schema exists. */
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
  const program = join(root, 'tools/demo.ts')
  const child = spawn(process.execPath, [program, '--products', String(products), '--orders', String(orders)], {
    // Not in a folder with an operator's .env, which may name a database in use.
    cwd: tmpdir(),
    env: { ...environmentWithoutSettings(), DATA_DIR: dataDir },
    stdio: 'inherit',
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('the marketplace could not be created')
  await writeFile(marker, wanted)
}

async function schemaOf(root: string): Promise<string> {
  const hash = createHash('sha256')
  for (const folder of ['schema', 'migrations'].map((name) => join(root, 'db', name)))
    for (const name of (await readdir(folder)).sort()) hash.update(name).update(await readFile(join(folder, name)))
  return hash.digest('hex').slice(0, 16)
}
