import { expect, test } from 'vitest'
import { amountLeft, centsToDecimal, decimalToCents, formatDollars, readAmount, toCents } from './money.ts'

test('D1: amounts are counted in whole cents', () => {
  expect(toCents(19.99)).toBe(1999)
  expect(toCents(9_999_999.99)).toBe(999_999_999)
})

test('D1: an amount of the database converts to whole cents and back without loss', () => {
  for (const decimal of ['0.00', '0.07', '1.10', '4.35', '9999999.99', '998999999001.00'])
    expect(centsToDecimal(decimalToCents(decimal))).toBe(decimal)
  expect(() => decimalToCents('1.005')).toThrow(RangeError)
  expect(amountLeft(0.3, 0.1)).toBe(0.2)
})

test('D1: the largest totals are valid amounts', () => {
  expect(toCents(69_929_999_930.07)).toBe(6_992_999_993_007)
  for (let cents = 99_899_999_900_100; cents < 99_899_999_901_100; cents++) expect(toCents(cents / 100)).toBe(cents)
})

test('D1: invalid amounts are refused', () => {
  expect(() => toCents(1.005)).toThrow(RangeError)
  expect(() => toCents(Number.NaN)).toThrow(RangeError)
  expect(() => toCents(Number.POSITIVE_INFINITY)).toThrow(RangeError)
})

test.each([
  ['12', 12],
  ['12.50', 12.5],
  ['12,50', 12.5],
  [' $12.5 ', 12.5],
  ['12.', 12],
  [',99', 0.99],
  ['１２，５０', 12.5],
  ['0', 0],
])('a typed amount may have a comma: "%s"', (text, amount) => {
  expect(readAmount(text)).toBe(amount)
})

test.each([
  '',
  ' ',
  '.',
  '1e3',
  '+5',
  '-0',
  '-5',
  '0x10',
  '1,250',
  '1.234,56',
  '1 234.50',
  "1'234",
  '12.5.0',
  '12.505',
  '12€',
])('an ambiguous or malformed amount is refused: "%s"', (text) => {
  expect(readAmount(text)).toBeUndefined()
})

test('amounts are shown as dollars', () => {
  expect(formatDollars(1234.5)).toBe('$1,234.50')
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
  for (const amount of [
    0,
    0.01,
    0.1,
    0.29,
    1.005,
    1.1,
    4.35,
    99.995,
    999.99,
    999.995,
    1000,
    -3.5,
    123.456,
    NaN,
    Infinity,
  ])
    expect(formatDollars(amount)).toBe(format.format(amount))
})
