import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const MODULE = join(import.meta.dirname, 'give-back-memory.ts')
/** A process that needed much memory once, and then waits until it has little. */
const SCRIPT = `
  const { giveBackMemory } = await import(${JSON.stringify(MODULE)})
  giveBackMemory({ everyMs: 20 })
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

test('memory that was needed is given back once the process is idle', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', SCRIPT])
  expect(stdout).toBe('given back\n')
})
