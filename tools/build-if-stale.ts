import { buildSiteIfStale } from './site-build.ts'

// Before `npm start` and `npm test`: the site, when there is none of the present sources.
try {
  await buildSiteIfStale(console.log)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
