import { writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { demoAccounts } from '../demo/accounts.ts'
import type { ReadyResponse } from './limits/http-limit.ts'
import { createLimitTables, dropLimitTables } from './limits/statements.ts'
import { type Load, type LoadResult, runLoad, type Target } from './load.ts'
import { type Sample, sampleMarket } from './market-sample.ts'
import type { OpenMarket } from './open-market.ts'
import { type Caller, computedRows, paidRows, type ReadyRow, type Row, readyRows } from './rows.ts'
import { type MeasuredRow, summarize } from './summary.ts'

const BUYERS = 64
const CONNECTIONS = 16
const WARM_UP_SECONDS = 0.5

export interface Rounds {
  count: number
  seconds: number
}

/** Measures every row and its limit in alternating rounds, so that noise affects both; calls `onRow` with each. */
export async function measureThroughput(
  market: OpenMarket,
  { folder, rounds, onRow }: { folder: string; rounds: Rounds; onRow: (row: MeasuredRow) => void },
): Promise<void> {
  const sample = await sampleMarket(market.connection, BUYERS)
  await createLimitTables(market.connection)
  try {
    const { databasePoolSize } = market.config
    const sql = await market.startLimit('sql-limit.ts', [JSON.stringify(market.connection), String(databasePoolSize)])
    const ours = await market.startServer({})
    const ready = await recordReady(ours, sample)
    const responses = join(folder, 'responses.json')
    await writeFile(responses, JSON.stringify(ready.flatMap((row) => row.responses)))
    const http = await market.startLimit('http-limit.ts', [responses])
    for (const { row } of ready) onRow(await measureRow(row, { ours, limit: http }, rounds))

    const measuring = await market.startServer({ METRICS_PORT: await market.freePort() })
    for (const { row } of ready.filter(({ row }) => row.name === 'product page, cached')) {
      const withMetrics = { ...row, name: `${row.name}, with metrics` }
      onRow(await measureRow(withMetrics, { ours: measuring, limit: http }, rounds))
    }
    const rows = computedRows(sample, await signInAll(market, ours, sample))
    for (const row of rows) onRow(await measureRow(row, { ours, limit: row.limit === 'sql' ? sql : undefined }, rounds))
    const paying = await market.startServer({ PAYMENTS: 'sandbox', SANDBOX: 'calm' })
    for (const row of paidRows(rows)) onRow(await measureRow(row, { ours: paying, limit: ours }, rounds))
    onRow(await measureWhileChanging(market, ours, { productIds: sample.productIds, rounds }))
  } finally {
    await dropLimitTables(market.connection)
  }
}

/** Returns the rows of cached responses, with the recorded responses for the limit server. */
async function recordReady(ours: Target, sample: Sample) {
  const recorded: { row: Row; responses: ReadyResponse[] }[] = []
  for (const ready of readyRows(sample, await filesOfHome(ours.origin))) {
    const responses: ReadyResponse[] = []
    for (const path of ready.paths) responses.push(await readResponse(ours.origin, path, ready.headers))
    recorded.push({ responses, row: toRow(ready, responses) })
  }
  return recorded
}

function toRow({ name, budget, headers, isKnown }: ReadyRow, responses: ReadyResponse[]): Row {
  const requests = responses.map(({ path, headers: { etag = '' } }) => ({
    path,
    headers: isKnown ? { ...headers, 'if-none-match': etag } : headers,
  }))
  const requestsOf = (connection: number) => [...requests.slice(connection), ...requests.slice(0, connection)]
  return { name, limit: 'http', budget, load: () => ({ connections: CONNECTIONS, requestsOf }) }
}

async function signInAll(market: OpenMarket, ours: Target, { buyers }: Sample): Promise<Caller[]> {
  const callers: Caller[] = []
  for (const { id, email } of buyers) callers.push({ id, token: await market.signIn(ours, email) })
  return callers
}

async function measureRow(
  row: Row,
  targets: { ours: Target; limit: Target | undefined },
  rounds: Rounds,
): Promise<MeasuredRow> {
  const measured: { ours: LoadResult[]; limit: LoadResult[] } = { ours: [], limit: [] }
  for (let round = 0; round < rounds.count; round++) {
    const load: Load = { ...row.load(round), seconds: rounds.seconds }
    // The warm-up refills caches that expired during other rows, with paths that no measured round uses.
    const seconds = (round === 0 && row.warmUpSeconds) || WARM_UP_SECONDS
    const warmUp: Load = { ...row.load(rounds.count + round), seconds }
    for (const side of ['ours', 'limit'] as const) {
      const target = targets[side]
      if (!target) continue
      await runLoad(target, warmUp)
      measured[side].push(await runLoad(target, load))
    }
  }
  return summarize(row.name, row.budget, measured)
}

/** The headers that the limit server sends as well: clients need them to read the body. */
const COPIED_HEADERS = ['content-type', 'content-encoding', 'etag', 'cache-control', 'vary']

/** Returns the unchanged response of one request. Throws unless its status is 200. */
function readResponse(origin: string, path: string, headers: Record<string, string>): Promise<ReadyResponse> {
  return new Promise((resolve, reject) => {
    get(`${origin}${path}`, { headers }, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      if (response.statusCode !== 200) return reject(new Error(`${path} returned ${response.statusCode}`))
      const copied = COPIED_HEADERS.flatMap((name) => {
        const value = response.headers[name]
        return typeof value === 'string' ? [[name, value]] : []
      })
      resolve({ path, headers: Object.fromEntries(copied), body: Buffer.concat(chunks).toString('base64') })
    }).on('error', reject)
  })
}

/** Returns a script and a phone-size product picture of the home page. Throws when it has none. */
async function filesOfHome(origin: string): Promise<{ script: string; picture: string }> {
  const html = await (await fetch(`${origin}/`)).text()
  const script = /"(\/assets\/[^"]+\.js)"/.exec(html)?.[1]
  const picture = /[ "]([^" ]+width=320) 320w/.exec(html)?.[1]?.replaceAll('&amp;', '&')
  if (!script || !picture) throw new Error('the home page has no script or no picture')
  return { script, picture: new URL(picture, origin).pathname + new URL(picture, origin).search }
}

const PAGES = 100
const CHANGES_PER_SECOND = 6
const HEADERS = { accept: 'text/html', 'accept-encoding': 'gzip, br' }

/** Measures product pages while an admin edits products, half of them the requested ones, against a round without edits. */
async function measureWhileChanging(
  market: OpenMarket,
  ours: Target,
  { productIds, rounds }: { productIds: string[]; rounds: { count: number; seconds: number } },
): Promise<MeasuredRow> {
  const requests = productIds.slice(0, PAGES).map((id) => ({ path: `/product/${id}`, headers: HEADERS }))
  const requestsOf = (connection: number) => [...requests.slice(connection), ...requests.slice(0, connection)]
  const load = { connections: CONNECTIONS, seconds: rounds.seconds, requestsOf }
  const token = await market.signIn(ours, demoAccounts.find(({ role }) => role === 'admin')?.email ?? '')
  const measured: { ours: LoadResult[]; limit: LoadResult[] } = { ours: [], limit: [] }
  for (let round = 0; round < rounds.count; round++) {
    measured.limit.push(await runLoad(ours, load))
    const stop = changeProducts(ours, token, productIds.slice(0, 2 * PAGES))
    measured.ours.push(await runLoad(ours, load))
    await stop()
  }
  return summarize(`${PAGES} product pages, ${CHANGES_PER_SECOND} changes/s`, { ratio: 0.7 }, measured)
}

/** Toggles the flash sale of one product after another; returns a function that stops it. */
function changeProducts({ origin }: Target, token: string, productIds: string[]): () => Promise<void> {
  const ended = new AbortController()
  async function run(): Promise<void> {
    for (let change = 0; !ended.signal.aborted; change++) {
      const id = productIds[(change >> 1) % productIds.length]
      const response = await fetch(`${origin}/api/admin/products/${id}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ flash_sale: change % 2 === 0 }),
      })
      if (!response.ok) throw new Error(`changing ${id} returned ${response.status} ${await response.text()}`)
      await sleep(1000 / CHANGES_PER_SECOND, undefined, { signal: ended.signal }).catch(() => {})
    }
  }
  const running = run()
  return async () => {
    ended.abort()
    await running
  }
}
