import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const MODULE = join(import.meta.dirname, 'heap.ts')
/** Simulates a server with many requests in progress, whose objects survive some collections of new objects. */
const SCRIPT = `
  const { getHeapSpaceStatistics } = await import('node:v8')
  const [, how, rounds] = process.argv
  if (how !== 'unbounded') {
    const letGrow = (await import(${JSON.stringify(MODULE)})).boundHeap()
    if (how === 'started') letGrow()
  }
  const held = []
  let largest = 0
  for (let n = 0; n < rounds; n++) {
    held[n % 64] = Array.from({ length: 5_000 }, (_, m) => ({ n, m }))
    await new Promise(setImmediate)
    largest = Math.max(largest, getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size)
  }
  console.log(largest / 1024 / 1024)`

async function largestNewSpace(how: string, rounds = 1_000): Promise<number> {
  const run = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', SCRIPT, how, String(rounds)])
  return Number(run.stdout)
}

test('the space for new objects stays small under load', async () => {
  const [bounded, unbounded] = await Promise.all([largestNewSpace('started'), largestNewSpace('unbounded')])
  expect(bounded).toBeGreaterThan(4)
  expect(bounded).toBeLessThanOrEqual(32)
  expect(unbounded).toBeGreaterThan(bounded)
})

test('loading modules at the start does not enlarge the space for new objects', async () => {
  // It still grows by single pages.
  expect(await largestNewSpace('starting', 60)).toBeLessThan(8)
})

/** A process that once needed much memory, and then waits until it has little. */
const IDLE_SCRIPT = `
  const { releaseIdleMemory } = await import(${JSON.stringify(MODULE)})
  releaseIdleMemory({ everyMs: 20 })
  const live = []
  for (let n = 0; n < 2_000_000; n++) live.push({ n })
  const before = process.memoryUsage().heapTotal
  live.length = 0
  const timer = setInterval(() => {
    const now = process.memoryUsage().heapTotal
    if (now > before / 4) return
    clearInterval(timer)
    console.log('given back')
  }, 10)`

test('an idle process returns memory to the system', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', IDLE_SCRIPT])
  expect(stdout).toBe('given back\n')
})
