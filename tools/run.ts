import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

// node tools/run.ts PROGRAM …   builds the pages if they are out of date, in a process of its own, and runs the program in
// this one. Not by "prestart" scripts: npm leaves those out where `ignore-scripts` is set.

const program = resolve(process.argv[2] ?? '')
const build = spawnSync(process.execPath, [join(import.meta.dirname, 'build-if-stale.ts')], { stdio: 'inherit' })
if (build.status === 0) {
  // The program finds its own arguments.
  process.argv.splice(1, 2, program)
  await import(pathToFileURL(program).href)
} else process.exitCode = build.status ?? 1
