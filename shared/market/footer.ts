import { standardBanners } from '../banners/banner.ts'
import { type Category, categories, categoryPath } from '../catalog/categories.ts'
import { withTitle } from '../catalog/category-name-messages.ts'
import { CATEGORY_NAMES, STANDARD_CATEGORIES } from '../catalog/standard-categories.ts'
import { marketFacts } from '../kernel/market-facts.ts'
import { sitePagePath } from '../site-pages/constants.ts'
import { NETWORKS } from './constants.ts'
import { iconAddress } from './icon.ts'
import { footerMessages } from './messages.ts'
import type { Market, ShownMarket } from './schema.ts'

/** Returns the facts about a marketplace whose admins have changed none. */
export function standardMarket(): Market {
  const known = categories().all
  return {
    revision: 0,
    ...marketFacts(),
    social: {},
    products_link: 'none',
    categories: [...(known.length ? known : STANDARD_CATEGORIES)],
    banners: standardBanners(),
  }
}

/** Returns what pages show of the marketplace, with the standard texts in the current language where it has no own. */
export function shownMarket(market: Market): ShownMarket {
  const { name, currency, locale, time_zone, country, delivery, logo, icon, about, contact, social, products_link } =
    market
  const { pages = [] } = market
  const { links, networks } = footerMessages
  const isPublished = (wanted: string) => pages.some(({ slug }) => slug === wanted)
  const agreed = {
    ...(isPublished('terms') && { terms: true as const }),
    ...(isPublished('privacy') && { privacy: true as const }),
  }
  return {
    name,
    currency,
    locale,
    time_zone,
    ...(country && { country }),
    ...(delivery && { delivery }),
    ...(logo && { logo }),
    ...(icon && { icon: iconAddress(icon, 192) }),
    ...(Object.keys(agreed).length && { agreed }),
    categories: market.categories.map((category) => pageCategory(category as Category)),
    footer: {
      about: about ?? footerMessages.about,
      links: [
        ['/', links.home],
        [products_link === 'all' ? categoryPath('All') : '/products', links.products],
        // Specified, whether or not they are published.
        ...(['about', 'contact'] as const)
          .filter((slug) => !isPublished(slug))
          .map((slug) => [sitePagePath(slug), links[slug]] as const),
        ...pages.filter(({ in_footer }) => in_footer).map(({ slug, title }) => [sitePagePath(slug), title] as const),
      ],
      contact: contact ?? Object.values(footerMessages.contact),
      social: NETWORKS.filter((network) => social[network] !== '').map((network) => [
        networks[network],
        social[network] ?? '',
      ]),
    },
  }
}

function pageCategory(category: Category): Category {
  const { picture: _picture, slug, ...names } = withTitle(category)
  return { ...names, slug: Object.hasOwn(CATEGORY_NAMES, slug) ? slug : '' }
}
