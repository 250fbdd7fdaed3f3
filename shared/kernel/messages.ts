/** Shown for every failure without a text of its own. Apart from the schemas, so that a page that shows it loads none. */
export const unexpectedErrorMessage = 'An unexpected error occurred'

/** The parts that all pages are made of. */
export const uiMessages = {
  cancel: 'Cancel',
  close: 'Close',
  tryAgain: 'Try again',
  print: 'Print',
  loading: 'Loading…',
  needsScripts: 'This page needs JavaScript.',
  increaseQuantity: 'Increase quantity',
  decreaseQuantity: 'Decrease quantity',
  percent: (value: number) => `${value}%`,

  // Pages of a list.
  previousPage: 'Prev',
  nextPage: 'Next',
  pageNumber: (page: number) => `Page ${page}`,
  toFirstPage: 'Go to the first page',
} as const
