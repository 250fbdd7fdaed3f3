/** The names of categories by slug, in the order of the shop's tiles. Data has slugs; addresses and programs use names. */
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

export const MAX_CATEGORIES_PER_PRODUCT = 3

export const ALL_CATEGORIES_TILE = 'All'
/** The path segment that lists every product: `/category/all`. */
export const ALL_CATEGORIES_SLUG = 'all'

/** The slugs of a list, or `all` for every product. */
export type CategoryFilter = 'all' | readonly string[]

/** Returns the slugs of a `/category/{term}` address: `all`, or those whose name contains the term, ignoring case. */
export function categoriesMatching(term: string): CategoryFilter {
  const wanted = term.trim().toLowerCase()
  if (wanted === ALL_CATEGORIES_SLUG) return 'all'
  if (wanted === '') return []
  return CATEGORY_SLUGS.filter((slug) => CATEGORY_NAMES[slug].toLowerCase().includes(wanted))
}

/** Returns the name of a category in data; the slug itself for a former category. */
export function categoryOfSlug(slug: string): string {
  return Object.hasOwn(CATEGORY_NAMES, slug) ? CATEGORY_NAMES[slug as CategorySlug] : slug
}

/** Returns the slug of a name, ignoring case: the text itself for a former category, none for the slug of a category. */
export function slugOfCategory(name: string): string {
  const wanted = name.toLowerCase()
  const slug = CATEGORY_SLUGS.find((known) => CATEGORY_NAMES[known].toLowerCase() === wanted)
  return slug ?? (categoryOfSlug(name) === name ? name : '')
}

export function categoryPath(category: string): string {
  return `/category/${encodeURIComponent(category.toLowerCase())}`
}

/** Returns whether the term is that of the shop's own links to a category, or to all. */
export function isCategoryTerm(term: string): boolean {
  return term === ALL_CATEGORIES_SLUG || CATEGORIES.some((category) => category.toLowerCase() === term)
}
