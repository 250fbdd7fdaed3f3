import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'
import { createMarketDatabase } from '../../tests/support/test-database.ts'
import { openBlobs } from '../storage/open-blobs.ts'
import { checkInvariants } from './check-invariants.ts'

let market: TestApp
beforeAll(async () => {
  const database = await createMarketDatabase()
  market = await createTestApp({ database, filesDir: database.filesDir })
})
afterAll(() => market.close())

test('the demo market breaks no rule', async () => {
  expect(await checkInvariants({ db: market.db, blobs: openBlobs(market.config).blobs })).toEqual([])
})
