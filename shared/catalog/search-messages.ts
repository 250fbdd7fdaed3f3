import { shopName } from '../app/name.ts'
import { defineMessages } from '../kernel/define-messages.ts'
import type { SortOrder } from './constants.ts'

/** Texts of the search filters, whose code loads after the page. */
export const searchFilterMessages = defineMessages('searchFilter', {
  chosenFilters: 'Chosen filters',
  removeFilter: 'Remove {name}',
  clearAll: 'Clear all',
  price: 'Price',
  priceFrom: 'From',
  priceTo: 'To',
  priceMalformed: 'Please enter a price like 12.50.',
  fromPrice: 'From {from}',
  upToPrice: 'Up to {to}',
  betweenPrices: '{from} – {to}',
  pricesOfBar: '{prices}: {count, number}',
  onFlashSale: 'On flash sale',
  inStock: 'In stock',
  offers: 'Offers and stock',
  rating: 'Rating',
  starsAndUp: '{stars} stars and up',
  sellers: 'Sellers',
  showProducts: '{total, plural, one {Show 1 product} other {Show # products}}',
  showResults: 'Show products',
})

export const searchMessages = defineMessages(
  'search',
  {
    searchDescription: 'Search the products of every seller on {shop}.',
    resultsFor: 'Results for "{text}"',
    productsFoundAtLeast: '{total, number}+ products',
    pagesOfResults: 'Pages of results',
    nothingFound: 'No products found',
    nothingFoundText: 'Try a different search or fewer filters.',
    widened: {
      words: "No exact match for ''{given}'. Showing products with all of its words.",
      corrected: "No exact match for ''{given}'. Showing results for ''{text}'.",
      synonyms: "No exact match for ''{given}'. Showing results for ''{text}'.",
      any: "No exact match for ''{given}'. Showing products with some of its words.",
    },
    fewExactMatches: "Few exact matches for ''{given}'. Showing similar products as well.",
    searchOnlyFor: "Search only for ''{given}'",
    visitSeller: 'Visit the shop of {name}',
    showSimilar: 'Show similar products',
    filters: 'Filters',
    filtersChosen: '{count, plural, one {Filters (1)} other {Filters (#)}}',
    applyFilters: 'Apply',
    clearFilters: 'Clear filters',
    filtersFailed: 'The filters could not be loaded.',
    categoriesFound: 'Categories found',
    category: 'Category',
    allCategories: 'All Categories',
    priceRange: 'Price range',
    anyPrice: 'Any price',
    pricesBetween: '{from} – {to}',
    pricesFrom: '{from} and up',
    sortBy: 'Sort by',
    sortOrders: {
      relevance: 'Relevance',
      'price-low-high': 'Price: low to high',
      'price-high-low': 'Price: high to low',
    } satisfies Record<SortOrder, string>,
  },
  { shop: shopName },
)
