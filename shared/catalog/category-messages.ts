import { SHOP_NAME } from '../app/name.ts'
import { defineMessages } from '../kernel/define-messages.ts'

export const categorySentences: Partial<Record<string, string>> & { all: string } = {
  all: 'Everything that our independent sellers offer, in one list.',
  Audio: 'Headphones and other gear for listening closely, at home and on the way.',
  Automotive: 'Care, comfort and tools for the car and the road.',
  Cameras: 'Cameras and lenses for days worth keeping.',
  Computers: 'Laptops, screens and everything that stands on a desk.',
  Fashion: 'Clothes and shoes to wear for more than one season.',
  Gaming: 'Consoles, controllers and seats for long evenings.',
  Groceries: 'Coffee, pasta, oil: the good things for the cupboard.',
  'Home & Furniture': 'Furniture and textiles that make a room yours.',
  'Home & Lighting': 'Lamps and bulbs for every corner.',
  Phones: 'Phones, and what protects and charges them.',
  Speakers: 'Sound for a shelf, a room, or a picnic.',
  'Tools & Hardware': 'Tools and small parts for work that lasts.',
  Toys: 'Toys and games for small and grown hands.',
  TVs: 'Screens for films, sport and games, and what holds them.',
  Wearables: 'Watches and trackers for the wrist.',
}

/** Categories that shoppers combine. */
const FAMILIES: readonly (readonly string[])[] = [
  ['Audio', 'Speakers', 'TVs', 'Gaming', 'Phones'],
  ['Computers', 'Phones', 'Cameras', 'Wearables', 'Gaming'],
  ['Home & Furniture', 'Home & Lighting', 'Groceries', 'Toys', 'Tools & Hardware'],
  ['Fashion', 'Wearables', 'Toys'],
  ['Automotive', 'Tools & Hardware'],
]

/** Returns the related categories of one, in the shop's order; all of them for an unknown name. */
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
  { shop: SHOP_NAME },
)
