import { defineMessages } from '../kernel/define-messages.ts'
import { ALL_CATEGORIES_TILE, CATEGORIES } from './categories.ts'

const KNOWN = [ALL_CATEGORIES_TILE, ...CATEGORIES] as const

type KeyOf<Name extends string> = Name extends `${infer First} & ${infer Second}`
  ? `${Lowercase<First>}-${Lowercase<Second>}`
  : Lowercase<Name>

/** A category, or all, in catalogs: `home-furniture`. */
export type CategoryKey = KeyOf<(typeof KNOWN)[number]>

// Data, addresses and searches have the names of `CATEGORIES` in every language.
const categoryNames = defineMessages('categoryName', {
  all: 'All',
  audio: 'Audio',
  automotive: 'Automotive',
  cameras: 'Cameras',
  computers: 'Computers',
  fashion: 'Fashion',
  gaming: 'Gaming',
  groceries: 'Groceries',
  'home-furniture': 'Home & Furniture',
  'home-lighting': 'Home & Lighting',
  phones: 'Phones',
  speakers: 'Speakers',
  'tools-hardware': 'Tools & Hardware',
  toys: 'Toys',
  tvs: 'TVs',
  wearables: 'Wearables',
} satisfies Record<CategoryKey, string>)

/** Returns the key of a category in catalogs; undefined for an unknown one. */
export function categoryKey(category: string): CategoryKey | undefined {
  const known = KNOWN.find((name) => name === category)
  return known?.toLowerCase().replace(' & ', '-') as CategoryKey | undefined
}

/** Returns the name of a category as pages show it; that of an unknown one stays as it is. */
export function categoryName(category: string): string {
  const key = categoryKey(category)
  return key ? categoryNames[key] : category
}
