import { afterAll, beforeAll, expect, test } from 'vitest'
import { callAuth, signUp } from '../../tests/support/accounts.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const signIn = (email: string, password: string) =>
  callAuth(testApp, 'POST', '/token?grant_type=password', { body: { email, password } })

test('B7: an unknown account takes as long as a wrong password', async () => {
  const { email } = await signUp(testApp)
  const timeOf = async (address: string) => {
    const start = performance.now()
    expect((await signIn(address, 'a wrong long phrase')).status).toBe(400)
    return performance.now() - start
  }
  // In turns, and the quickest of each: what else this machine does then hardly counts.
  const [known, unknown]: [number[], number[]] = [[], []]
  for (let round = 0; round < 10; round++) {
    known.push(await timeOf(email))
    unknown.push(await timeOf('nobody@example.com'))
  }
  const ratio = Math.min(...unknown) / Math.min(...known)
  expect(ratio).toBeGreaterThan(0.5)
  expect(ratio).toBeLessThan(2)
})

test('a storm of sign-ins is answered or told to come back, and the server stays awake', async () => {
  const { email, password } = await signUp(testApp)
  let signedIn = 0
  const storm = Array.from({ length: 160 }, async () => {
    const answer = await signIn(email, password)
    if (answer.status === 200) signedIn++
    return answer
  })
  expect((await testApp.app.inject({ url: '/healthz' })).statusCode).toBe(200)
  expect(signedIn).toBeLessThan(10)
  const answers = await Promise.all(storm)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(0)
  for (const answer of refused) {
    expect(answer.status).toBe(503)
    expect(answer.headers['retry-after']).toBe('1')
  }
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(100)
  expect((await signIn(email, password)).status).toBe(200)
})
