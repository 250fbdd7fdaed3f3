/** The page of the wish list. */
export const savedListMessages = {
  products: 'Products',
  empty: 'Your wish list is empty',
  emptyText: 'Press the heart of a product to keep it here.',
  browse: 'Browse products',
  visitorHint: 'Only this browser knows your list. {signIn} to have it everywhere.',
  signIn: 'Sign in',
  showMore: 'Show more',
  fetchFailed: "We couldn't load your wish list",
  buyersOnly: 'Only buyers have a wish list.',
} as const
