import { reasonOf } from '../db/reason-of.ts'
import { buildSiteIfStale } from './site-build.ts'

// Runs before `npm start` and `npm test`: builds the site when its sources have changed.
try {
  await buildSiteIfStale(console.log)
} catch (error) {
  console.error(reasonOf(error))
  process.exitCode = 1
}
