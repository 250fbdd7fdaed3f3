import type { Role } from '../accounts/constants.ts'
import { shopName } from '../app/name.ts'
import { defineMessages } from '../kernel/define-messages.ts'

export const homeMessages = defineMessages(
  'home',
  {
    siteDescription:
      '{shop} is an open marketplace of independent sellers: electronics, fashion, home, groceries, and more, with flash sales every day.',
    flashSale: 'Flash Sale OnGoing!',
    browseByCategory: 'Browse By Category',
    justForYou: 'Just For You',
    visitShop: 'Visit the shop',
    noProductsYet: 'There are no products yet.',
    firstDay: {
      visitor: 'Want to sell here? Sign up as a seller and add your first product.',
      buyer: 'Products appear here once sellers add them.',
      seller: 'Products appear here once buyers can see them.',
      admin: 'Sellers add the products. The guide lists what to do before you open.',
    } satisfies Record<Role | 'visitor', string>,
    firstStep: { visitor: 'Start selling', seller: 'Add a product', admin: 'Open the guide' },
    freeStall: 'Your name here',
    highlights: 'Highlights',
    carousel: 'carousel',
    slide: 'slide',
    bannerNumber: 'Banner {number}',
    previousBanner: 'Previous banner',
    nextBanner: 'Next banner',
    pauseBanners: 'Pause banners',
    playBanners: 'Play banners',
  },
  { shop: shopName },
)
