import { fileURLToPath } from 'node:url'
import { missingDevelopmentPackages } from './development-packages.ts'
import { runProgram } from './run-program.ts'

// Runs before tests, checks and benchmarks: `npm ci` omits their packages, such as a browser (.npmrc). Adds the missing ones
// in the versions of the lock file.

const INSTALL = 'install --include=dev --no-save --ignore-scripts --no-audit --no-fund'
const root = fileURLToPath(new URL('../', import.meta.url))

if (missingDevelopmentPackages(root).length) {
  console.log('Installing the packages that only tests and checks need …')
  process.chdir(root)
  const { code } = await runProgram('npm', INSTALL.split(' '), { shown: true })
  const missing = missingDevelopmentPackages(root)
  if (missing.length) console.error(`npm ${INSTALL} did not install ${missing.join(', ')}.`)
  process.exitCode = code || Number(missing.length > 0)
}
