import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedBuffersFor } from './shared-buffers.ts'

const MB = 1024 * 1024

let clusterDir: string
beforeAll(async () => {
  clusterDir = await mkdtemp(join(tmpdir(), 'openstall-buffers-'))
  await mkdir(join(clusterDir, 'base', '5'), { recursive: true })
})
afterAll(() => rm(clusterDir, { recursive: true }))

/** Creates a sparse file of that size. */
async function createFile(name: string, bytes: number): Promise<void> {
  const file = await open(join(clusterDir, 'base', '5', name), 'w')
  await file.truncate(bytes)
  await file.close()
}

test('the database caches an eighth of its data, at least 64 MB', async () => {
  expect(await sharedBuffersFor(clusterDir)).toBe('64MB')
  await createFile('1000', 500 * MB)
  expect(await sharedBuffersFor(clusterDir)).toBe('64MB')
  await createFile('1001', 300 * MB)
  expect(await sharedBuffersFor(clusterDir)).toBe('100MB')
})
