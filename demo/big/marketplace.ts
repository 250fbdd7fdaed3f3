import type pg from 'pg'
import type { Connection } from '../../db/connect.ts'
import { openCopyClient } from '../../db/copy-client.ts'
import * as queries from './queries.ts'
import { type BigRows, bigRows, type Plan } from './rows.ts'

/** Rows per transaction. */
const BATCH = 20_000

export interface BigMarketplaceOptions {
  products: number
  orders: number
  now: Date
  /** Called with the share of work done, from 0 to 1. */
  progress: (share: number) => void
  log: (message: string) => void
  signal?: AbortSignal
}

/**
 * Adds products and orders to a database, for measurements; no server may use it meanwhile. Numbers continue from the
 * last ones; pictures are the demo's. After an interruption the next call finishes that load, whatever its options.
 * Throws an Error when a server uses the database.
 */
export async function addProductsAndOrders(connection: Connection, options: BigMarketplaceOptions): Promise<void> {
  const client = await openCopyClient(connection)
  const other = await openCopyClient(connection)
  options.signal?.addEventListener('abort', () => {
    for (const opened of [client, other]) void opened.end()
  })
  try {
    await queries.lockFilling(client)
    if (await queries.isServed(client))
      throw new Error('A server uses this database: stop it first, as its lists and figures are built at the end.')
    for (const opened of [client, other]) await queries.allowBulkWrites(opened)
    await runLoad([client, other], await openLoad(client, options), options)
  } finally {
    for (const opened of [client, other]) await opened.end().catch(() => {})
  }
}

/** Returns the interrupted load, or begins a new one. */
async function openLoad(
  client: pg.Client,
  { products, orders, now, log }: BigMarketplaceOptions,
): Promise<queries.Load> {
  const unfinished = await queries.findLoad(client)
  if (unfinished) {
    const { plan } = unfinished
    log(`going on with the ${plan.products} products and ${plan.orders} orders of an interrupted run`)
    return unfinished
  }
  await queries.beginLoad(client, { products, orders, now: now.toISOString() })
  const begun = await queries.findLoad(client)
  if (!begun) throw new Error('the load was not recorded')
  return begun
}

/** A part of a load, with its approximate cost in any unit. */
interface Step {
  cost: number
  /** Indexes are built concurrently; everything else runs in order. */
  isIndex?: boolean
  run(client: pg.Client): Promise<unknown>
}

async function runLoad(
  clients: [pg.Client, pg.Client],
  load: queries.Load,
  { progress, signal }: BigMarketplaceOptions,
): Promise<void> {
  const [client, other] = clients
  const steps = stepsOf(load).map((step, index) => ({ ...step, index }))
  const total = steps.reduce((sum, { cost }) => sum + cost, (load.plan.products + load.plan.orders) * COST.end)
  const before = new Set(load.stepsDone)
  let done = 0
  const run = async (on: pg.Client, step: Step & { index: number }) => {
    signal?.throwIfAborted()
    if (!before.has(step.index)) await queries.runStep(on, step.index, () => step.run(on))
    done += step.cost
    progress(done / total)
  }
  const firstIndex = steps.findIndex(({ isIndex }) => isIndex)
  for (const step of steps.slice(0, firstIndex)) await run(client, step)
  // Longest first, so that both connections finish at about the same time.
  const indexes = steps.filter(({ isIndex }) => isIndex).sort((a, b) => b.cost - a.cost)
  const build = async (on: pg.Client) => {
    for (let step = indexes.shift(); step; step = indexes.shift()) await run(on, step)
  }
  await allOrFirstError(clients.map(build))
  for (const step of steps.slice(firstIndex).filter(({ isIndex }) => !isIndex)) await run(client, step)
  await queries.updateStatistics(client, other)
  await queries.endLoad(client)
  progress(1)
}

async function allOrFirstError(works: Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(works)) if (result.status === 'rejected') throw result.reason
}

/** Microseconds per row on two cores, measured; of indexes and keys, per product and order. */
const COST = { user: 20, order: 40, product: 60, figure: 8, index: 0.7, key: 0.4, trigrams: 15, pieces: 30, end: 25 }
/** The text indexes, which take longest. */
const TRIGRAMS = /product_search USING gin .*trgm/
const PIECES = /product_search USING gin .*pieces/

function costOfRebuilding(statement: string): number {
  if (PIECES.test(statement)) return COST.pieces
  if (TRIGRAMS.test(statement)) return COST.trigrams
  return statement.startsWith('CREATE') ? COST.index : COST.key
}

/** Returns all steps of a load, in an order that is stable across interruptions. */
function stepsOf({ plan, rebuild }: queries.Load): Step[] {
  const rows = bigRows(plan)
  let unitsSold: Map<number, number> | undefined
  const perRow = plan.products + plan.orders
  return [
    ...batches(rows.users).map(({ from, to }) => ({
      cost: (to - from) * COST.user,
      run: (client: pg.Client) => queries.copyUsers(client, rows.userLines(from, to)),
    })),
    ...batches(plan.orders).map(({ from, to }) => ({
      cost: (to - from) * COST.order,
      run: (client: pg.Client) => queries.copyOrders(client, rows.orderLines(from, to)),
    })),
    ...batches(plan.products).map(({ from, to }) => ({
      cost: (to - from) * COST.product,
      run: async (client: pg.Client) => {
        unitsSold ??= await queries.readUnitsSold(client, plan)
        await copyProducts(client, { plan, rows, sold: unitsSold }, { from, to })
      },
    })),
    ...queries.FIGURES.map((figure) => ({
      cost: plan.orders * COST.figure,
      run: (client: pg.Client) => figure(client, plan),
    })),
    ...rebuild.map((statement, index) => ({
      cost: perRow * costOfRebuilding(statement),
      isIndex: /^CREATE|PRIMARY KEY|UNIQUE/.test(statement),
      run: (client: pg.Client) => queries.rebuildOne(client, index),
    })),
  ]
}

function copyProducts(
  client: pg.Client,
  { plan, rows, sold }: { plan: Plan; rows: BigRows; sold: Map<number, number> },
  { from, to }: { from: number; to: number },
): Promise<void> {
  const lines = rows.productLines(from, to, (number) => sold.get(number) ?? 0)
  return queries.copyProducts(client, lines, { first: plan.lastProduct + from + 1, last: plan.lastProduct + to })
}

function batches(count: number): { from: number; to: number }[] {
  return Array.from({ length: Math.ceil(count / BATCH) }, (_, index) => ({
    from: index * BATCH,
    to: Math.min((index + 1) * BATCH, count),
  }))
}
