import { defineMessages } from '../kernel/define-messages.ts'
import { MAX_ABOUT_LENGTH, MAX_HANDLE_LENGTH, MIN_HANDLE_LENGTH } from './handles.ts'

export const sellerFormMessages = defineMessages(
  'sellerForm',
  {
    heading: 'Your page in the shop',
    view: 'View your page',
    openShop: 'Your details and approval',
    delivery: 'Delivery and vacation',
    handle: 'Address of your page',
    handleHint: '{minHandle} to {maxHandle} letters, digits, and hyphens. Earlier addresses still lead to your page.',
    aboutField: 'About you',
    aboutHint: 'What buyers should know about you, in up to {maxAbout, number} characters.',
    banner: 'Banner',
    bannerHint: 'A wide picture above your page. JPEG, PNG, WebP, AVIF, or GIF.',
    chooseBanner: 'Choose a picture',
    replaceBanner: 'Replace the picture',
    removeBanner: 'Remove the picture',
    awning: 'Awning',
    awningHint: 'The colors by which buyers recognize your stall.',
    awningNumber: 'Awning {number}',
    save: 'Update page',
    saved: 'Your page was saved.',
    saveFailed: 'Your page could not be saved.',
    loadFailed: 'Your page could not be loaded.',

    handleLength: 'Use {minHandle} to {maxHandle} characters.',
    handleCharacters: 'Use letters from a to z, digits, and hyphens only.',
    handleHyphens: 'Begin and end with a letter or a digit, without two hyphens in a row.',
    handleReserved: 'This address is reserved. Please choose another.',
    aboutTooLong: 'Please shorten the text to {maxAbout, number} characters.',
  },
  {
    minHandle: MIN_HANDLE_LENGTH,
    maxHandle: MAX_HANDLE_LENGTH,
    maxAbout: MAX_ABOUT_LENGTH,
  },
)
