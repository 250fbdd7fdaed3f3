import { reasonOf } from '../db/failures.ts'
import { buildSiteIfStale } from './site-build.ts'

// Runs before the server and the tests: builds the site when its sources have changed.
try {
  await buildSiteIfStale(console.log)
} catch (error) {
  console.error(reasonOf(error))
  process.exitCode = 1
}
