import { starsText } from '../catalog/messages.ts'
import { isolated } from '../kernel/locale.ts'
import { plural } from '../kernel/plural.ts'

export const reviewMessages = {
  title: 'Reviews',
  none: 'No reviews yet',
  noneText: 'Buyers who received this product can rate it.',
  noneOfFilter: 'No review has this many stars.',
  buyer: 'A buyer',
  by: (name: string) => `Review by ${isolated(name)}`,
  outOfFive: 'out of 5,',
  verified: 'Verified purchase',
  edited: 'edited',
  answerOf: (seller: string) => `Answer from ${isolated(seller)}`,
  answerOfSeller: 'Answer from the seller',
  answeredBefore: 'Answered before the review was edited',
  sortBy: 'Sort by',
  sorts: { newest: 'Newest first', highest: 'Highest rating first', lowest: 'Lowest rating first' },
  apply: 'Apply',
  pages: 'Pages of reviews',
  counted: reviewsText,
  range: (first: number, last: number, total: number) => `${first}–${last} of ${reviewsText(total)}`,
  histogram: 'Reviews by stars',
  starsCounted: (stars: number, count: number) => `${starsText(stars)}: ${reviewsText(count)}`,
  showAll: 'Show all reviews',
  failed: "We couldn't load the reviews.",
  ownFailed: "We couldn't check whether you can review this product.",

  write: 'Write a review',
  yours: 'Your review',
  show: 'Show',
  showYours: 'Show your review',
  hiddenShort: 'Hidden',
  rating: 'Your rating',
  ratingNeeded: 'Choose 1 to 5 stars.',
  text: 'What was it like? (optional)',
  textHint: 'Public, with your display name.',
  submit: 'Publish review',
  save: 'Save changes',
  edit: 'Edit',
  removeReview: 'Remove review',
  removeQuestion: 'Remove your review? Your rating no longer counts.',
  saved: 'Your review is published.',
  removed: 'Your review is removed.',
  hidden: 'An admin has hidden your review: only you see it.',
  hiddenBecause: (reason: string) => `An admin has hidden your review: only you see it. Reason: ${reason}`,
  saveFailed: "We couldn't save your review. Please try again.",
  removeFailed: "We couldn't remove your review. Please try again.",

  answer: 'Answer',
  answerTo: (name: string) => `Answer the review by ${isolated(name)}`,
  editAnswer: 'Edit answer',
  answerText: 'Your answer',
  answerHint: 'Everyone sees it below the review.',
  answerNeeded: 'Write an answer first.',
  publishAnswer: 'Publish answer',
  removeAnswer: 'Remove answer',
  answerSaved: 'Your answer is published.',
  answerRemoved: 'Your answer is removed.',
  answerFailed: "We couldn't save your answer. Please try again.",

  report: 'Report',
  reportOf: (name: string) => `Report the review by ${isolated(name)}`,
  reported: 'Reported. An admin will look at it.',
  reportFailed: "We couldn't report this review. Please try again.",

  // On an order's page.
  rateNamed: (product: string) => `Rate this product: ${isolated(product)}`,
  gone: 'This product is no longer in the shop. Your rating counts for its seller.',
  changeNamed: (product: string) => `Your review: ${isolated(product)}`,
} as const

function reviewsText(count: number): string {
  return plural(count, { one: '1 review', other: (n) => `${n} reviews` })
}

export const reviewMails = {
  newReview: {
    subject: (product: string, stars: number) => `New review: ${isolated(product)}, ${starsText(stars)}`,
    heading: 'New review',
    lead: (product: string, stars: number) => `A buyer has rated ${isolated(product)} with ${starsText(stars)}.`,
    text: 'Review',
    button: 'Read and answer',
  },
  answered: {
    subject: (product: string) => `The seller has answered your review of ${isolated(product)}`,
    heading: 'Answer to your review',
    lead: (product: string, seller: string) => `${isolated(seller)} has answered your review of ${isolated(product)}.`,
    text: 'Answer',
    button: 'View your review',
  },
} as const
