import { defineMessages } from '../kernel/define-messages.ts'
import type { BuiltInBanner } from './constants.ts'

/** The texts of the product's own banners. */
export const standardBannerMessages = defineMessages('standardBanner', {
  texts: {
    everything: {
      title: 'A whole marketplace under one roof',
      text: 'Independent sellers, every category, one cart.',
      action: 'Browse everything',
    },
    audio: {
      title: 'Listen, watch, play',
      text: 'Headphones, cameras, and consoles for the long weekend.',
      action: "Hear what's new",
    },
    home: {
      title: 'Make the room yours',
      text: 'Furniture and lighting that turn a house into a home.',
      action: 'Shop furniture',
    },
    fashion: {
      title: 'Dressed for the day',
      text: 'Everyday clothes, good shoes, and small finds.',
      action: 'Shop fashion',
    },
  } satisfies Record<BuiltInBanner, object>,
})
