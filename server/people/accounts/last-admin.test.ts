import { expect, test } from 'vitest'
import { makeAdmin } from '../../../tests/support/accounts.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { accountLinks } from '../../operate/start/account-links.ts'
import { demote, suspend } from './change-as-operator.ts'

const testApp = await openForTests()

// In one process: two commands would not reach the lock at the same time.
// catches: admins-unlocked
test('of the last two admins, demoted and suspended concurrently, one remains', async () => {
  const { db } = testApp
  const deps = { db, ...accountLinks }
  const [first, second] = [await makeAdmin(testApp), await makeAdmin(testApp)]
  const now = new Date()
  for (let round = 0; round < 20; round++) {
    await db.updateTable('users').set({ role: 'admin', banned_until: null }).execute()
    const acts = [demote(deps, first.email, now), suspend(deps, second.email, now)]
    const ends = await Promise.allSettled(round % 2 ? acts : acts.toReversed())
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'only_admin' } })
  }
})
