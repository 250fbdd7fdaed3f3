import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { clusterOfEachTest } from './support/cluster.ts'
import { childrenOf, environmentWithoutSettings, isAlive, untilPrinted } from './support/server-process.ts'

const ROOT = join(import.meta.dirname, '..')
const cluster = clusterOfEachTest()

test('kill -9 of the primary process also ends its workers', async () => {
  await cluster.start()
  const running = await cluster.untilServing(2)
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
