import { fileURLToPath } from 'node:url'
import { missingDevelopmentPackages } from './development-packages.ts'
import { runProgram } from './run-program.ts'

// Runs before tests, checks and measurements: `npm ci` leaves out what only they need, such as a browser (.npmrc). What the
// lock file names is added, and nothing that is there changes.

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
