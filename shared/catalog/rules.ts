import { ALL_CATEGORIES_SLUG, CATEGORIES, type Category } from './constants.ts'

/**
 * Answers the categories a `/category/{term}` address lists: all for `all`, else those whose name contains the term in
 * any letter case.
 */
export function categoriesMatching(term: string): readonly Category[] {
  const wanted = term.trim().toLowerCase()
  if (wanted === ALL_CATEGORIES_SLUG) return CATEGORIES
  if (wanted === '') return []
  return CATEGORIES.filter((category) => category.toLowerCase().includes(wanted))
}

/** The address of a category's page. */
export function categoryPath(category: string): string {
  return `/category/${encodeURIComponent(category.toLowerCase())}`
}
