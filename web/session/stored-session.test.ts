import { expect, test } from 'vitest'
import { sessionIdOf } from './stored-session.ts'

function tokenWith(claims: unknown): string {
  return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`
}

test('reads the session’s id from an access token, whatever else the token contains', () => {
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
])('returns null for anything else: %s', (token) => {
  expect(sessionIdOf(token)).toBeNull()
})
