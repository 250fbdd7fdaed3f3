import { print, runCommand } from '../cli/frame/run-command.ts'
import { withMarketplace } from '../cli/frame/with-marketplace.ts'
import { inTransaction } from '../db/connect.ts'
import { addProductsAndOrders } from '../demo/big/marketplace.ts'
import { seedDemo } from '../demo/seed.ts'
import { EVERYTHING } from '../server/platform/data/cache.ts'
import { catalogChanged } from '../server/shop/catalog/products/catalog-changes.ts'

const USAGE = `npm run demo -- --products 100000 --orders 50000   adds to a marketplace, for measurements, while no server runs
Interrupted, the same command goes on where it stopped.`

const BAR_WIDTH = 40
const MAX_COUNT = 10_000_000

const OPTIONS = {
  products: { type: 'string', default: '100000' },
  orders: { type: 'string', default: '50000' },
} as const

function readCount(name: string, text: string): number {
  const count = Number(text)
  if (!/^\d+$/.test(text) || count > MAX_COUNT) throw new Error(`--${name} must be a whole number up to ${MAX_COUNT}`)
  return count
}

/** Returns a function that prints progress from 0 to 1: a bar on a terminal, otherwise a line for each tenth. */
function createProgressBar(out: NodeJS.WriteStream): (share: number) => void {
  let shown = -1
  return (share) => {
    const step = Math.floor(share * (out.isTTY ? 100 : 10))
    if (step === shown) return
    shown = step
    const filled = Math.round(share * BAR_WIDTH)
    const bar = `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} ${Math.floor(share * 100)}%`
    out.write(out.isTTY ? `\r${bar}${share >= 1 ? '\n' : ''}` : `${bar}\n`)
  }
}

/** Seeds only the embedded database: anywhere else, accounts with a public password are a security hole. */
async function run(counts: { products: number; orders: number }): Promise<void> {
  await withMarketplace({ schema: 'migrated' }, async ({ config, connection, db, openSecrets, signal }) => {
    if (!config.databaseUrl) {
      await seedDemo(db, config, { secrets: await openSecrets(), log: print })
    }
    print(`creating ${counts.products} products and ${counts.orders} orders`)
    const beganAt = performance.now()
    const progress = createProgressBar(process.stdout)
    await addProductsAndOrders(connection, { ...counts, now: new Date(), progress, log: print, signal })
    await inTransaction(db, (tx) => catalogChanged(tx, [EVERYTHING]))
    print(`done after ${((performance.now() - beganAt) / 1000).toFixed(1)} s`)
  })
}

await runCommand(USAGE, { options: OPTIONS }, async ({ values }) => {
  await run({ products: readCount('products', values.products), orders: readCount('orders', values.orders) })
  return true
})
