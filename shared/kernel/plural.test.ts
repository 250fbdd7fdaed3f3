import { expect, test } from 'vitest'
import { plural } from './plural.ts'

const products = (count: number) => plural(count, { one: '1 product', other: (n) => `${n} products` })

test('a count gets the message of its plural form, with the number formatted', () => {
  expect([0, 1, 2, 1234].map(products)).toEqual(['0 products', '1 product', '2 products', '1,234 products'])
})

test('a plural form that is left out falls back to `other`', () => {
  expect(plural(1, { other: (n) => `${n} or more` })).toBe('1 or more')
})
