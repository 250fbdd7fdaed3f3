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
  untilSaid,
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

/** Waits until there are so many servers besides `without`, and tells their processes. */
async function untilServing(count: number, without: number[] = []): Promise<number[]> {
  await untilSaid(primary, /Openstall runs in/)
  const pids = async () => (await childrenOf(primary.child.pid ?? 0)).filter((pid) => !without.includes(pid))
  await expect.poll(async () => (await pids()).length).toBe(count)
  workers = await pids()
  return workers
}

/** The first of so many free ports in a row, below those that the system gives to others meanwhile. */
async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = randomInt(20_000, 30_000)
    const row = Array.from({ length: count }, (_, place) => first + place)
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

/** A connection that was on its way to a process as it was killed hears nothing: the next one does. */
const answer = (path: string) =>
  fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(5_000) }).then(({ status }) => status, String)

test('F5: a rolling restart under load replaces every process without a failed request; then SIGTERM ends all', async () => {
  const metricsPort = await freePorts(3)
  await start({ METRICS_PORT: String(metricsPort) })
  const before = await untilServing(2)
  // What cannot be shared has a port for each process.
  for (const place of [0, 1]) expect((await fetch(`http://127.0.0.1:${metricsPort + place}/metrics`)).status).toBe(200)
  expect(primary.said().match(/Openstall is open/g)).toHaveLength(1)
  const load = startLoad(`http://127.0.0.1:${port}/api/products/PRD00001`, 12)
  await expect.poll(() => load.answered, { interval: 5 }).toBeGreaterThan(100)
  primary.child.kill('SIGHUP')
  await untilSaid(primary, /Rolling restart: done/)
  const answeredBefore = load.answered
  await expect.poll(() => load.answered, { interval: 5 }).toBeGreaterThan(answeredBefore + 100)
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

test('a process that is killed is replaced, also when none can be begun for a while; the others go on', async () => {
  const node = join(dataDir, 'node')
  await copyFile(process.execPath, node)
  await start({}, node)
  const [victim = 0] = await untilServing(2)
  process.kill(victim, 'SIGKILL')
  await expect.poll(async () => (await childrenOf(primary.child.pid ?? 0)).includes(victim)).toBe(false)
  await expect.poll(() => answer('/readyz')).toBe(200)
  const [next = 0] = await untilServing(2, [victim])
  await rename(node, `${node}-away`)
  process.kill(next, 'SIGKILL')
  await untilSaid(primary, /could not be started/)
  await expect.poll(() => answer('/readyz')).toBe(200)
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

test('what keeps the servers from starting is said once, and the end is 1', async () => {
  await start({ API_KEY_SECRET: 'too short' })
  await expect.poll(() => primary.child.exitCode).toBe(1)
  expect(primary.said().match(/cannot start/g)).toHaveLength(1)
  expect(primary.said()).toMatch(/API_KEY_SECRET/)
  await start({ PROCESSES: '0', PORT: 'x', API_KEY_SECRET: 'too short' })
  await expect.poll(() => primary.child.exitCode).toBe(1)
  expect(primary.said()).toMatch(/PORT[\s\S]*PROCESSES[\s\S]*API_KEY_SECRET/)
  // More than the embedded database has connections for.
  await start({ DATABASE_URL: '', PROCESSES: '128', METRICS_PORT: '65500' })
  await expect.poll(() => primary.child.exitCode).toBe(1)
  expect(primary.said()).toMatch(/PROCESSES: .*DATABASE_POOL_SIZE.*\n +METRICS_PORT: /)
})

test.runIf(existsSync('/usr/bin/script'))(
  'a closed terminal ends all of them, and is no request to restart',
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
    primary = { child, said: () => text, end: () => Promise.reject(new Error('not asked for')) }
    await untilSaid(primary, /SIGHUP to process \d+/)
    const first = Number(/SIGHUP to process (\d+)/.exec(text)?.[1])
    workers = [first, ...(await childrenOf(first))]
    expect(workers).toHaveLength(2)
    // With it goes the terminal that it made.
    child.kill('SIGKILL')
    await expect.poll(() => workers.filter(isAlive)).toEqual([])
  },
)
