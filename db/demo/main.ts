import { parseArgs } from 'node:util'
import { connectDatabase } from '../connect.ts'
import { openEmbeddedDatabase } from '../embedded.ts'
import { migrate } from '../migrate.ts'
import { makeBigMarket } from './big-market.ts'

// npm run demo -- --products 100000 --orders 50000

const BAR_WIDTH = 40
const MAX_COUNT = 10_000_000

function readCounts(): { products: number; orders: number } {
  const { values } = parseArgs({
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

async function run(): Promise<void> {
  const counts = readCounts()
  const say = (message: string) => console.log(message)
  const embedded = process.env.DATABASE_URL
    ? null
    : await openEmbeddedDatabase({ dataDir: process.env.DATA_DIR ?? '.data', log: say })
  try {
    const connection = embedded?.connection ?? process.env.DATABASE_URL ?? ''
    await migrate(connection, say)
    const db = connectDatabase(connection, { max: 1 })
    const beganAt = performance.now()
    say(`making ${counts.products} products and ${counts.orders} orders`)
    await makeBigMarket(db, { ...counts, now: new Date(), progress: createProgressBar(process.stdout) }).finally(() =>
      db.destroy(),
    )
    say(`done after ${((performance.now() - beganAt) / 1000).toFixed(1)} s`)
  } finally {
    await embedded?.close()
  }
}

try {
  await run()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
