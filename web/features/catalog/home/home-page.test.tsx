import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { Banner } from '../../../../shared/banners/banner.ts'
import {
  MAX_BANNER_ACTION,
  MAX_BANNER_PATH,
  MAX_BANNER_TEXT,
  MAX_BANNER_TITLE,
  MAX_BANNERS,
} from '../../../../shared/banners/constants.ts'
import { standardBannerMessages } from '../../../../shared/banners/standard-messages.ts'
import { MAX_CATEGORY_NAME_LENGTH } from '../../../../shared/catalog/categories.ts'
import { homeMessages } from '../../../../shared/catalog/home-messages.ts'
import { catalogMessages } from '../../../../shared/catalog/messages.ts'
import type { ProductCard } from '../../../../shared/catalog/schema.ts'
import { MAX_CATEGORIES, MAX_CATEGORY_SLUG_LENGTH } from '../../../../shared/categories/constants.ts'
import {
  MAX_CONTACT_LINE,
  MAX_CONTACT_LINES,
  MAX_MARKET_ABOUT,
  MAX_MARKET_NAME,
  MAX_SOCIAL_LINK,
  NETWORKS,
} from '../../../../shared/market/constants.ts'
import { shownMarket, standardMarket } from '../../../../shared/market/footer.ts'
import type { Market } from '../../../../shared/market/schema.ts'
import { FIXED_PAGES } from '../../../../shared/site-pages/constants.ts'
import { MAX_OWN_PAGES, MAX_PAGE_TITLE_LENGTH, MAX_SLUG_LENGTH } from '../../../../shared/site-pages/limits.ts'
import { cardOf } from '../../../test/fixtures.ts'
import { openPage, sessionOf } from '../../../test/open-page.tsx'
import { forState } from '../page-data.ts'

const NAMES = ['Ada', 'Ben', 'Cleo', 'Dora']

const productsOf = (names: readonly string[]): ProductCard[] =>
  names.map((name, index) =>
    cardOf({
      product_id: `PRD0000${index}`,
      featured_image: `/${name}.webp`,
      seller: { handle: name.toLowerCase(), name, awning: index },
    }),
  )

const STANDARD = standardMarket()

const open = (
  names: readonly string[],
  banners: Banner[] = STANDARD.banners,
  loaded = Promise.resolve(),
  { answers, ...more }: Parameters<typeof openPage>[1] = {},
) =>
  openPage('/', {
    ...more,
    answers: {
      ...answers,
      'GET /api/market': () => loaded.then(() => ({ ...STANDARD, banners })),
      'GET /api/products/just-for-you': { products: productsOf(names) },
      'GET /api/products/flash-sale': { products: [] },
      '*': 404,
    },
  })

const openHome = async (names: readonly string[]) => {
  await open(names)
  return within(
    await screen.findByRole('group', { name: catalogMessages.slideNumber({ number: 1, count: 4 }), hidden: true }),
  )
}

test('the first banner is a row of stalls that lead to their sellers', async () => {
  const banner = await openHome(NAMES)
  await banner.findByRole('link', { name: 'Ada' })
  const stalls = banner.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  expect(stalls).toEqual(NAMES)
  expect(banner.getByRole('link', { name: 'Ben' }).getAttribute('href')).toBe('/shop/ben')
})

test('the first banner of a marketplace with few sellers has its picture', async () => {
  const banner = await openHome(['Ada'])
  banner.getByRole('heading', { name: standardBannerMessages.texts.everything.title })
  expect(banner.queryAllByRole('heading', { level: 3 })).toEqual([])
})

const OWN: Banner = {
  banner_number: 9,
  title: 'Winter sale',
  text: '',
  action: 'Look',
  path: '/search?q=coat',
  picture: '/coat.webp?full=2000',
  focus: [20, 80],
}

test('a single banner of an admin has its picture with the focus in view, and neither stalls nor controls', async () => {
  await open(NAMES, [OWN])
  const banner = await screen.findByRole('group', { name: catalogMessages.slideNumber({ number: 1, count: 1 }) })
  expect(within(banner).getByRole('link', { name: 'Look' }).getAttribute('href')).toBe('/search?q=coat')
  const picture = banner.querySelector('img')
  expect(picture?.style.objectPosition).toBe('20% 80%')
  expect(picture?.srcset).toContain('/coat.webp?full=2000&width=1280 1280w')
  expect(within(banner).queryByRole('link', { name: 'Ada' })).toBeNull()
  expect(screen.queryByRole('button', { name: homeMessages.nextBanner })).toBeNull()
})

test.each([
  [undefined, homeMessages.firstStep.visitor, '/authentication?role=seller'],
  ['seller', homeMessages.firstStep.seller, '/seller/add-product'],
  ['admin', homeMessages.firstStep.admin, '/admin/guide'],
  ['buyer', undefined, undefined],
] as const)('a marketplace without products has the first step of its reader: %s', async (as, step, path) => {
  await open([], STANDARD.banners, undefined, as && { as })
  const section = await screen.findByRole('region', { name: homeMessages.justForYou })
  within(section).getByText(homeMessages.noProductsYet)
  await within(section).findByText(homeMessages.firstDay[as ?? 'visitor'])
  const links = within(section).queryAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(step ? [[step, path]] : [])
})

const ADMIN = sessionOf('admin').user
const CLERK = { ...ADMIN, app_metadata: { ...ADMIN.app_metadata, admin_rights: ['orders'] } }

test.each([
  ['a visitor where sign-up is off', { site: { signUpClosed: true } }, homeMessages.firstDay.buyer],
  [
    'an admin without the right to settings',
    { as: 'admin', answers: { 'GET /auth/v1/user': CLERK } },
    homeMessages.firstDay.admin,
  ],
] as const)('a marketplace without products has no first step for %s', async (_who, opened, text) => {
  await open([], STANDARD.banners, undefined, opened)
  const section = within(await screen.findByRole('region', { name: homeMessages.justForYou }))
  await section.findByText(text)
  await waitFor(() => expect(section.queryByRole('link')).toBeNull())
})

test('categories without room in the header are behind More', async () => {
  const { user } = await open(NAMES)
  const row = within(await screen.findByRole('navigation', { name: catalogMessages.categories }))
  row.getByRole('link', { name: 'Audio' })
  expect(row.queryByRole('link', { name: 'Wearables' })).toBeNull()
  await user.click(row.getByRole('button', { name: catalogMessages.moreCategories }))
  await user.click(await row.findByRole('link', { name: 'Wearables' }))
  await screen.findByRole('heading', { level: 1, name: 'Wearables' })
})

test('the place of the banners is held while they load; while none runs there is no carousel', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await open(NAMES, [], promise)
  await screen.findByRole('link', { name: 'Ada' })
  const held = () => document.querySelectorAll('main .skeleton').length
  await waitFor(() => expect(held()).toBe(1))
  resolve()
  await waitFor(() => expect(held()).toBe(0))
  expect(screen.queryByRole('region', { name: homeMessages.highlights })).toBeNull()
})

test("the largest marketplace takes at most 8 kB of a page's state; its banners and pictures are read by the home page", async () => {
  const many = <Value,>(length: number, create: (index: number) => Value) =>
    Array.from({ length }, (_, at) => create(at))
  const text = (length: number, index = 0) => String(index).padEnd(length, 'w')
  const picture = `/storage/v1/object/public/market/category/${crypto.randomUUID()}?v=0123456789abcdef&full=2400`
  const market: Market = {
    ...STANDARD,
    name: text(MAX_MARKET_NAME),
    time_zone: 'America/Argentina/ComodRivadavia',
    country: 'US',
    about: text(MAX_MARKET_ABOUT),
    contact: many(MAX_CONTACT_LINES, () => text(MAX_CONTACT_LINE)),
    social: Object.fromEntries(NETWORKS.map((network) => [network, text(MAX_SOCIAL_LINK)])),
    products_link: 'all',
    delivery: true,
    logo: { address: picture, width: 160 },
    icon: picture,
    pages: [...FIXED_PAGES, ...many(MAX_OWN_PAGES, (index) => text(MAX_SLUG_LENGTH, index))].map((slug) => ({
      slug,
      title: text(MAX_PAGE_TITLE_LENGTH),
      in_footer: true,
    })),
    categories: many(MAX_CATEGORIES, (index) => ({
      slug: text(MAX_CATEGORY_SLUG_LENGTH, index),
      name: text(MAX_CATEGORY_NAME_LENGTH, index),
      picture,
    })),
    banners: many(MAX_BANNERS, (banner_number) => ({
      banner_number,
      title: text(MAX_BANNER_TITLE),
      text: text(MAX_BANNER_TEXT),
      action: text(MAX_BANNER_ACTION),
      path: text(MAX_BANNER_PATH),
      picture,
      focus: [20, 80],
    })),
  }
  expect(JSON.stringify(shownMarket(market)).length).toBeLessThan(8_000)
  const plain = { slug: 'plain', name: 'Plain' }
  const data = { ...market, categories: [...market.categories, plain] }
  expect(forState({ endpoint: 'getHome', arg: undefined, data }).data).toEqual({
    banners: market.banners,
    categories: market.categories,
  })
})
