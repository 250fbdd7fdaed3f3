import { plural } from '../kernel/plural.ts'

/** Texts of search suggestions, whose code loads when a search box gets the focus. */
export const suggestionMessages = {
  suggestions: 'Suggestions',
  suggestionsFound: (count: number) =>
    plural(count, { one: '1 suggestion', other: (n) => `${n} suggestions. Use the arrow keys to choose.` }),
  noSuggestions: 'No suggestions',
  inCategories: 'Category',
  inSellers: 'Seller',
  recentSearches: 'Recent searches',
  removeRecentSearch: (text: string) => `Remove "${text}" from recent searches`,
  clear: 'Clear',
  clearRecentSearches: 'Clear recent searches',
}
