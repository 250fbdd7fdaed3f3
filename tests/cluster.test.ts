import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '../db/embedded/free-port.ts'
import { connectionUrl } from './support/connection-url.ts'
import {
  childrenOf,
  environmentWithoutSettings,
  isAlive,
  type ServerProcess,
  startProcess,
  untilPrinted,
} from './support/server-process.ts'
import { startLoad } from './support/steady-load.ts'
import { createMarketDatabase, type TestDatabase } from './support/test-database.ts'

const ROOT = join(import.meta.dirname, '..')

let dataDir: string
let database: TestDatabase
let primary: ServerProcess
let port: number
let workers: number[] = []

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'openstall-cluster-'))
  database = await createMarketDatabase()
  port = await freePort()
})
afterEach(async () => {
  const left = primary.child.pid === undefined ? [] : await childrenOf(primary.child.pid)
  for (const pid of [...left, ...workers]) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  primary.child.kill('SIGKILL')
  workers = []
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

function environment(): Record<string, string> {
  return {
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: connectionUrl(database.connection),
    PROCESSES: '2',
    DRAIN_SECONDS: '0.5',
  }
}

async function start(settings: Record<string, string> = {}, node?: string): Promise<void> {
  primary = startProcess('server/cluster.ts', { ...environment(), ...settings }, node)
}

/** Waits until so many servers run, besides `without`; returns their process ids. */
async function untilServing(count: number, without: number[] = []): Promise<number[]> {
  await untilPrinted(primary, /Openstall runs in/)
  const pids = async () => (await childrenOf(primary.child.pid ?? 0)).filter((pid) => !without.includes(pid))
  await expect.poll(async () => (await pids()).length).toBe(count)
  workers = await pids()
  return workers
}

/** Returns the first of so many consecutive free ports, below those that the system assigns. */
async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = randomInt(20_000, 30_000)
    const row = Array.from({ length: count }, (_, index) => first + index)
    if ((await Promise.all(row.map(isFree))).every(Boolean)) return first
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}

/** Returns the status, or the error of a connection to a process that was killed. */
const statusOf = (path: string) =>
  fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(5_000) }).then(({ status }) => status, String)

test('F5: a rolling restart under load replaces every process without a failed request; then SIGTERM stops all', async () => {
  const metricsPort = await freePorts(3)
  await start({ METRICS_PORT: String(metricsPort) })
  const before = await untilServing(2)
  // Each process has its own port for metrics.
  for (const slot of [0, 1]) expect((await fetch(`http://127.0.0.1:${metricsPort + slot}/metrics`)).status).toBe(200)
  expect(primary.output().match(/Openstall is ready/g)).toHaveLength(1)
  const load = startLoad(`http://127.0.0.1:${port}/api/products/PRD00001`, 12)
  await expect.poll(() => load.completed, { interval: 5 }).toBeGreaterThan(100)
  primary.child.kill('SIGHUP')
  await untilPrinted(primary, /Rolling restart: done/)
  const completedBefore = load.completed
  await expect.poll(() => load.completed, { interval: 5 }).toBeGreaterThan(completedBefore + 100)
  await load.stop()
  expect(load.failures).toEqual([])
  const after = await untilServing(2)
  expect(after.filter((pid) => before.includes(pid))).toEqual([])
  expect(before.filter(isAlive)).toEqual([])

  const { code, tookMs } = await primary.end('SIGTERM')
  expect(code).toBe(0)
  expect(tookMs).toBeLessThan(10_000)
  expect(after.filter(isAlive)).toEqual([])
})

test('a killed process is replaced, also after a time in which none can be started; the others keep running', async () => {
  const node = join(dataDir, 'node')
  await copyFile(process.execPath, node)
  await start({}, node)
  const [victim = 0] = await untilServing(2)
  process.kill(victim, 'SIGKILL')
  await expect.poll(async () => (await childrenOf(primary.child.pid ?? 0)).includes(victim)).toBe(false)
  await expect.poll(() => statusOf('/readyz')).toBe(200)
  const [next = 0] = await untilServing(2, [victim])
  await rename(node, `${node}-away`)
  process.kill(next, 'SIGKILL')
  await untilPrinted(primary, /could not be started/)
  await expect.poll(() => statusOf('/readyz')).toBe(200)
  await rename(`${node}-away`, node)
  await untilServing(2, [next])
  expect((await primary.end('SIGINT')).code).toBe(0)
})

test('kill -9 of the primary ends the processes as well', async () => {
  await start()
  const running = await untilServing(2)
  await primary.end('SIGKILL')
  await expect.poll(() => running.filter(isAlive), { timeout: 15_000 }).toEqual([])
})

test('an error that prevents the start is printed once, and the exit code is 1', async () => {
  await start({ API_KEY_SECRET: 'too short' })
  await expect.poll(() => primary.child.exitCode).toBe(1)
  expect(primary.output().match(/cannot start/g)).toHaveLength(1)
  expect(primary.output()).toMatch(/API_KEY_SECRET/)
  await start({ PROCESSES: '0', PORT: 'x', API_KEY_SECRET: 'too short' })
  await expect.poll(() => primary.child.exitCode).toBe(1)
  expect(primary.output()).toMatch(/PORT[\s\S]*PROCESSES[\s\S]*API_KEY_SECRET/)
  // More than the embedded database has connections for.
  await start({ DATABASE_URL: '', PROCESSES: '128', METRICS_PORT: '65500' })
  await expect.poll(() => primary.child.exitCode).toBe(1)
  expect(primary.output()).toMatch(/PROCESSES: .*DATABASE_POOL_SIZE.*\n +METRICS_PORT: /)
})

test.runIf(existsSync('/usr/bin/script'))(
  'a closed terminal stops all processes and is no request for a restart',
  async () => {
    const child = spawn(
      '/usr/bin/script',
      ['-qfc', `${process.execPath} ${join(ROOT, 'server/cluster.ts')}`, '/dev/null'],
      {
        cwd: dataDir,
        env: { ...environmentWithoutSettings(), ...environment(), PROCESSES: '1' },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    let text = ''
    child.stdout.on('data', (chunk) => (text += chunk))
    primary = { child, output: () => text, end: () => Promise.reject(new Error('unused')) }
    await untilPrinted(primary, /SIGHUP to process \d+/)
    const first = Number(/SIGHUP to process (\d+)/.exec(text)?.[1])
    workers = [first, ...(await childrenOf(first))]
    expect(workers).toHaveLength(2)
    // Its terminal is closed with it.
    child.kill('SIGKILL')
    await expect.poll(() => workers.filter(isAlive)).toEqual([])
  },
)
