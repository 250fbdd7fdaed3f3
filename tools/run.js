import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openCodeCache } from '../server/platform/config/code-cache.js'

// node tools/run.js PROGRAM …   builds stale pages in a child process, prepares the server's database meanwhile, then runs the
// program in this process. npm skips "prestart" scripts where `ignore-scripts` is set. JavaScript for the reason in code-cache.js.

const SERVER = join(import.meta.dirname, '../server/main.ts')

openCodeCache(process.env.DATA_DIR)
const { buildInOwnProcess } = await import('./site-build.ts')
const program = resolve(process.argv[2] ?? '')
const site = buildInOwnProcess()
if (program === SERVER) {
  const { waitForSite } = await import('../server/pages/ssr/site-build.ts')
  waitForSite(site)
}
if (program === SERVER || (await succeeds(site))) {
  // Shifts the arguments, as if Node had started the program.
  process.argv.splice(1, 2, program)
  await import(pathToFileURL(program).href)
} else process.exitCode = 1

/** @param {Promise<void>} work */
function succeeds(work) {
  return work.then(
    () => true,
    (error) => {
      console.error(error.message)
      return false
    },
  )
}
