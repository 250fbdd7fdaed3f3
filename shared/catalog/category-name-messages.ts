import { defineMessages } from '../kernel/define-messages.ts'
import type { Category } from './categories.ts'
import { CATEGORY_NAMES, type CategorySlug } from './standard-categories.ts'

// Only for display: addresses, searches and programs use the names of the categories in every language.
const categoryNames = defineMessages('categoryName', {
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
} satisfies Record<CategorySlug, string>)

/** Returns a category with its name in the current language, as long as it has its first name. */
export function withTitle(category: Category): Category {
  const slug = category.slug as CategorySlug
  if (!Object.hasOwn(CATEGORY_NAMES, slug) || CATEGORY_NAMES[slug] !== category.name) return category
  const title = categoryNames[slug]
  return title === category.name ? category : { ...category, title }
}
