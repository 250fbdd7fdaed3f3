import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, rename } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../db/embedded/free-port.ts'
import { clusterOfEachTest } from './support/cluster.ts'
import { childrenOf, environmentWithoutSettings, isAlive, untilPrinted } from './support/server-process.ts'
import { startLoad } from './support/steady-load.ts'

const cluster = clusterOfEachTest()

/** Returns the status, or the error of a connection to a killed process. */
const statusOf = (path: string) =>
  fetch(`http://127.0.0.1:${cluster.folder.port}${path}`, { signal: AbortSignal.timeout(20_000) }).then(
    ({ status }) => status,
    String,
  )

const CONNECTIONS = 24
/** The client's own timeout; a connection that the server closes is closed long before. */
const CLIENT_TIMEOUT_MS = 10_000

/** Sends a request on a new connection; returns the status line, or how the connection ended without one. */
async function request(): Promise<string> {
  const socket = connect(cluster.folder.port, '127.0.0.1')
  let received = ''
  let ended = 'closed'
  socket.setEncoding('utf8').on('data', (text) => (received += text))
  // Errors are followed by the end, which counts.
  socket.on('error', () => {})
  const end = new Promise((resolve) => socket.once('close', resolve))
  socket.setTimeout(CLIENT_TIMEOUT_MS, () => {
    ended = 'left waiting'
    socket.destroy()
  })
  socket.write('GET /healthz HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n')
  await end
  return received.split('\r\n')[0] || ended
}

test('F5: a rolling restart under load replaces every process without a failed request; then SIGTERM stops all', async () => {
  const metricsPort = await freePort(3)
  await cluster.start({ METRICS_PORT: String(metricsPort) })
  const before = await cluster.untilServing(2)
  // Each process has its own metrics port.
  for (const slot of [0, 1]) expect((await fetch(`http://127.0.0.1:${metricsPort + slot}/metrics`)).status).toBe(200)
  expect(cluster.primary.output().match(/Openstall is ready/g)).toHaveLength(1)
  const load = startLoad(`http://127.0.0.1:${cluster.folder.port}/api/products/PRD00001`, 12)
  await expect.poll(() => load.completed, { interval: 5 }).toBeGreaterThan(100)
  cluster.primary.child.kill('SIGHUP')
  await untilPrinted(cluster.primary, /Rolling restart: done/)
  const completedBefore = load.completed
  await expect.poll(() => load.completed, { interval: 5 }).toBeGreaterThan(completedBefore + 100)
  await load.stop()
  expect(load.failures).toEqual([])
  const after = await cluster.untilServing(2)
  expect(after.filter((pid) => before.includes(pid))).toEqual([])
  expect(before.filter(isAlive)).toEqual([])

  const { code, tookMs } = await cluster.primary.end('SIGTERM')
  expect(code).toBe(0)
  expect(tookMs).toBeLessThan(10_000)
  expect(after.filter(isAlive)).toEqual([])
})

test('a killed process leaves no client waiting and is replaced, also after a while in which none can be started', async () => {
  const node = join(cluster.folder.dataDir, 'node')
  await copyFile(process.execPath, node)
  await cluster.start({}, node)
  const [victim = 0] = await cluster.untilServing(2)
  // The stopped process accepts nothing, but is still assigned connections.
  process.kill(victim, 'SIGSTOP')
  const outcomes: string[] = []
  const requests = Array.from({ length: CONNECTIONS }, async () => outcomes.push(await request()))
  // Connections are assigned in turn: one of the first two is the victim's.
  await expect.poll(() => outcomes.length).toBeGreaterThan(1)
  process.kill(victim, 'SIGKILL')
  await Promise.all(requests)
  expect(outcomes.filter((outcome) => outcome !== 'HTTP/1.1 200 OK' && outcome !== 'closed')).toEqual([])
  await expect.poll(async () => (await childrenOf(cluster.primary.child.pid ?? 0)).includes(victim)).toBe(false)
  await expect.poll(() => statusOf('/readyz')).toBe(200)
  const [next = 0] = await cluster.untilServing(2, [victim])
  await rename(node, `${node}-away`)
  process.kill(next, 'SIGKILL')
  await untilPrinted(cluster.primary, /could not be started/)
  await expect.poll(() => statusOf('/readyz')).toBe(200)
  await rename(`${node}-away`, node)
  await cluster.untilServing(2, [next])
  expect((await cluster.primary.end('SIGINT')).code).toBe(0)
})

const ROOT = join(import.meta.dirname, '..')
test('kill -9 of the primary process also ends its workers', async () => {
  await cluster.start({ PROCESSES: '1' })
  const running = await cluster.untilServing(1)
  await cluster.primary.end('SIGKILL')
  await expect.poll(() => running.filter(isAlive)).toEqual([])
})

test('an error that prevents the start is printed once, with exit code 1', async () => {
  await cluster.start({ PROCESSES: '0', PORT: 'x', API_KEY_SECRET: 'too short' })
  await expect.poll(() => cluster.primary.child.exitCode).toBe(1)
  expect(cluster.primary.output().match(/cannot start/g)).toHaveLength(1)
  expect(cluster.primary.output()).toMatch(/PORT[\s\S]*PROCESSES[\s\S]*API_KEY_SECRET/)
  // More than the embedded database has connections for.
  await cluster.start({ DATABASE_URL: '', PROCESSES: '128', METRICS_PORT: '65500' })
  await expect.poll(() => cluster.primary.child.exitCode).toBe(1)
  expect(cluster.primary.output()).toMatch(/PROCESSES: .*DATABASE_POOL_SIZE.*\n +METRICS_PORT: /)
})

test.runIf(existsSync('/usr/bin/script'))(
  'closing the terminal stops all processes, and is not taken for a restart request',
  async () => {
    const child = spawn(
      '/usr/bin/script',
      ['-qfc', `${process.execPath} ${join(ROOT, 'server/cluster.ts')}`, '/dev/null'],
      {
        cwd: cluster.folder.dataDir,
        env: { ...environmentWithoutSettings(), ...cluster.environment(), PROCESSES: '1' },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    let text = ''
    child.stdout.on('data', (chunk) => (text += chunk))
    cluster.primary = { child, output: () => text, end: () => Promise.reject(new Error('unused')) }
    await untilPrinted(cluster.primary, /SIGHUP to process \d+/)
    const first = Number(/SIGHUP to process (\d+)/.exec(text)?.[1])
    cluster.workers = [first, ...(await childrenOf(first))]
    expect(cluster.workers).toHaveLength(2)
    // Killing it closes its terminal.
    child.kill('SIGKILL')
    await expect.poll(() => cluster.workers.filter(isAlive)).toEqual([])
  },
)
