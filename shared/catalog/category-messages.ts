import { shopName } from '../app/name.ts'
import { defineMessages } from '../kernel/define-messages.ts'
import { type CategoryKey, categoryKey } from './category-name-messages.ts'

const categorySentences = defineMessages('categorySentence', {
  all: 'Everything that our independent sellers offer, in one list.',
  audio: 'Headphones and other gear for listening closely, at home and on the way.',
  automotive: 'Care, comfort and tools for the car and the road.',
  cameras: 'Cameras and lenses for days worth keeping.',
  computers: 'Laptops, screens and everything that stands on a desk.',
  fashion: 'Clothes and shoes to wear for more than one season.',
  gaming: 'Consoles, controllers and seats for long evenings.',
  groceries: 'Coffee, pasta, oil: the good things for the cupboard.',
  'home-furniture': 'Furniture and textiles that make a room yours.',
  'home-lighting': 'Lamps and bulbs for every corner.',
  phones: 'Phones, and what protects and charges them.',
  speakers: 'Sound for a shelf, a room, or a picnic.',
  'tools-hardware': 'Tools and small parts for work that lasts.',
  toys: 'Toys and games for small and grown hands.',
  tvs: 'Screens for films, sport and games, and what holds them.',
  wearables: 'Watches and trackers for the wrist.',
} satisfies Record<CategoryKey, string>)

/** Returns a sentence about a category; undefined for an unknown one. */
export function categorySentence(category: string): string | undefined {
  const key = categoryKey(category)
  return key && categorySentences[key]
}

/** Categories that shoppers combine. */
const FAMILIES: readonly (readonly string[])[] = [
  ['Audio', 'Speakers', 'TVs', 'Gaming', 'Phones'],
  ['Computers', 'Phones', 'Cameras', 'Wearables', 'Gaming'],
  ['Home & Furniture', 'Home & Lighting', 'Groceries', 'Toys', 'Tools & Hardware'],
  ['Fashion', 'Wearables', 'Toys'],
  ['Automotive', 'Tools & Hardware'],
]

/** Returns the categories related to one, in the shop's order; all of them for an unknown name. */
export function siblingsOf(category: string, all: readonly string[]): readonly string[] {
  const families = FAMILIES.filter((family) => family.some((name) => name === category))
  if (families.length === 0) return all
  return all.filter((name) => name !== category && families.some((family) => family.some((one) => one === name)))
}

export const categoryMessages = defineMessages(
  'category',
  {
    allProducts: 'All Products',
    relatedCategories: 'Related categories',
    emptyCategory: 'No products found in this category.',
    pageOfCategory: '{title}, page {page}',
    categoryDescription: '{title} from independent sellers on {shop}.',
    pagesOfCategory: 'Pages of {title}',
    shownOfCategory: '{total, plural, one {{first}–{last} of 1 product} other {{first}–{last} of # products}}',
    filterAndSort: 'Filter and sort in search',
  },
  { shop: shopName },
)
