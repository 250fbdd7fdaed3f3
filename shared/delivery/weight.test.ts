import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { setLanguageSource } from '../kernel/language.ts'
import { SOURCE_LANGUAGE } from '../kernel/languages.ts'
import { MAX_WEIGHT_GRAMS } from './constants.ts'
import { formatWeight, readKilograms, readWeight, typedKilograms, typedWeight } from './weight.ts'

test.each([
  ['250 g', 250],
  ['1.5 kg', 1500],
  ['1,5kg', 1500],
  [' 0.001 KG ', 1],
  ['１２ｇ', 12],
  ['.25 kg', 250],
  ['250', undefined],
  ['1.5 g', undefined],
  ['1.2345 kg', undefined],
  ['1.000 kg', 1000],
  ['0,001 kg', 1],
  ['1,000 kg', undefined],
  ['1 lb', undefined],
  ['-1 kg', undefined],
  ['1e3 g', undefined],
  ['', undefined],
])('%j is read as %s grams', (text, grams) => {
  expect(readWeight(text)).toBe(grams)
})

test('a weight is shown in grams below a kilogram, and is read as it was typed', () => {
  expect([250, 999, 1000, 1250, 1_000_000].map(formatWeight)).toEqual(['250 g', '999 g', '1 kg', '1.25 kg', '1,000 kg'])
  expectReadAsTyped()
})

test('in German a point before three digits means thousands, which are refused', () => {
  setLanguageSource(() => 'de')
  onTestFinished(() => setLanguageSource(() => SOURCE_LANGUAGE))
  expect(['1.000 kg', '1,000 kg', '0.001 kg', '1.5 kg'].map(readWeight)).toEqual([undefined, 1000, 1, 1500])
  expectReadAsTyped()
})

function expectReadAsTyped() {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: MAX_WEIGHT_GRAMS }), (grams) => {
      expect([readWeight(typedWeight(grams)), readKilograms(typedKilograms(grams))]).toEqual([grams, grams])
    }),
  )
}
