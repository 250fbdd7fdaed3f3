// @vitest-environment happy-dom
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { catalogMessages } from '../../../../shared/catalog/messages.ts'
import type { ProductCard } from '../../../../shared/catalog/schema.ts'
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

const openHome = async (names: readonly string[]) => {
  await openPage('/', {
    answers: {
      'GET /api/products/just-for-you': { products: productsOf(names) },
      'GET /api/products/flash-sale': { products: [] },
      '*': 404,
    },
  })
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
  banner.getByRole('heading', { name: catalogMessages.banners.everything.title })
  expect(banner.queryAllByRole('heading', { level: 3 })).toEqual([])
})
