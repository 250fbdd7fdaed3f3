import { defineMessages } from '../kernel/define-messages.ts'

/** Texts of search suggestions, whose code loads when a search box gets the focus. */
export const suggestionMessages = defineMessages('suggestion', {
  suggestions: 'Suggestions',
  suggestionsFound: '{count, plural, one {1 suggestion} other {# suggestions. Use the arrow keys to choose.}}',
  noSuggestions: 'No suggestions',
  inCategories: 'Category',
  inSellers: 'Seller',
  recentSearches: 'Recent searches',
  removeRecentSearch: 'Remove "{text}" from recent searches',
  clear: 'Clear',
  clearRecentSearches: 'Clear recent searches',
})
