import { expect, test } from 'vitest'
import { callAuth, signUp } from '../../../../tests/support/accounts.ts'
import { openForTests } from '../../../../tests/support/open-for-tests.ts'

const testApp = await openForTests()

const signIn = (email: string, password: string) =>
  callAuth(testApp, 'POST', '/token?grant_type=password', { body: { email, password }, once: true })

test('B7: an unknown account takes as much work as a wrong password', async () => {
  const { email } = await signUp(testApp)
  // The minimum CPU time of ten alternating runs, which other load on the machine hardly affects.
  const workOf = async (address: string) => {
    const before = process.cpuUsage()
    expect((await signIn(address, 'a wrong long phrase')).status).toBe(400)
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  const [known, unknown]: [number[], number[]] = [[], []]
  for (let round = 0; round < 10; round++) {
    known.push(await workOf(email))
    unknown.push(await workOf('unknown@example.com'))
  }
  const ratio = Math.min(...unknown) / Math.min(...known)
  expect(ratio).toBeGreaterThan(0.5)
  expect(ratio).toBeLessThan(2)
})

test('of a burst of sign-ins each is served or refused with 503, and the server stays responsive', async () => {
  const { email, password } = await signUp(testApp)
  let signedIn = 0
  const storm = Array.from({ length: 160 }, async () => {
    const response = await signIn(email, password)
    if (response.status === 200) signedIn++
    return response
  })
  expect((await testApp.app.inject({ url: '/healthz' })).statusCode).toBe(200)
  expect(signedIn).toBeLessThan(10)
  const responses = await Promise.all(storm)
  const refused = responses.filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(0)
  for (const response of refused) {
    expect(response.status).toBe(503)
    expect(response.headers['retry-after']).toBe('1')
  }
  expect(responses.length - refused.length).toBeGreaterThan(20)
  expect((await signIn(email, password)).status).toBe(200)
})
