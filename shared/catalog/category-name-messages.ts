import { defineMessages } from '../kernel/define-messages.ts'
import { ALL_CATEGORIES_TILE, CATEGORY_NAMES } from './categories.ts'

const KNOWN = { all: ALL_CATEGORIES_TILE, ...CATEGORY_NAMES }

/** The key of a category, or of all, in catalogs: `home-furniture`. */
export type CategoryKey = keyof typeof KNOWN

// Only for display: addresses, searches and programs use the names of `CATEGORIES` in every language.
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
  return (Object.keys(KNOWN) as CategoryKey[]).find((key) => KNOWN[key] === category)
}

/** Returns the name of a category as pages show it; an unknown one unchanged. */
export function categoryName(category: string): string {
  const key = categoryKey(category)
  return key ? categoryNames[key] : category
}
