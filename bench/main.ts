import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import autocannon from 'autocannon'
import { readArguments } from '../cli/frame/run-command.ts'
import { type Connection, connectDatabase } from '../db/connect.ts'
import { freePort } from '../db/embedded/free-port.ts'
import { openEmbeddedDatabase } from '../db/embedded/open-embedded-database.ts'
import { buildApp } from '../server/app.ts'
import { systemClock } from '../server/config/clock.ts'
import { readConfig } from '../server/config/config.ts'
import { openSecrets } from '../server/keys/secrets.ts'
import { openRenderer } from '../server/ssr/open-renderer.ts'
import { benchLists } from './admin-lists.ts'
import { firstLoadKilobytes } from './first-load.ts'
import { ensureMarketplace, samplePaths } from './marketplace.ts'
import { median } from './percentile.ts'
import { memoryMegabytes, type Started, startNode } from './processes.ts'
import { record } from './record.ts'

const ROUNDS = 3
const ROUND_SECONDS = 3
const CONNECTIONS = 20
const SIZE = { products: 100_000, orders: 50_000 }
const ROOT = resolve(import.meta.dirname, '..')
/** Kept between runs: creating the marketplace takes minutes. */
const dataDir = resolve(process.env.BENCH_DATA_DIR ?? join(ROOT, '.data', 'bench'))
const environment = { DATA_DIR: dataDir, LOG_LEVEL: 'error', RATE_LIMITS: 'off' }

/** Returns the median requests per second of several rounds; the sides alternate, so that noise affects both. */
async function compare(paths: string[], ours: string, bare: string): Promise<{ ours: number; bare: number }> {
  const rates = { ours: [] as number[], bare: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    rates.ours.push(await measure(ours, paths))
    rates.bare.push(await measure(bare, paths))
  }
  return { ours: median(rates.ours), bare: median(rates.bare) }
}

async function measure(url: string, paths: string[]): Promise<number> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: ROUND_SECONDS,
    requests: paths.map((path) => ({ path })),
  })
  if (result.non2xx || result.errors) throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`)
  return result.requests.average
}

async function writeRecording(connection: Connection, groups: Record<string, string[]>, file: string): Promise<void> {
  const config = readConfig(environment, false)
  const db = connectDatabase(connection, { max: 2 })
  const { renderer, close } = await openRenderer({ dev: false })
  const app = await buildApp({
    config,
    db,
    connection,
    clock: systemClock,
    secrets: await openSecrets(config),
    renderer,
    readiness: { accepting: true },
  })
  const replays = await record(app, Object.values(groups).flat())
  await app.close()
  await close()
  await db.destroy()
  await writeFile(file, JSON.stringify({ connection, poolSize: config.databasePoolSize, replays }))
}

async function startOurs(): Promise<Started & { origin: string }> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const started = await startNode(
    [join(ROOT, 'server/main.ts')],
    { ...environment, PORT: String(port) },
    `${origin}/healthz`,
  )
  return { ...started, origin }
}

async function main(): Promise<void> {
  await ensureMarketplace(ROOT, dataDir, SIZE)
  const embedded = await openEmbeddedDatabase({ dataDir, log: () => {} })
  const folder = await mkdtemp(join(tmpdir(), 'openstall-bench-'))
  const running: { stop(): Promise<void> }[] = []
  try {
    const groups = await samplePaths(embedded.connection)
    const recording = join(folder, 'recording.json')
    await writeRecording(embedded.connection, groups, recording)
    const bareOrigin = `http://127.0.0.1:${await freePort()}`
    running.push(
      await startNode([join(ROOT, 'bench/bare-server.ts'), recording, new URL(bareOrigin).port], {}, bareOrigin),
    )
    const ours = await startOurs()
    running.push(ours)

    console.log(
      '\nAgainst a bare Fastify route that sends the same SQL and returns the same bytes (budget for lists: 1.5×)',
    )
    for (const [name, paths] of Object.entries(groups)) {
      const rates = await compare(paths, ours.origin, bareOrigin)
      const ratio = (rates.bare / rates.ours).toFixed(2)
      console.log(`  ${name.padEnd(26)} ${ratio}×   (${rates.ours.toFixed(0)} of ${rates.bare.toFixed(0)} requests/s)`)
    }
    const home = await (await fetch(`${ours.origin}/`)).text()
    console.log(
      `\nFirst load, compressed JavaScript   ${(await firstLoadKilobytes(home)).toFixed(1)} kB   (budget 150 kB)`,
    )
  } finally {
    for (const { stop } of running.reverse()) await stop()
    await embedded.close()
    await rm(folder, { recursive: true, force: true })
  }
  await measureStart()
}

/** Measures the start of the server and its database, and their memory when idle. */
async function measureStart(): Promise<void> {
  const starts: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const { startMs, stop, child } = await startOurs()
    starts.push(startMs)
    if (round === ROUNDS - 1) {
      await new Promise((done) => setTimeout(done, 3000))
      const memory = await memoryMegabytes([child.pid ?? 0, await postmasterPid()])
      console.log(`Idle memory of all processes        ${memory.toFixed(0)} MB   (budget 250 MB)`)
    }
    await stop()
  }
  console.log(`Start with an existing database     ${median(starts).toFixed(0)} ms   (budget 2000 ms)`)
}

async function postmasterPid(): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)
}

const USAGE = `npm run bench            measures the budgets, on a marketplace kept in .data/bench
npm run bench -- admin   measures the lists of admins and sellers instead, on a marketplace of its own`

const { positionals } = readArguments(USAGE, { allowPositionals: true })
if (positionals.length > 1 || (positionals[0] ?? 'admin') !== 'admin') {
  console.error(USAGE)
  process.exitCode = 1
} else if (positionals[0]) process.exitCode = (await benchLists(ROOT, `${dataDir}-million`)) ? 0 : 1
else await main()
