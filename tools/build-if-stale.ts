import { reasonOf } from '../db/failures.ts'
import { buildSiteIfStale } from './site-build.ts'

// Runs before the server and the tests: builds the site when its sources have changed. An argument names another folder than dist.
const [dist] = process.argv.slice(2)
try {
  await buildSiteIfStale(console.log, dist)
} catch (error) {
  console.error(reasonOf(error))
  process.exitCode = 1
}
