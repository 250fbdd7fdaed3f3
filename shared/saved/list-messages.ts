import { defineMessages } from '../kernel/define-messages.ts'

export const savedListMessages = defineMessages('savedList', {
  products: 'Products',
  empty: 'Your wish list is empty',
  emptyText: 'Press the heart on a product to save it here.',
  browse: 'Browse products',
  visitorHint: 'Your list is stored in this browser only. {signIn} to have it everywhere.',
  signIn: 'Sign in',
  showMore: 'Show more',
  addAll: 'Add all to cart',
  added: '{count, plural, one {1 product added to cart} other {# products added to cart}}',
  soldOut: 'Everything on your list is sold out.',
  fetchFailed: "We couldn't load your wish list",
})
