import { CATEGORIES } from '../../../shared/catalog/categories.ts'

/** Returns the shop's categories in the order of its tiles: the one place where pages get them. */
export function useCategories(): readonly string[] {
  return CATEGORIES
}
