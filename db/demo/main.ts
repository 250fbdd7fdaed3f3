import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Connection, connectDatabase } from '../connect.ts'
import { openEmbeddedDatabase } from '../embedded.ts'
import { migrate } from '../migrate.ts'
import { makeBigMarket } from './big-market.ts'
import { seedDemoMarket } from './seed.ts'

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
  const dataDir = resolve(process.env.DATA_DIR ?? '.data')
  if (process.env.DATABASE_URL) return fill(process.env.DATABASE_URL, counts)
  const embedded = await openEmbeddedDatabase({ dataDir, log: say })
  try {
    await fill(embedded.connection, counts, join(dataDir, 'files'))
  } finally {
    await embedded.close()
  }
}

/** With `picturesDir` the demo market comes first: only there its accounts, whose password is public, do no harm. */
async function fill(
  connection: Connection,
  counts: { products: number; orders: number },
  picturesDir?: string,
): Promise<void> {
  await migrate(connection, say)
  const db = connectDatabase(connection, { max: 1 })
  try {
    const now = new Date()
    if (picturesDir) await seedDemoMarket(db, { picturesDir, now, log: say })
    say(`making ${counts.products} products and ${counts.orders} orders`)
    const beganAt = performance.now()
    await makeBigMarket(db, { ...counts, now, progress: createProgressBar(process.stdout) })
    say(`done after ${((performance.now() - beganAt) / 1000).toFixed(1)} s`)
  } finally {
    await db.destroy()
  }
}

function say(message: string): void {
  console.log(message)
}

try {
  await run()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
