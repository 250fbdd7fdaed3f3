import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openCodeCache } from '../server/platform/config/code-cache.js'

// node tools/run.js PROGRAM …   builds the pages if they are out of date, in a process of its own, and runs the program in
// this one. The server's database is prepared meanwhile. Not by "prestart" scripts: npm leaves those out where
// `ignore-scripts` is set. JavaScript for the reason in code-cache.js.

const SERVER = join(import.meta.dirname, '../server/main.ts')

openCodeCache(process.env.DATA_DIR)
const { buildInOwnProcess } = await import('./build-in-own-process.ts')
const program = resolve(process.argv[2] ?? '')
const site = buildInOwnProcess()
if (program === SERVER) {
  const { waitForSite } = await import('../server/pages/ssr/site-build.ts')
  waitForSite(site)
}
if (program === SERVER || (await succeeds(site))) {
  // The program finds its own arguments.
  process.argv.splice(1, 2, program)
  await import(pathToFileURL(program).href)
} else process.exitCode = 1

/** @param {Promise<void>} work */
function succeeds(work) {
  return work.then(
    () => true,
    () => false,
  )
}
