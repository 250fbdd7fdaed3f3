import { afterEach, beforeEach, expect, test } from 'vitest'
import { addTranslation } from '../kernel/define-messages.ts'
import { setLanguageSource } from '../kernel/language.ts'
import { SOURCE_LANGUAGE } from '../kernel/languages.ts'
import german from '../translations/de.json' with { type: 'json' }
import { ALL_CATEGORIES_TILE, type Category, CategoryList, categoryName, setCategories } from './categories.ts'
import { categorySentence } from './category-messages.ts'
import { withTitle } from './category-name-messages.ts'
import { CATEGORIES, STANDARD_CATEGORIES } from './standard-categories.ts'

const KNOWN = [ALL_CATEGORIES_TILE, ...CATEGORIES]

/** Shows categories as a page does, in the current language. */
const show = (categories: readonly Category[]) => setCategories(new CategoryList(categories.map(withTitle)))

beforeEach(() => show(STANDARD_CATEGORIES))
afterEach(() => setLanguageSource(() => SOURCE_LANGUAGE))

function speakGerman(): void {
  addTranslation('de', german)
  setLanguageSource(() => 'de')
  show(STANDARD_CATEGORIES)
}

test('each category has a sentence, and its English name is the stored one', () => {
  expect(KNOWN.map(categoryName)).toEqual(KNOWN)
  expect(KNOWN.filter((name) => !categorySentence(name))).toEqual([])
})

test('each category has a German name and sentence', () => {
  speakGerman()
  expect(KNOWN.map(categoryName)).toEqual([german.catalog.allCategories, ...Object.values(german.categoryName)])
  expect(KNOWN.map(categorySentence)).toEqual(Object.values(german.categorySentence))
})

test('a renamed or added category has its own name in every language, and no sentence', () => {
  speakGerman()
  show([
    { slug: 'toys', name: 'Games' },
    { slug: 'constructor', name: 'Constructor' },
  ])
  expect(['Games', 'Constructor'].map(categoryName)).toEqual(['Games', 'Constructor'])
  expect(['Games', 'Constructor', 'Toys'].map(categorySentence)).toEqual([undefined, undefined, undefined])
})

test.each(['tvs', 'all', 'home-furniture', 'Home', 'constructor', '__proto__', ''])(
  'an unknown category keeps its name: %j',
  (name) => {
    speakGerman()
    expect(categoryName(name)).toBe(name)
  },
)
