import type { Category } from './categories.ts'

/** The categories of a new marketplace: their names by slug, in order. The schema inserts the same. */
export const CATEGORY_NAMES = {
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
} as const
export type CategorySlug = keyof typeof CATEGORY_NAMES
export const CATEGORY_SLUGS = Object.keys(CATEGORY_NAMES) as CategorySlug[]
export const CATEGORIES = Object.values(CATEGORY_NAMES)

/** The list of a new marketplace. */
export const STANDARD_CATEGORIES: readonly Category[] = CATEGORY_SLUGS.map((slug) => ({
  slug,
  name: CATEGORY_NAMES[slug],
}))
