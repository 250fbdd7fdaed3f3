// @vitest-environment happy-dom
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { Banner } from '../../../../shared/banners/banner.ts'
import { standardBannerMessages } from '../../../../shared/banners/standard-messages.ts'
import { homeMessages } from '../../../../shared/catalog/home-messages.ts'
import { catalogMessages } from '../../../../shared/catalog/messages.ts'
import type { ProductCard } from '../../../../shared/catalog/schema.ts'
import { shownMarket, standardMarket } from '../../../../shared/market/footer.ts'
import { cardOf } from '../../../test/fixtures.ts'
import { openPage } from '../../../test/open-page.tsx'

const NAMES = ['Ada', 'Ben', 'Cleo', 'Dora']

const productsOf = (names: readonly string[]): ProductCard[] =>
  names.map((name, index) =>
    cardOf({
      product_id: `PRD0000${index}`,
      featured_image: `/${name}.webp`,
      seller: { handle: name.toLowerCase(), name, awning: index },
    }),
  )

const { banners: STANDARD, ...rest } = shownMarket(standardMarket())

const open = (names: readonly string[], banners: Banner[] = STANDARD) =>
  openPage('/', {
    site: { market: { ...rest, banners } },
    answers: {
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

test('while no banner runs there is no carousel', async () => {
  await open(NAMES, [])
  await screen.findByRole('heading', { name: homeMessages.justForYou })
  expect(screen.queryByRole('region', { name: homeMessages.highlights })).toBeNull()
})
