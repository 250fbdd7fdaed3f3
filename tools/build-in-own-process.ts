import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { isSiteStale } from './site-build.ts'

/** Builds the site if its sources have changed, in a child process whose memory is freed afterwards. */
export async function buildInOwnProcess(): Promise<void> {
  if (!(await isSiteStale())) return
  const child = spawn(process.execPath, [join(import.meta.dirname, 'build-if-stale.ts')], { stdio: 'inherit' })
  process.once('exit', () => child.kill())
  const [code] = await once(child, 'exit')
  // The child has printed the reason.
  if (code !== 0) throw new Error('the site could not be built')
}
