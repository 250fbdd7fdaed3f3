/** The categories of products, in the order of the shop's tiles. */
export const CATEGORIES = [
  'Audio',
  'Automotive',
  'Cameras',
  'Computers',
  'Fashion',
  'Gaming',
  'Groceries',
  'Home & Furniture',
  'Home & Lighting',
  'Phones',
  'Speakers',
  'Tools & Hardware',
  'Toys',
  'TVs',
  'Wearables',
] as const
export type Category = (typeof CATEGORIES)[number]

export const MAX_CATEGORIES_PER_PRODUCT = 3

export const ALL_CATEGORIES_TILE = 'All'
/** The path segment that lists every product: `/category/all`. */
export const ALL_CATEGORIES_SLUG = 'all'

/** The categories of a list, or `all` for every product. */
export type CategoryFilter = 'all' | readonly string[]

/**
 * Returns the categories of a `/category/{term}` address: all for `all`, else those whose name contains the term,
 * ignoring case.
 */
export function categoriesMatching(term: string): CategoryFilter {
  const wanted = term.trim().toLowerCase()
  if (wanted === ALL_CATEGORIES_SLUG) return 'all'
  if (wanted === '') return []
  return CATEGORIES.filter((category) => category.toLowerCase().includes(wanted))
}

export function categoryPath(category: string): string {
  return `/category/${encodeURIComponent(category.toLowerCase())}`
}

/** Returns whether the shop's own links name a category, or all, by this term. */
export function isCategorySlug(term: string): boolean {
  return term === ALL_CATEGORIES_SLUG || CATEGORIES.some((category) => category.toLowerCase() === term)
}
