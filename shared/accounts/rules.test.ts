import { expect, test } from 'vitest'
import { displayName, readRole, sameSitePath } from './rules.ts'

test.each([
  ['/cart', '/cart'],
  ['/search?q=a b#top', '/search?q=a%20b#top'],
  ['/product/../cart', '/cart'],
  [null, '/'],
  ['', '/'],
  ['cart', '/'],
  ['https://elsewhere.example/', '/'],
  ['//elsewhere.example/', '/'],
  ['/\\elsewhere.example/', '/'],
  ['/\t/elsewhere.example/', '/'],
  ['/..//elsewhere.example/', '/'],
  ['/.//elsewhere.example/', '/'],
  ['javascript:alert(1)', '/'],
])('B11: "return to where I was" accepts only a path on this site: %j', (target, path) => {
  expect(sameSitePath(target)).toBe(path)
})

test.each([
  ['admin', 'admin'],
  ['seller', 'seller'],
  ['root', 'buyer'],
  [undefined, 'buyer'],
  [{ role: 'admin' }, 'buyer'],
])('A2: a missing or unknown role counts as buyer: %j', (stored, role) => {
  expect(readRole(stored)).toBe(role)
})

test('the display name falls back to the email address and then to User', () => {
  expect(displayName({ display_name: ' Shop ', email: 'a@b.example' })).toBe('Shop')
  expect(displayName({ display_name: '  ', email: 'a@b.example' })).toBe('a@b.example')
  expect(displayName({ display_name: '\u200b\u202e', email: 'a@b.example' })).toBe('a@b.example')
  expect(displayName({ display_name: 7, email: '' })).toBe('User')
})
