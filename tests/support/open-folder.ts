import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** Does `work` after the current test or, outside of tests, after those of the file. */
export function afterwards(work: () => Promise<unknown>): void {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await work()))
  else afterAll(async () => void (await work()))
}

/** Creates a folder for the tests of a file, or for one test; it is removed afterwards. */
export async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'openstall-'))
  // Under root, PostgreSQL runs as another user, who needs access.
  await chmod(folder, 0o711)
  afterwards(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}
