import { defineMessages } from '../kernel/define-messages.ts'
import { plural } from '../kernel/plural.ts'

export const adminReviewMessages = defineMessages('adminReview', {
  reviews: 'Reviews',
  failed: "We couldn't load the reviews.",
  nothingYet: 'No reviews yet',
  nothingYetText: 'Reviews by buyers who received a product appear here.',
  review: 'Review',
  product: 'Product',
  rating: 'Rating',
  buyer: 'Buyer',
  text: 'Text',
  noText: 'No text',
  answer: 'Answer from the seller',
  date: 'Date',
  state: 'Status',
  states: { shown: 'Shown', hidden: 'Hidden', by_suspended: 'Buyer suspended' },
  reports: '{count, plural, one {Reported once} other {Reported # times}}',
  view: 'Show',
  views: { all: 'All reviews', reported: 'Reported', hidden: 'Hidden' },
  hide: 'Hide',
  show: 'Show again',
  keep: 'Keep',
  hideNamed: 'Hide {id}',
  showNamed: 'Show {id} again',
  keepNamed: 'Keep {id}',
  hideTitle: 'Hide this review?',
  hideText: 'It is no longer shown, and its rating no longer counts.',
  showTitle: 'Show this review again?',
  showText: 'It is shown in the shop again, and its rating counts.',
  keepTitle: 'Keep this review?',
  keepText: 'It stays in the shop, and its reports are dismissed.',
  reasonSeen: 'The buyer sees it beside the review.',
  hidden: 'The review is hidden.',
  shown: 'The review is shown.',
  kept: 'The review is kept.',
  reason: 'Reason',
  loading: 'Loading...',
  changeFailed: "We couldn't change this review. Please try again.",
  details: 'Details',
  close: 'Close review',
})

export const reviewListTexts = defineMessages('reviewListTexts', {
  search: 'Review, product, buyer',
  count: (total: number, isExact: boolean) =>
    isExact
      ? plural(total, { one: '1 review', other: (n) => `${n} reviews` })
      : plural(total, { other: (n) => `${n}+ reviews` }),
  pages: 'Pages of reviews',
  nothingFound: 'No reviews found',
  showAll: 'Show all reviews',
})
