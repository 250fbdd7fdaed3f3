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
