import { expect, test } from 'vitest'
import { readPageNumber } from './page-number.ts'

test.each(['', 'page=', 'page=0', 'page=-3', 'page=2.5', 'page=1e3', 'page=abc'])('is the first for %s', (query) => {
  expect(readPageNumber(new URLSearchParams(query))).toBe(1)
})

test.each([
  ['7', 7],
  ['1234567', 1_234_567],
  ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
])('may be beyond the last page: %s', (page, read) => {
  expect(readPageNumber(new URLSearchParams({ page }))).toBe(read)
})
