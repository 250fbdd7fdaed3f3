import { ALL_CATEGORIES_TILE, categories } from './categories.ts'
import { catalogMessages } from './messages.ts'

/** Returns the name of a category as pages show it; an unknown one unchanged. */
export function categoryName(name: string): string {
  if (name === ALL_CATEGORIES_TILE) return catalogMessages.allCategories
  const category = categories().byName.get(name.toLowerCase())
  return category?.name === name ? (category.title ?? name) : name
}
