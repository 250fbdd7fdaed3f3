import { isolated } from '../kernel/isolated.ts'
import { plural } from '../kernel/plural.ts'

/** Texts of the filters of a search, whose code is loaded after the page. */
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
