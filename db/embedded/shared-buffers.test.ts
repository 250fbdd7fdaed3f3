import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openFolder } from '../../tests/support/open-folder.ts'
import { sharedBuffersFor } from './shared-buffers.ts'

const MB = 1024 * 1024

const clusterDir = await openFolder()
await mkdir(join(clusterDir, 'base', '5'), { recursive: true })

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
