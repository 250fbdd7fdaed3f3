import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const MODULE = join(import.meta.dirname, 'bound-heap.ts')
/** A process like a server with many requests in progress: what they hold outlives some collections of new objects. */
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

test('a start does not enlarge the space for new objects, which would stay as large while the server is idle', async () => {
  // By single pages it grows all the same.
  expect(await largestNewSpace('starting', 60)).toBeLessThan(8)
})
