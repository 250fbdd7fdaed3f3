import { defineMessages } from '../kernel/define-messages.ts'
import { formatNumber } from '../kernel/locale.ts'
import { MAX_ABOUT_LENGTH, MAX_DISPATCH_DAYS, MAX_HANDLE_LENGTH, MIN_HANDLE_LENGTH } from './handles.ts'

export const sellerFormMessages = defineMessages('sellerForm', {
  heading: 'Your page in the shop',
  view: 'View your page',
  handle: 'Address of your page',
  handleHint: `${MIN_HANDLE_LENGTH} to ${MAX_HANDLE_LENGTH} letters, digits, and hyphens. Earlier addresses still lead to your page.`,
  aboutField: 'About you',
  aboutHint: `What buyers should know about you, in up to ${formatNumber(MAX_ABOUT_LENGTH)} characters.`,
  banner: 'Banner',
  bannerHint: 'A wide picture above your page. JPEG, PNG, WebP, AVIF, or GIF.',
  chooseBanner: 'Choose a picture',
  replaceBanner: 'Replace the picture',
  removeBanner: 'Remove the picture',
  business: 'Business details',
  businessHint: 'Optional. Buyers see them on your page and on receipts.',
  legalName: 'Business name',
  legalAddress: 'Business address',
  legalContact: 'Contact',
  legalContactHint: 'An email address or phone number for buyers',
  legalNumber: 'Registration or VAT number',
  dispatch: 'Days until you ship',
  dispatchHint: `Optional, 1 to ${MAX_DISPATCH_DAYS}. Buyers see it beside the price.`,
  dispatchMalformed: `Please enter a whole number from 1 to ${MAX_DISPATCH_DAYS}.`,
  save: 'Update page',
  saved: 'Your page was saved.',
  saveFailed: 'Your page could not be saved.',
  loadFailed: 'Your page could not be loaded.',

  handleLength: `Use ${MIN_HANDLE_LENGTH} to ${MAX_HANDLE_LENGTH} characters.`,
  handleCharacters: 'Use letters from a to z, digits, and hyphens only.',
  handleHyphens: 'Begin and end with a letter or a digit, without two hyphens in a row.',
  handleReserved: 'This address is reserved. Please choose another.',
  aboutTooLong: `Please shorten the text to ${formatNumber(MAX_ABOUT_LENGTH)} characters.`,
})
