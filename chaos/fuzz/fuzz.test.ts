import { afterAll, expect, test } from 'vitest'
import { checkInvariants } from '../../server/operate/check/check-invariants.ts'
import { openBlobs } from '../../server/programs/storage/open-blobs.ts'
import { readCanary } from './canary.ts'
import { runFuzz } from './run-fuzz.ts'
import { openFuzzTarget } from './target.ts'

const COUNT = 1_200
const SEED = 20_260_801

const market = await openFuzzTarget()
afterAll(() => market.close())
const canaryBefore = await readCanary(market.db, market.canary)
const figures = await runFuzz(market, { count: COUNT, seed: SEED })

test('C1: generated requests in all roles get documented bodies, no 5xx and no internals', () => {
  expect(figures.failures.join('\n')).toBe('')
})

test('the requests reach most routes, and get every kind of status', () => {
  expect(figures.requests).toBeGreaterThanOrEqual(COUNT)
  expect(figures.routesReached).toBeGreaterThan(80)
  for (const status of [200, 400, 401, 403, 404, 415]) expect(figures.statuses).toHaveProperty(`${status}`)
})

test('A7: the data of an uninvolved user stays unchanged', async () => {
  expect(await readCanary(market.db, market.canary)).toEqual(canaryBefore)
})

test('afterwards every rule of db:check holds', async () => {
  const { blobs } = openBlobs(market.config)
  expect(await checkInvariants({ db: market.db, blobs })).toEqual([])
  blobs.close()
})
