import { expect, test } from 'vitest'
import { callAuth, readUser, signUp } from '../../../tests/support/accounts.ts'
import { refusedWith } from '../../../tests/support/api.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'

// Differently configured marketplaces in one process are independent.
const plain = await openForTests()
const strict = await openForTests({ config: { phone: true, messagesPerHour: { email: 2, sms: 1 } } })

test('B7: messages per hour are limited for all users in total, including those to unknown addresses', async () => {
  const recover = (server: typeof plain, email: string) => callAuth(server, 'POST', '/recover', { body: { email } })
  const text = (phone: string) => callAuth(strict, 'POST', '/otp', { body: { phone } })
  for (const name of ['ann', 'bob']) expect((await recover(strict, `${name}@example.com`)).status).toBe(200)
  const { status, body, headers } = await recover(strict, 'cay@example.com')
  expect([status, body]).toMatchObject([
    429,
    { code: 'over_email_send_rate_limit', message: 'email rate limit exceeded' },
  ])
  expect(Number(headers['retry-after'])).toBeGreaterThan(3000)
  expect((await text('1234567890')).status).toBe(200)
  expect(await text('1234567891')).toMatchObject(
    refusedWith(429, 'over_sms_send_rate_limit', { message: 'SMS rate limit exceeded' }),
  )
  for (const name of ['ann', 'bob', 'cay']) expect((await recover(plain, `${name}@example.com`)).status).toBe(200)
})

test('keys and tokens of one are refused by the other', async () => {
  const account = await signUp(plain)
  const foreignKey = await callAuth(strict, 'GET', '/user', { headers: account.headers })
  expect([foreignKey.status, foreignKey.body]).toEqual([401, { message: 'Invalid API key' }])
  expect(await readUser(strict, account.token)).toMatchObject(refusedWith(403, 'bad_jwt'))
})
