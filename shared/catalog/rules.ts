import { ALL_CATEGORIES_SLUG, CATEGORIES, type Category } from './constants.ts'

/**
 * Returns the categories a `/category/{term}` address lists: all for `all`, else those whose name contains the term in
 * any letter case.
 */
export function categoriesMatching(term: string): readonly Category[] {
  const wanted = term.trim().toLowerCase()
  if (wanted === ALL_CATEGORIES_SLUG) return CATEGORIES
  if (wanted === '') return []
  return CATEGORIES.filter((category) => category.toLowerCase().includes(wanted))
}

/** Returns the path of a category's page. */
export function categoryPath(category: string): string {
  return `/category/${encodeURIComponent(category.toLowerCase())}`
}

/** Returns the number in a product's id: 42 of `PRD00042`. */
export function productNumberOf(productId: string): number {
  return Number(productId.slice(3))
}

/** Returns the id of the product with a number: `PRD00042` of 42. */
export function productIdOf(productNumber: number): string {
  return `PRD${String(productNumber).padStart(5, '0')}`
}
