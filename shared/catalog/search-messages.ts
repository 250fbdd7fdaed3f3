import { SHOP_NAME } from '../app/name.ts'
import { isolated } from '../kernel/locale.ts'
import { plural } from '../kernel/plural.ts'
import type { SortOrder } from './constants.ts'

/** Texts of the search filters, whose code loads after the page. */
export const searchFilterMessages = {
  chosenFilters: 'Chosen filters',
  removeFilter: (name: string) => `Remove ${isolated(name)}`,
  clearAll: 'Clear all',
  price: 'Price',
  priceFrom: 'From',
  priceTo: 'To',
  priceMalformed: 'Please enter a price like 12.50.',
  fromPrice: (from: string) => `From ${from}`,
  upToPrice: (to: string) => `Up to ${to}`,
  betweenPrices: (from: string, to: string) => `${from} – ${to}`,
  pricesOfBar: (prices: string, count: string) => `${prices}: ${count}`,
  onFlashSale: 'On flash sale',
  inStock: 'In stock',
  offers: 'Offers and stock',
  rating: 'Rating',
  starsAndUp: (stars: string) => `${stars} stars and up`,
  sellers: 'Sellers',
  showProducts: (total: number) => plural(total, { one: 'Show 1 product', other: (n) => `Show ${n} products` }),
  showResults: 'Show products',
}

export const searchMessages = {
  searchDescription: `Search the products of every seller on ${SHOP_NAME}.`,
  resultsFor: (text: string) => `Results for "${text}"`,
  pagesOfResults: 'Pages of results',
  nothingFound: 'No products found',
  nothingFoundText: 'Try a different search or fewer filters.',
  widened: {
    words: (given: string) => `No exact match for '${given}'. Showing products with all of its words.`,
    corrected: (given: string, text: string) => `No exact match for '${given}'. Showing results for '${text}'.`,
    synonyms: (given: string, text: string) => `No exact match for '${given}'. Showing results for '${text}'.`,
    any: (given: string) => `No exact match for '${given}'. Showing products with some of its words.`,
  },
  fewExactMatches: (given: string) => `Few exact matches for '${given}'. Showing similar products as well.`,
  searchOnlyFor: (given: string) => `Search only for '${given}'`,
  visitSeller: (name: string) => `Visit the shop of ${isolated(name)}`,
  showSimilar: 'Show similar products',
  clearFilters: 'Clear filters',
  filtersFailed: 'The filters could not be loaded.',
  categoriesFound: 'Categories found',
  allCategories: 'All Categories',
  priceRange: 'Price range',
  anyPrice: 'Any price',
  sortBy: 'Sort by',
  sortOrders: {
    relevance: 'Relevance',
    'price-low-high': 'Price: low to high',
    'price-high-low': 'Price: high to low',
  } satisfies Record<SortOrder, string>,
}
