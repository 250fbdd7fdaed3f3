import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAdmin } from '../../../tests/support/accounts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import { demote, suspend } from './operate-account.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

// Not by the command line: two programs that start do not meet in the same millisecond.
test('of the last two admins, demoted and suspended at the same moment, one stays', async () => {
  const { db } = testApp
  const [first, second] = [await makeAdmin(testApp), await makeAdmin(testApp)]
  const now = new Date()
  for (let round = 0; round < 20; round++) {
    await db.updateTable('users').set({ role: 'admin', banned_until: null }).execute()
    const acts = [demote(db, first.email, now), suspend(db, second.email, now)]
    const ends = await Promise.allSettled(round % 2 ? acts : acts.toReversed())
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'only_admin' } })
  }
})
