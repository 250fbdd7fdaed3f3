import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkInvariants } from '../server/check/check-invariants.ts'
import { openBlobs } from '../server/storage/open-blobs.ts'
import { readCanary } from './fuzz/canary.ts'
import { type MarketToFuzz, openMarketToFuzz } from './fuzz/market-to-fuzz.ts'
import { type FuzzFigures, runFuzz } from './fuzz/run-fuzz.ts'

const COUNT = 2_000
const SEED = 20_260_801

let market: MarketToFuzz
let figures: FuzzFigures
let canaryBefore: unknown

beforeAll(async () => {
  market = await openMarketToFuzz()
  canaryBefore = await readCanary(market.db, market.canary)
  figures = await runFuzz(market, { count: COUNT, seed: SEED })
})
afterAll(() => market.close())

test('C1: made-up requests in all roles get honest answers: no 5xx, no inner words, documented bodies', () => {
  expect(figures.failures.join('\n')).toBe('')
})

test('they came far enough to mean something: most routes, and all kinds of answers', () => {
  expect(figures.requests).toBeGreaterThanOrEqual(COUNT)
  expect(figures.routesReached).toBeGreaterThan(80)
  for (const status of [200, 400, 401, 403, 404, 415]) expect(figures.statuses).toHaveProperty(`${status}`)
})

test('A7: nobody changed anything of a person who was not theirs to change', async () => {
  expect(await readCanary(market.db, market.canary)).toEqual(canaryBefore)
})

test('afterwards everything that must hold of a market holds', async () => {
  const { blobs } = openBlobs(market.config)
  expect(await checkInvariants({ db: market.db, blobs })).toEqual([])
  blobs.close()
})
