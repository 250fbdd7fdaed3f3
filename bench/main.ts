import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { readArguments } from '../cli/frame/run-command.ts'
import { connectDatabase } from '../db/connect.ts'
import type { Db } from '../db/tables.ts'
import { benchLists } from './admin-lists.ts'
import { benchCluster } from './cluster.ts'
import { measureFootprint } from './footprint.ts'
import { benchMerge } from './merge.ts'
import { openMarket } from './open-market.ts'
import { benchPages } from './page.ts'
import { benchSearch } from './search.ts'
import { HEADING, lineOf } from './summary.ts'
import { measureThroughput, type Rounds } from './throughput.ts'

/**
 * Clears background work of an earlier run in the marketplace of that size below `dataDir`: queued mails and
 * notifications, and vacuum. Its CPU time would be added to unrelated rows.
 */
async function quiesce(dataDir: string, size: { products: number; orders: number }): Promise<void> {
  const market = await openMarket(dataDir, size)
  const db = connectDatabase(market.connection, { max: 1 })
  try {
    // Vacuum takes longer than the server's statement timeout.
    await sql`set statement_timeout = 0`.execute(db)
    await forgetMails(db)
    await sql`vacuum (analyze)`.execute(db)
  } finally {
    await db.destroy()
    // Stopping the database writes a checkpoint.
    await market.close()
  }
}

/** Marks the orders of earlier runs as mailed and announced. */
async function forgetMails(db: Db): Promise<void> {
  await sql`update order_events set announced = true, mail_due = false where not announced or mail_due`.execute(db)
  await sql`truncate outgoing_messages`.execute(db)
}

const SIZE = { products: 100_000, orders: 50_000 }
/** For `search` and `admin`. */
const BIG_SIZE = { products: 1_000_000, orders: 1_000_000 }
const FULL: Rounds = { count: 3, seconds: 5 }
const QUICK: Rounds = { count: 2, seconds: 0.8 }
/** Reused by later runs: creating the marketplace takes minutes. */
const dataDir = resolve(process.env.BENCH_DATA_DIR || join(import.meta.dirname, '..', '.data', 'bench'))

const USAGE = `npm run bench             measures every operation against its limit, on a marketplace in .data/bench
npm run bench -- quick    the same with shorter rounds, in about 3 minutes
npm run bench -- page     the first pages of visitors, in a real browser, beside the same without scripts
npm run bench -- cluster  one process against two, and new connections against keep-alive
npm run bench -- search   searches and deep pages of lists, at 1,000,000 products
npm run bench -- admin    the lists of admins and sellers, at 1,000,000 products and orders
npm run bench -- merge    a merge of a category of 100,000 products, beside reads`

/** Prints each operation beside its limit, then start time, memory and script size; returns true when all budgets hold. */
async function benchAll(rounds: Rounds): Promise<boolean> {
  await quiesce(dataDir, SIZE)
  const market = await openMarket(dataDir, SIZE)
  const folder = await mkdtemp(join(tmpdir(), 'openstall-bench-'))
  try {
    let isWithin = true
    console.log(`\n${HEADING}`)
    await measureThroughput(market, {
      folder,
      rounds,
      onRow: (row) => {
        console.log(lineOf(row))
        if (row.broken.length) isWithin = false
      },
    })
    console.log('')
    // The database's memory for connections of other servers would be added to that of the measured one.
    await market.stopServers()
    return (await measureFootprint(market)) && isWithin
  } finally {
    await market.close()
    await rm(folder, { recursive: true, force: true })
  }
}

const BENCHES: Record<string, () => Promise<boolean>> = {
  all: () => benchAll(FULL),
  quick: () => benchAll(QUICK),
  page: () => benchPages(`${dataDir}-page`),
  cluster: () => benchCluster(dataDir, SIZE),
  search: () => benchSearch(`${dataDir}-million`, BIG_SIZE),
  merge: () => benchMerge(`${dataDir}-merge`, SIZE),
  admin: () => benchLists(`${dataDir}-million`, BIG_SIZE),
}

const { positionals } = readArguments(USAGE, { allowPositionals: true })
const bench = positionals.length > 1 ? undefined : BENCHES[positionals[0] ?? 'all']
if (!bench) console.error(USAGE)
process.exitCode = (await bench?.()) ? 0 : 1
