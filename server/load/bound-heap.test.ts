import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const MODULE = join(import.meta.dirname, 'bound-heap.ts')
/** A process like a server with many requests in progress: what they hold outlives some collections of new objects. */
const SCRIPT = `
  const { getHeapSpaceStatistics } = await import('node:v8')
  if (process.argv[1] === 'bounded') (await import(${JSON.stringify(MODULE)})).boundHeap()
  const held = []
  let largest = 0
  for (let n = 0; n < 1_000; n++) {
    held[n % 64] = Array.from({ length: 5_000 }, (_, m) => ({ n, m }))
    await new Promise(setImmediate)
    largest = Math.max(largest, getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size)
  }
  console.log(largest / 1024 / 1024)`

async function largestNewSpace(how: string): Promise<number> {
  const run = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', SCRIPT, how])
  return Number(run.stdout)
}

test('the space for new objects stays small under load', async () => {
  const [bounded, unbounded] = await Promise.all([largestNewSpace('bounded'), largestNewSpace('unbounded')])
  expect(bounded).toBeGreaterThan(4)
  expect(bounded).toBeLessThanOrEqual(32)
  expect(unbounded).toBeGreaterThan(bounded)
})
