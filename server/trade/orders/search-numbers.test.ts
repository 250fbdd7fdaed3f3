import { expect, test } from 'vitest'
import { matchingNumbers, readNumberSearch } from './search-numbers.ts'

const LAST = 123_456
const ids = Array.from({ length: LAST }, (_, index) => `ORD${String(index + 1).padStart(5, '0')}`)

test.each(
  ['', 'O', 'rd', 'ORD', 'ord0', 'ORD00', 'D1', 'rd12', 'ORD99999', 'ORD100000', 'ORD123456', 'ORD1234567'].concat([
    '0',
    '00',
    '00000',
    '1',
    '11',
    '111',
    '12',
    '121',
    '1212',
    '42',
    '9',
    '99',
    '100',
    '10000',
    '23456',
    '123457',
  ]),
)('%j finds the numbers whose ids contain it, newest first', (text) => {
  const search = readNumberSearch(text)
  if (!search) throw new Error('no id could contain it')
  const numbers = matchingNumbers(search)
  const expected = ids.flatMap((id, index) => (id.includes(text.toUpperCase()) ? [index + 1] : [])).reverse()
  expect(numbers.count(LAST)).toBe(expected.length)
  for (const offset of [0, 1, 20, Math.max(0, expected.length - 15), expected.length])
    expect(numbers.newest(LAST, { offset, limit: 20 })).toEqual(expected.slice(offset, offset + 20))
})

test('counts are correct for a list of any length', () => {
  const numbers = matchingNumbers({ digits: '70', atStart: false })
  let expected = 0
  for (const [index, id] of ids.slice(0, 2_000).entries()) {
    if (id.includes('70')) expected++
    expect(numbers.count(index + 1)).toBe(expected)
  }
  expect(numbers.count(0)).toBe(0)
  expect(numbers.newest(0, { offset: 0, limit: 20 })).toEqual([])
})

test.each(['X', 'ORDER', 'OD', '0RD', 'ORD 1', '1.5', '-1', '١', '%', 'ORD1234567890123'])(
  'no id contains %j',
  (text) => {
    expect(readNumberSearch(text)).toBeUndefined()
  },
)
