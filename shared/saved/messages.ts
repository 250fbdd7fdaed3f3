/** The wish list. */
export const savedMessages = {
  heading: 'Wish list',
  save: (name: string) => `Save ${name} to the wish list`,
  empty: 'Your wish list is empty',
  emptyText: 'Press the heart of a product to keep it here.',
  browse: 'Browse products',
  visitorHint: 'Only this browser knows your list. Sign in to have it everywhere.',
  showMore: 'Show more',
  fetchFailed: "We couldn't load your wish list",
  changeFailed: "We couldn't change your wish list. Please try again.",
  buyersOnly: 'Only buyers have a wish list.',
} as const
