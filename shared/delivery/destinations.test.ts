import fc from 'fast-check'
import { expect, test } from 'vitest'
import { COUNTRIES } from '../kernel/regions.ts'
import { namesPlace, parseDestinations } from './destinations.ts'

test('destinations are stored in capitals, without blanks and hyphens', () => {
  const texts = ['de', ' AT ', 'DE:10', 'DE: 1-2', 'gb:bt', 'NL:1234 ab', 'LV:LV-10', 'SE:S-12', 'FR:９７']
  const destinations = ['DE', 'AT', 'DE:10', 'DE:12', 'GB:BT', 'NL:1234AB', 'LV:10', 'SE:12', 'FR:97']
  expect(parseDestinations(texts)).toEqual({ destinations })
  expect(parseDestinations(destinations)).toEqual({ destinations })
  expect(parseDestinations([])).toEqual({ destinations: [] })
})

test.each([
  ['country_unknown', ['DE', 'XX']],
  ['country_unknown', ['DE', '']],
  ['country_unknown', ['DE', ':10']],
  ['country_unknown', ['DE', 'Germany']],
  ['postal_invalid', ['DE', 'AT:']],
  ['postal_invalid', ['DE', 'AT: - ']],
  ['postal_invalid', ['DE', 'AT:1*']],
  ['postal_invalid', ['DE', 'AT:1:2']],
  ['postal_invalid', ['DE', 'AT:12345678901']],
  ['twice', ['DE', 'de']],
  ['twice', ['DE:1 0', 'DE:1-0', 'DE:*']],
])('%s: the first wrong destination is named by its position', (kind, texts) => {
  expect(parseDestinations(texts)).toEqual({ problem: { index: 1, kind } })
})

test.each([
  ['DE', '10115', ['AT', 'DE'], true],
  ['DE', '10115', ['DE:2', 'DE:10'], true],
  ['DE', '', ['DE:10', 'DE'], true],
  ['DE', ' 10 1-15', ['DE:10115'], true],
  ['DE', 'D-10115', ['DE:10'], true],
  ['DE', 'D 10115', ['DE:10'], true],
  ['LV', 'LV1010', ['LV:10'], true],
  ['GB', 'bt1 5gs', ['GB:BT'], true],
  ['GB', 'G1 1AA', ['GB:G1'], true],
  ['AD', '500', ['AD:5'], true],
  ['JP', '〒100-0001', ['JP:1000'], true],
  ['BR', '01.310-100', ['BR:013'], true],
  ['DE', '10115', ['AT', 'FR:10'], false],
  ['DE', '10115', ['DE:101151'], false],
  ['DE', '', ['DE:10'], false],
  [null, '10115', ['DE', 'DE:10'], false],
  ['DE', '10115', [], false],
] as const)('%s %s in %j is named: %s', (country, postalCode, destinations, isNamed) => {
  expect(namesPlace(destinations, country, postalCode)).toBe(isNamed)
})

test('parsed destinations parse to themselves, and each prefix names its own place', () => {
  const country = fc.constantFrom(...COUNTRIES)
  const destination = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.tuple(country, fc.string({ maxLength: 12 })).map(([code, prefix]) => `${code}:${prefix}`),
  )
  fc.assert(
    fc.property(destination, country, fc.string({ unit: 'binary' }), (text, elsewhere, postalCode) => {
      const parsed = parseDestinations([text])
      if ('problem' in parsed) return parsed.problem.index === 0
      const [code = '', prefix = ''] = parsed.destinations[0]?.split(':') ?? []
      expect(parseDestinations(parsed.destinations)).toEqual(parsed)
      expect(namesPlace(parsed.destinations, code, `${prefix}99`)).toBe(true)
      return elsewhere === code || !namesPlace(parsed.destinations, elsewhere, postalCode)
    }),
    { numRuns: 1_000 },
  )
})
