import { defineMessages } from '../kernel/define-messages.ts'
import { starsText } from '../catalog/messages.ts'
import { isolated } from '../kernel/locale.ts'
import { plural } from '../kernel/plural.ts'

export const reviewMessages = defineMessages('review', {
  title: 'Reviews',
  none: 'No reviews yet',
  noneText: 'Buyers who received this product can rate it.',
  noneOfFilter: 'No review has this many stars.',
  buyer: 'A buyer',
  by: 'Review by {name}',
  outOfFive: 'out of 5,',
  verified: 'Verified purchase',
  edited: 'edited',
  answerOf: 'Answer from {seller}',
  answerOfSeller: 'Answer from the seller',
  answeredBefore: 'Answered before the review was edited',
  sortBy: 'Sort by',
  sorts: { newest: 'Newest first', highest: 'Highest rating first', lowest: 'Lowest rating first' },
  apply: 'Apply',
  pages: 'Pages of reviews',
  counted: reviewsText,
  range: '{first}–{last} of {total, plural, one {1 review} other {# reviews}}',
  histogram: 'Reviews by stars',
  starsCounted: '{stars, plural, one {1 star} other {# stars}}: {count, plural, one {1 review} other {# reviews}}',
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
  hiddenBecause: 'An admin has hidden your review: only you see it. Reason: {reason}',
  saveFailed: "We couldn't save your review. Please try again.",
  removeFailed: "We couldn't remove your review. Please try again.",

  answer: 'Answer',
  answerTo: 'Answer the review by {name}',
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
  reportOf: 'Report the review by {name}',
  reported: 'Reported. An admin will look at it.',
  reportFailed: "We couldn't report this review. Please try again.",

  // On an order's page.
  rateNamed: 'Rate this product: {product}',
  gone: 'This product is no longer in the shop. Your rating counts for its seller.',
  changeNamed: 'Your review: {product}',
})

function reviewsText(count: number): string {
  return plural(count, { one: '1 review', other: (n) => `${n} reviews` })
}

export const reviewMails = defineMessages('reviewMails', {
  newReview: {
    subject: 'New review: {product}, {stars, plural, one {1 star} other {# stars}}',
    heading: 'New review',
    lead: 'A buyer has rated {product} with {stars, plural, one {1 star} other {# stars}}.',
    text: 'Review',
    button: 'Read and answer',
  },
  answered: {
    subject: 'The seller has answered your review of {product}',
    heading: 'Answer to your review',
    lead: '{seller} has answered your review of {product}.',
    text: 'Answer',
    button: 'View your review',
  },
})
