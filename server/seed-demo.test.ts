import { expect, onTestFinished, test, vi } from 'vitest'
import { DEMO_PASSWORD, demoAccounts } from '../db/demo/accounts.ts'
import { callAuth } from '../tests/support/accounts.ts'
import { createTestApp } from '../tests/support/test-app.ts'
import { requirePrivatePasswords } from './demo-passwords.ts'
import { seedDemo } from './seed-demo.ts'

// What is drawn does not matter here, and drawing takes longest.
vi.mock(import('../db/demo/draw-picture.ts'), () => ({
  drawPicture: async () => ({ full: Buffer.from('full'), small: Buffer.from('small') }),
}))

test('A3: where others reach the marketplace, demo accounts have random passwords, printed once', async () => {
  const testApp = await createTestApp({ config: { siteUrl: 'https://shop.example' } })
  onTestFinished(() => testApp.close())
  const { db, config, deps } = testApp
  const signIn = async (email: string, password: string) =>
    (await callAuth(testApp, 'POST', '/token?grant_type=password', { body: { email, password } })).status
  const log: string[] = []
  const seed = () => seedDemo(db, config, { secrets: deps.secrets, log: (line) => log.push(line) })
  await seed()
  const printed = new Map(
    [...log.join('\n').matchAll(/^ +(\S+@\S+) +password: (\S+)$/gm)].map(([, ...pair]) => pair as [string, string]),
  )
  expect([...printed.keys()]).toEqual(demoAccounts.map(({ email }) => email))
  expect(new Set(printed.values()).size).toBe(3)
  for (const [email, password] of printed)
    expect([await signIn(email, password), await signIn(email, DEMO_PASSWORD)]).toEqual([200, 400])
  await expect(requirePrivatePasswords(db, config)).resolves.toBeUndefined()
  const hashes = await db.selectFrom('users').select('id').where('password_hash', 'is not', null).execute()
  expect(hashes).toHaveLength(3)
  log.length = 0
  await seed()
  expect(log).toEqual([])
})
