import { afterEach, expect, test } from 'vitest'
import { addTranslation } from '../kernel/define-messages.ts'
import { setLanguageSource } from '../kernel/language.ts'
import { SOURCE_LANGUAGE } from '../kernel/languages.ts'
import german from '../translations/de.json' with { type: 'json' }
import { ALL_CATEGORIES_TILE, CATEGORIES } from './categories.ts'
import { categorySentence } from './category-messages.ts'
import { categoryName } from './category-name-messages.ts'

const KNOWN = [ALL_CATEGORIES_TILE, ...CATEGORIES]

afterEach(() => setLanguageSource(() => SOURCE_LANGUAGE))

test('each category has a sentence, and its English name is the one in `CATEGORY_NAMES`', () => {
  expect(KNOWN.map(categoryName)).toEqual(KNOWN)
  expect(KNOWN.filter((name) => !categorySentence(name))).toEqual([])
})

test('each category has a German name and sentence', () => {
  addTranslation('de', german)
  setLanguageSource(() => 'de')
  expect(KNOWN.map(categoryName)).toEqual(Object.values(german.categoryName))
  expect(KNOWN.map(categorySentence)).toEqual(Object.values(german.categorySentence))
})

test.each(['tvs', 'all', 'home-furniture', 'Home', 'constructor', '__proto__', ''])(
  'an unknown category keeps its name, and has no sentence: %j',
  (name) => {
    addTranslation('de', german)
    setLanguageSource(() => 'de')
    expect([categoryName(name), categorySentence(name)]).toEqual([name, undefined])
  },
)
