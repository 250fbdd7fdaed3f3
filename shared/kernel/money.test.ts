import { afterEach, expect, test } from 'vitest'
import { setLanguageSource } from './language.ts'
import { SOURCE_LANGUAGE } from './languages.ts'
import { type MarketFacts, STANDARD_FACTS, setFactsSource } from './market-facts.ts'
import {
  type AmountParts,
  amountLeft,
  amountParts,
  centsToDecimal,
  currencySign,
  decimalToCents,
  formatAmount,
  readAmount,
  toCents,
} from './money.ts'

afterEach(() => {
  setLanguageSource(() => SOURCE_LANGUAGE)
  setFactsSource(() => STANDARD_FACTS)
})

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
  expect(formatAmount(1234.5)).toBe('$1,234.50')
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
    expect(formatAmount(amount)).toBe(format.format(amount))
})

test.each<[MarketFacts['locale'], MarketFacts['currency'], AmountParts, string]>([
  ['en-US', 'EUR', { whole: '€179', cents: '.99', after: '' }, '€'],
  ['en-GB', 'GBP', { whole: '£179', cents: '.99', after: '' }, '£'],
  ['en-IE', 'EUR', { whole: '€179', cents: '.99', after: '' }, '€'],
  ['en-CA', 'CAD', { whole: '$179', cents: '.99', after: '' }, '$'],
  ['en-AU', 'USD', { whole: 'USD\u00a0179', cents: '.99', after: '' }, '$'],
  ['en-GB', 'SEK', { whole: 'SEK\u00a0179', cents: '.99', after: '' }, 'kr'],
])(
  'amounts of a market in %s and %s have their parts, and read what is typed with their sign',
  (locale, currency, parts, sign) => {
    setFactsSource(() => ({ ...STANDARD_FACTS, locale, currency }))
    expect(amountParts(179.99)).toEqual(parts)
    expect(currencySign()).toBe(sign)
    expect(readAmount(`${sign} 12,50`)).toBe(12.5)
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
    for (const amount of [0, 0.29, 999.99, 1000, 1234567.8, -3.5, NaN])
      expect(formatAmount(amount)).toBe(format.format(amount))
  },
)

test('amounts of German texts have the market’s currency behind them', () => {
  setLanguageSource(() => 'de')
  setFactsSource(() => ({ ...STANDARD_FACTS, locale: 'en-IE', currency: 'EUR' }))
  expect(amountParts(179.99)).toEqual({ whole: '179', cents: ',99', after: '\u00a0€' })
  expect(formatAmount(1234.5)).toBe('1.234,50\u00a0€')
})
