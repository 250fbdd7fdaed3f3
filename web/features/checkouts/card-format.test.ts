import { expect, test } from 'vitest'
import { cardBrandOf, formatExpiry, groupCardNumber, hasExpired, isCardNumber } from './card-format.ts'

test.each([
  ['4242424242424242', '4242 4242 4242 4242'],
  ['42424', '4242 4'],
  ['378282246310005', '3782 822463 10005'],
  ['4242-4242 abc 42', '4242 4242 42'],
  ['42424242424242424242424', '4242 4242 4242 4242 424'],
  ['', ''],
])('the card number %j is shown as %j', (typed, shown) => {
  expect(groupCardNumber(typed)).toBe(shown)
  // Formatting again changes nothing.
  expect(groupCardNumber(shown)).toBe(shown)
})

test.each([
  ['4', 'Visa'],
  ['5555 5555', 'Mastercard'],
  ['2221', 'Mastercard'],
  ['2720 99', 'Mastercard'],
  ['2721', undefined],
  ['34', 'American Express'],
  ['6011', 'Discover'],
  ['', undefined],
])('a card number that begins with %j is from %s', (typed, brand) => {
  expect(cardBrandOf(typed)).toBe(brand)
})

test.each([
  ['1', '1'],
  ['12', '12'],
  ['123', '12/3'],
  ['12/34', '12/34'],
  ['934', '09/34'],
  ['12 / 2034', '12/20'],
])('the expiry date %j is shown as %j', (typed, shown) => {
  expect(formatExpiry(typed)).toBe(shown)
})

test('a card is valid until the end of its month', () => {
  expect(hasExpired('11/26', new Date(2026, 10, 30, 23))).toBe(false)
  expect(hasExpired('11/26', new Date(2026, 11, 1))).toBe(true)
  expect(hasExpired('13/26', new Date(2026, 11, 1))).toBeUndefined()
})

test('a card number with a wrong digit is detected', () => {
  expect(isCardNumber('4242 4242 4242 4242')).toBe(true)
  expect(isCardNumber('4242 4242 4242 4241')).toBe(false)
  expect(isCardNumber('4242')).toBe(false)
})
