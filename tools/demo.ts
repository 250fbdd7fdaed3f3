import { makeBigMarket } from '../db/demo/big-market.ts'
import { migrate } from '../db/migrate.ts'
import { openSecrets } from '../server/platform/secrets.ts'
import { seedDemo } from '../server/seed-demo.ts'
import { onConfiguredMarket } from './on-configured-market.ts'
import { readArguments, runCommand, say } from './run-command.ts'

const USAGE = 'npm run demo -- --products 100000 --orders 50000   makes a big market for measurements'

const BAR_WIDTH = 40
const MAX_COUNT = 10_000_000

function readCounts(): { products: number; orders: number } {
  const { values } = readArguments(USAGE, {
    options: {
      products: { type: 'string', default: '100000' },
      orders: { type: 'string', default: '50000' },
    },
  })
  return { products: readCount('products', values.products), orders: readCount('orders', values.orders) }
}

function readCount(name: string, text: string): number {
  const count = Number(text)
  if (!/^\d+$/.test(text) || count > MAX_COUNT) throw new Error(`--${name} must be a whole number up to ${MAX_COUNT}`)
  return count
}

/** A bar that is drawn over itself at a terminal; elsewhere a line for each tenth. */
function createProgressBar(out: NodeJS.WriteStream): (share: number) => void {
  let shown = -1
  return (share) => {
    const step = Math.floor(share * (out.isTTY ? 100 : 10))
    if (step === shown) return
    shown = step
    const filled = Math.round(share * BAR_WIDTH)
    const bar = `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} ${Math.floor(share * 100)} %`
    out.write(out.isTTY ? `\r${bar}${share >= 1 ? '\n' : ''}` : `${bar}\n`)
  }
}

/** The demo market comes first on our own database only: elsewhere its accounts, whose password is public, do harm. */
async function run(counts: { products: number; orders: number }): Promise<void> {
  await onConfiguredMarket(async ({ config, connection, db }) => {
    await migrate(connection, say)
    if (!config.databaseUrl) await seedDemo(db, config, { secrets: await openSecrets(config), log: say })
    say(`making ${counts.products} products and ${counts.orders} orders`)
    const beganAt = performance.now()
    await makeBigMarket(db, { ...counts, now: new Date(), progress: createProgressBar(process.stdout) })
    say(`done after ${((performance.now() - beganAt) / 1000).toFixed(1)} s`)
  })
}

await runCommand(async () => {
  await run(readCounts())
  return true
})
