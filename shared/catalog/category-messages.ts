import { shopName } from '../app/name.ts'
import { defineMessages } from '../kernel/define-messages.ts'
import { ALL_CATEGORIES_SLUG, ALL_CATEGORIES_TILE, type Category, categories, slugOfText } from './categories.ts'
import type { CategorySlug } from './standard-categories.ts'

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
  tvs: 'Screens for films, sport and games, and mounts to hold them.',
  wearables: 'Watches and trackers for the wrist.',
} satisfies Record<CategorySlug | typeof ALL_CATEGORIES_SLUG, string>)

/** Returns a sentence about a category that has its first name and slug, or about all; undefined for others. */
export function categorySentence(name: string): string | undefined {
  const slug = name === ALL_CATEGORIES_TILE ? ALL_CATEGORIES_SLUG : categories().byName.get(name.toLowerCase())?.slug
  const isFirst = slug !== undefined && slugOfText(name) === slug && Object.hasOwn(categorySentences, slug)
  return isFirst ? categorySentences[slug as CategorySlug] : undefined
}

/** Categories that shoppers combine. */
const FAMILIES: readonly (readonly CategorySlug[])[] = [
  ['audio', 'speakers', 'tvs', 'gaming', 'phones'],
  ['computers', 'phones', 'cameras', 'wearables', 'gaming'],
  ['home-furniture', 'home-lighting', 'groceries', 'toys', 'tools-hardware'],
  ['fashion', 'wearables', 'toys'],
  ['automotive', 'tools-hardware'],
]

/** Returns the shown categories related to one, in the shop's order; all of them for one without relations. */
export function siblingsOf(name: string): readonly Category[] {
  const { byName, shown } = categories()
  const slug = byName.get(name.toLowerCase())?.slug
  const families = FAMILIES.filter((family) => family.some((one) => one === slug))
  if (families.length === 0) return shown
  return shown.filter(
    (other) => other.slug !== slug && families.some((family) => family.some((one) => one === other.slug)),
  )
}

export const categoryMessages = defineMessages(
  'category',
  {
    category: 'Category',
    moreFromSellers: 'More from these sellers',
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
