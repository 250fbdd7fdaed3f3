import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountSessions } from '../../../../shared/auth/schema.ts'
import { callAuth, signUp } from '../../../../tests/support/accounts.ts'
import { call } from '../../../../tests/support/api.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('lists the sessions of the account only: this device first, without ended sessions', async () => {
  const account = await signUp(testApp)
  await signUp(testApp)
  const { email, password } = account
  await callAuth(testApp, 'POST', '/token?grant_type=password', {
    body: { email, password },
    headers: { 'user-agent': 'A tablet' },
  })
  const list = () => call<AccountSessions>(testApp, 'GET', '/api/account/sessions', { as: account })
  const response = await list()
  expect(response.status).toBe(200)
  expect(response.headers['cache-control']).toBe('no-store')
  const shown = {
    session_id: expect.any(String),
    aal: 'aal1',
    ip: '127.0.0.1',
    created_at: expect.any(String),
    refreshed_at: null,
  }
  expect(response.body.sessions).toEqual([
    { ...shown, current: true, user_agent: 'lightMyRequest' },
    { ...shown, current: false, user_agent: 'A tablet' },
  ])
  await callAuth(testApp, 'POST', '/logout?scope=others', { headers: account.headers })
  expect((await list()).body.sessions.map(({ current }) => current)).toEqual([true])
})
