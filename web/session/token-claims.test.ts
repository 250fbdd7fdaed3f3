import { expect, test } from 'vitest'
import { sessionIdOf } from './token-claims.ts'

function tokenWith(claims: unknown): string {
  return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`
}

test('the id of the session is read from an access token, whatever else it says', () => {
  expect(sessionIdOf(tokenWith({ session_id: 'one', name: 'Zoë ÿþ 🦊 ???' }))).toBe('one')
})

test.each([
  [null],
  [''],
  ['no token'],
  ['a.%%%.c'],
  [tokenWith(null)],
  [tokenWith('session_id')],
  [tokenWith({ session_id: 7 })],
])('anything else has no session: %s', (token) => {
  expect(sessionIdOf(token)).toBeNull()
})
