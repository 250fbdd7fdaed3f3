import { Agent, request } from 'node:http'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectDatabase } from '../db/connect.ts'
import { countServers } from '../db/migrate.ts'
import { type Load, type LoadResult, runLoad, type Target } from './load.ts'
import { type Sample, sampleMarket } from './market-sample.ts'
import { type OpenMarket, openMarket } from './open-market.ts'
import { median } from './percentile.ts'
import { processorMsOfEach } from './processes.ts'
import { computedRows, type Row, readyRows } from './rows.ts'

// One server process against two, and new connections against keep-alive: `npm run bench -- cluster`.
const PROCESSES = 2
const BUYERS = 64
const ROUNDS = 3
const SECONDS = 3
const CLIENTS = 16
/** Cores for two servers, the database and the load generator. With fewer, rates measure the machine, not the cluster. */
const CORES_FOR_RATES = 6
/** The budget on machines with fewer cores: the largest share of the CPU time that one of two processes may use. */
const LARGEST_SHARE = 0.65
/** The minimum speed-up of two processes over one, by row. */
const BUDGETS: Record<string, number> = {
  'product page, cached': 1.6,
  'product, uncached': 1.3,
  'cart add': 1.3,
  'order, 64 buyers': 1,
}
/** The minimum share of the keep-alive rate. No budget for a cached page: it costs less than accepting a connection. */
const NEW_CONNECTIONS: { name: string; share?: number }[] = [
  { name: 'product, uncached', share: 0.6 },
  { name: 'product page, cached' },
]

/** Prints how rates and CPU time change with processes and connections; returns true when all budgets hold. */
export async function benchCluster(dataDir: string, size: { products: number; orders: number }): Promise<boolean> {
  const market = await openMarket(dataDir, size)
  try {
    const sample = await sampleMarket(market.connection, BUYERS)
    const one = await market.startServer({})
    const several = await startCluster(market)
    const rows = await rowsOf(market, one, sample)
    const byRate = availableParallelism() >= CORES_FOR_RATES
    console.log(`\nBudgets hold for ${byRate ? 'rates' : 'shares of CPU time: too few cores for rates'}`)
    const isWithin = [
      ...(await measureProcesses(rows, { one, several, byRate })),
      ...(await measureConnections(sample, several, byRate)),
    ]
    return isWithin.every(Boolean)
  } finally {
    await market.close()
  }
}

/** Starts a cluster and waits until all its processes use the database. */
async function startCluster(market: OpenMarket): Promise<Target> {
  const db = connectDatabase(market.connection, { max: 1 })
  try {
    const before = await countServers(db)
    const cluster = await market.startServer({ PROCESSES: String(PROCESSES) }, 'server/cluster.ts')
    while ((await countServers(db)) < before + PROCESSES) await sleep(50)
    await sleep(1_000)
    return cluster
  } finally {
    await db.destroy()
  }
}

async function rowsOf(market: OpenMarket, one: Target, sample: Sample): Promise<Row[]> {
  const callers = []
  for (const { id, email } of sample.buyers) callers.push({ id, token: await market.signIn(one, email) })
  const cached = readyRows(sample, { script: '', picture: '' }).map(({ name, paths, headers, budget }): Row => {
    const requests = paths.map((path) => ({ path, headers }))
    return { name, budget, limit: 'alone', load: () => ({ connections: CLIENTS, requestsOf: () => requests }) }
  })
  return [...cached, ...computedRows(sample, callers)].filter(({ name }) => name in BUDGETS)
}

interface Measured extends LoadResult {
  /** CPU milliseconds per operation of the busiest process, which limits the rate when there are enough cores. */
  busiestMs: number
  /** The busiest process's share of the CPU time of all. */
  busiestShare: number
}

async function measureProcesses(
  rows: Row[],
  { one, several, byRate }: { one: Target; several: Target; byRate: boolean },
): Promise<boolean[]> {
  const heading = ['one/s', 'two/s', 'ratio', 'ms of one', 'of the busier', 'ratio', 'its share', 'database ms']
  console.log(lineOf(`one process against ${PROCESSES}`, heading))
  const results: boolean[] = []
  for (const row of rows) {
    await runLoad(several, { ...row.load(0), seconds: 1 })
    const rounds: { one: Measured; two: Measured }[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const load = { ...row.load(round), seconds: SECONDS }
      rounds.push({ one: await measure(one, load), two: await measure(several, load) })
    }
    const of = (figure: (round: (typeof rounds)[number]) => number) => median(rounds.map(figure))
    const byRates = of((round) => round.two.rate / round.one.rate)
    const byTime = of((round) => round.one.serverMs / round.two.busiestMs)
    const figures = [
      of((round) => round.one.rate).toFixed(0),
      of((round) => round.two.rate).toFixed(0),
      byRates.toFixed(2),
      of((round) => round.one.serverMs).toFixed(3),
      of((round) => round.two.busiestMs).toFixed(3),
      byTime.toFixed(2),
      `${(100 * of((round) => round.two.busiestShare)).toFixed(0)} %`,
      of((round) => round.two.databaseMs).toFixed(3),
    ]
    console.log(lineOf(row.name, figures))
    const smallestShare = 1 - of((round) => round.two.busiestShare)
    results.push(byRate ? isAtLeast(byRates, BUDGETS[row.name]) : isAtLeast(smallestShare, 1 - LARGEST_SHARE))
  }
  return results
}

async function measure(target: Target, load: Load): Promise<Measured> {
  const before = await processorMsOfEach(target.pid)
  const result = await runLoad(target, load)
  return { ...result, ...busiestOf(before, await processorMsOfEach(target.pid), result.serverMs) }
}

function busiestOf(before: Map<number, number>, after: Map<number, number>, serverMs: number) {
  const used = [...after].map(([pid, ms]) => ms - (before.get(pid) ?? 0))
  const busiestShare = Math.max(...used) / used.reduce((sum, ms) => sum + ms, 0)
  return { busiestShare, busiestMs: busiestShare * serverMs }
}

async function measureConnections(sample: Sample, several: Target, byRate: boolean): Promise<boolean[]> {
  const heading = ['keep-alive/s', 'new/s', 'ratio', 'ms keep-alive', 'ms new', 'ratio', '']
  console.log(lineOf('keep-alive against new connections', heading))
  const results: boolean[] = []
  for (const { name, share } of NEW_CONNECTIONS) {
    const isPage = name.startsWith('product page')
    const paths = isPage
      ? sample.productIds.slice(0, 100).map((id) => `/product/${id}`)
      : sample.productIds.map((id) => `/api/products/${id}`)
    const rounds: { keepAlive: Fetched; fresh: Fetched }[] = []
    for (let round = 0; round < ROUNDS; round++)
      rounds.push({ keepAlive: await fetchAll(several, paths, true), fresh: await fetchAll(several, paths, false) })
    const of = (figure: (round: (typeof rounds)[number]) => number) => median(rounds.map(figure))
    const byRates = of(({ keepAlive, fresh }) => fresh.rate / keepAlive.rate)
    const byTime = of(({ keepAlive, fresh }) => keepAlive.serverMs / fresh.serverMs)
    const figures = [
      of(({ keepAlive }) => keepAlive.rate).toFixed(0),
      of(({ fresh }) => fresh.rate).toFixed(0),
      byRates.toFixed(2),
      of(({ keepAlive }) => keepAlive.serverMs).toFixed(3),
      of(({ fresh }) => fresh.serverMs).toFixed(3),
      byTime.toFixed(2),
      '',
    ]
    console.log(lineOf(name, figures))
    results.push(isAtLeast(byRate ? byRates : byTime, share))
  }
  return results
}

interface Fetched {
  rate: number
  serverMs: number
}

/** Requests paths from many clients at once, over one connection a client or a new one for each request. */
async function fetchAll({ origin, pid }: Target, paths: string[], keepAlive: boolean): Promise<Fetched> {
  const agent = new Agent({ keepAlive, maxSockets: CLIENTS })
  const total = async () => [...(await processorMsOfEach(pid)).values()].reduce((sum, ms) => sum + ms, 0)
  const before = await total()
  const beganAt = performance.now()
  let fetched = 0
  async function client(first: number): Promise<void> {
    for (let index = first; performance.now() - beganAt < SECONDS * 1000; index += CLIENTS) {
      await fetchOne(`${origin}${paths[index % paths.length]}`, agent)
      fetched++
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)))
  agent.destroy()
  const seconds = (performance.now() - beganAt) / 1000
  return { rate: fetched / seconds, serverMs: ((await total()) - before) / fetched }
}

function fetchOne(address: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(address, { agent, headers: { 'accept-encoding': 'gzip, br' } }, (response) => {
      response.resume().on('end', resolve).on('error', reject)
      if (response.statusCode !== 200) reject(new Error(`${address} returned ${response.statusCode}`))
    })
    sent.on('error', reject).end()
  })
}

function isAtLeast(ratio: number, wanted: number | undefined): boolean {
  if (wanted === undefined || ratio >= wanted) return true
  console.log(`    OVER BUDGET: ${ratio.toFixed(2)}, wanted at least ${wanted}`)
  return false
}

function lineOf(name: string, figures: string[]): string {
  return [name.padEnd(36), ...figures.map((figure) => figure.padStart(13))].join('')
}
