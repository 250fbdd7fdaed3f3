import { reasonOf } from '../db/reason-of.ts'
import { buildSiteIfStale } from './site-build.ts'

// Before `npm start` and `npm test`: the site, when there is none of the present sources.
try {
  await buildSiteIfStale(console.log)
} catch (error) {
  console.error(reasonOf(error))
  process.exitCode = 1
}
