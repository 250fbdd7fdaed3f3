import { screen, waitFor, within } from '@testing-library/dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { appMessages } from '../../../../shared/app/messages.ts'
import { categoryMessages } from '../../../../shared/catalog/category-messages.ts'
import { catalogMessages } from '../../../../shared/catalog/messages.ts'
import type { ProductCard, SearchResult } from '../../../../shared/catalog/schema.ts'
import { searchFilterMessages, searchMessages } from '../../../../shared/catalog/search-messages.ts'
import type { SearchFacets, Suggestions } from '../../../../shared/catalog/search-schema.ts'
import { suggestionMessages } from '../../../../shared/catalog/suggestion-messages.ts'
import { addTranslation } from '../../../../shared/kernel/define-messages.ts'
import { setLanguageSource } from '../../../../shared/kernel/language.ts'
import { SOURCE_LANGUAGE } from '../../../../shared/kernel/languages.ts'
import { uiMessages } from '../../../../shared/kernel/messages.ts'
import { shownMarket, standardMarket } from '../../../../shared/market/footer.ts'
import { cardOf } from '../../../test/fixtures.ts'
import { type Answers, type Call, openPage } from '../../../test/open-page.tsx'

const CARDS = Array.from({ length: 5 }, (_, index) => cardOf({ product_id: `PRD0000${index + 1}` }))
const found = (total: number, products: ProductCard[] = CARDS): SearchResult => ({
  products: products.slice(0, total),
  ...{ total, total_is_exact: true, page: 1, page_size: 10 },
  categories: [{ category: 'Audio', count: total }],
})
const FACETS: SearchFacets = {
  total_is_exact: true,
  price_ranges: [],
  price_bars: [],
  flash_sale: 1,
  in_stock: 2,
  ratings: [],
  sellers: [],
}
const suggested = (...texts: string[]): Suggestions => ({ texts, categories: [], products: [] })

const RESULTS = 'GET /api/search'
const FIGURES = 'GET /api/search/facets'
const open = (path: string, answers: Answers = {}) =>
  openPage(path, {
    answers: {
      [RESULTS]: found(5),
      [FIGURES]: FACETS,
      'GET /api/products/just-for-you': { products: [] },
      'GET /api/products/flash-sale': { products: [] },
      '*': 404,
      ...answers,
    },
  })

test.each(['beside the results', 'in the sheet of a phone'])(
  'a visitor reads %s that the filters could not be loaded, and retries',
  async (where) => {
    const isPhone = where !== 'beside the results'
    if (isPhone) vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
    const { user, answer } = await open('/search?q=s', { [FIGURES]: 503 })
    if (isPhone) await user.click(screen.getByRole('button', { name: searchMessages.filters }))
    const role = isPhone ? 'dialog' : 'complementary'
    const filters = within(await screen.findByRole(role, { name: searchMessages.filters }))
    const retry = await filters.findByRole('button', { name: uiMessages.retry })
    filters.getByText(searchMessages.filtersFailed)
    answer({ [FIGURES]: FACETS })
    await user.click(retry)
    await filters.findByRole('link', { name: new RegExp(`^${searchFilterMessages.inStock}`) })
  },
)

test('a search without results shows no filters', async () => {
  await open('/search?q=zzqqxxyy', { [RESULTS]: found(0) })
  await screen.findByText(searchMessages.nothingFound)
  expect(screen.queryByRole('complementary', { name: searchMessages.filters })).toBeNull()
})

test.each([
  ['/search', 101],
  ['/search', 99_999_999],
  ['/category/all', 999],
])('a visitor at %s on page %i, past the end, sees a note and goes to the last page', async (path, past) => {
  const page = ({ query }: Call) => ({ ...found(25), page: Number(query.get('page') ?? 1), page_size: 10 })
  const { user } = await open(`${path}?page=${past}`, { [RESULTS]: page, 'GET /api/categories/all/products': page })
  await screen.findByText(uiMessages.noSuchPage({ page: past }))
  screen.getByText(uiMessages.pageCount({ count: 3 }))
  await user.click(screen.getByRole('link', { name: uiMessages.toLastPage }))
  await waitFor(() => expect(location.pathname + location.search).toBe(`${path}?page=3`))
  await waitFor(() => expect(screen.queryByText(uiMessages.noSuchPage({ page: past }))).toBeNull())
})

test('a visitor retries a category that failed to load; a click before the first request starts does nothing', async () => {
  const LIST = 'GET /api/categories/audio/products'
  const early = new MutationObserver(() => screen.queryByRole('button', { name: uiMessages.retry })?.click())
  early.observe(document.body, { childList: true, subtree: true })
  const { user, answer } = await open('/category/audio', { [LIST]: 500 })
  early.disconnect()
  await screen.findByText(catalogMessages.categoryFailed)
  const retry = screen.getByRole('button', { name: uiMessages.retry })
  await waitFor(() => expect(retry.getAttribute('aria-busy')).toBeNull())
  answer({ [LIST]: found(5) })
  await user.click(retry)
  await waitFor(() => expect(screen.getAllByRole('heading', { level: 3 }).length).toBeGreaterThan(4))
})

test('a category links to its products in the search', async () => {
  const { user } = await open('/category/audio', { 'GET /api/categories/audio/products': found(5) })
  await user.click(screen.getByRole('link', { name: categoryMessages.filterAndSort }))
  await waitFor(() => expect(location.pathname + location.search).toBe('/search?category=Audio'))
})

test('a German visitor reads translated category names; addresses keep the names in the data', async () => {
  addTranslation('de', { categoryName: { tvs: 'Fernseher' } })
  setLanguageSource(() => 'de')
  onTestFinished(() => setLanguageSource(() => SOURCE_LANGUAGE))
  const { user } = await open('/category/tvs', { 'GET /api/categories/tvs/products': found(5) })
  await screen.findByRole('heading', { level: 1, name: 'Fernseher' })
  await user.click(screen.getByRole('link', { name: categoryMessages.filterAndSort }))
  await waitFor(() => expect(location.pathname + location.search).toBe('/search?category=TVs'))
  const list = await screen.findByRole('list', { name: searchMessages.categoriesFound })
  const chip = within(list).getByRole('link', { name: /Fernseher/ })
  expect([chip.getAttribute('aria-current'), chip.getAttribute('href')]).toEqual(['true', '/search'])
  await screen.findByRole('link', { name: searchFilterMessages.removeFilter({ name: 'Fernseher' }) })
})

test('a category whose name is in another case in the address, or is there twice, is one chosen filter', async () => {
  await open('/search?category=audio,Audio')
  const list = await screen.findByRole('list', { name: searchMessages.categoriesFound })
  const chips = within(list).getAllByRole('link')
  expect(chips.map((chip) => [chip.textContent, chip.getAttribute('aria-current'), chip.getAttribute('href')])).toEqual(
    [['Audio5', 'true', '/search']],
  )
  expect(screen.getAllByRole('link', { name: searchFilterMessages.removeFilter({ name: 'Audio' }) })).toHaveLength(1)
})

test('an unknown address, and a search with few or no results, offer products and categories', async () => {
  const others = { 'GET /api/products/just-for-you': { products: CARDS } }
  const main = () => within(screen.getByRole('main'))
  const products = () => waitFor(() => expect(main().getAllByRole('heading', { level: 3 })).toHaveLength(5))
  await open('/no-such-page', others)
  // The only one, in the header.
  screen.getByRole('combobox')
  const categories = within(main().getByRole('list', { name: catalogMessages.categories }))
  expect(categories.getAllByRole('link')).toHaveLength(16)
  await products()
  await open('/search?q=xyzzy', { ...others, [RESULTS]: found(0) })
  await screen.findByText(searchMessages.nothingFound)
  await products()
  await open('/search?q=lamp', { ...others, [RESULTS]: found(2) })
  const more = await screen.findByRole('region', { name: catalogMessages.somethingToBuy })
  await waitFor(() => expect(within(more).getAllByRole('heading', { level: 3 }).length).toBeGreaterThan(2))
})

test('a visitor sees recent searches in an empty box, removes one and then all, and repeats one', async () => {
  for (const text of ['lamp', 'sofa', 'kite']) {
    await open(`/search?q=${text}`)
    await waitFor(() => expect(localStorage.getItem('recentSearches')).toContain(text))
  }
  const { user } = await open('/nowhere')
  const box = screen.getAllByRole<HTMLInputElement>('combobox', {
    name: appMessages.searchProducts,
  })[0] as HTMLInputElement
  await user.click(box)
  const recent = within(await screen.findByRole('region', { name: suggestionMessages.recentSearches }))
  await user.click(recent.getByRole('button', { name: suggestionMessages.removeRecentSearch({ text: 'sofa' }) }))
  await waitFor(() =>
    expect(recent.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['kite', 'lamp']),
  )
  await user.click(recent.getByRole('button', { name: /^lamp$/ }))
  await waitFor(() => expect(location.search).toBe('?q=lamp'))
  const again = await open('/search?q=lamp')
  await again.user.clear(await screen.findByRole('combobox', { name: catalogMessages.searchProducts }))
  await again.user.click(await screen.findByRole('button', { name: suggestionMessages.clearRecentSearches }))
  await waitFor(() => expect(localStorage.getItem('recentSearches')).toBeNull())
})

test.each(['the call', 'their code'])('a visitor can search without suggestions when %s fails', async (what) => {
  const { user } = await open('/nowhere', { 'GET /api/suggestions': 503 })
  if (what === 'their code')
    window.loadCode = (load) =>
      `${load}`.includes('suggestion') ? Promise.reject(new TypeError('not loaded')) : load()
  const [box] = screen.getAllByRole('combobox', { name: appMessages.searchProducts })
  await user.type(box as HTMLElement, 'lamp{Enter}')
  await waitFor(() => expect(location.pathname + location.search).toBe('/search?q=lamp'))
})

test('the search box follows the address, and keeps the focus', async () => {
  const { user } = await open('/search?q=lamp')
  const box = await screen.findByRole<HTMLInputElement>('combobox', { name: catalogMessages.searchProducts })
  await user.clear(box)
  await user.type(box, 'speaker{Enter}')
  await waitFor(() => expect(location.search).toBe('?q=speaker'))
  expect(document.activeElement).toBe(box)
  history.back()
  await waitFor(() => expect(box.value).toBe('lamp'))
})

test('a visitor who types on sees suggestions only for the latest text', async () => {
  const { promise: held, resolve: send } = Promise.withResolvers<Suggestions>()
  const { user, calls } = await open('/nowhere', {
    'GET /api/suggestions': ({ query }: Call) => (query.get('q') === 'lamp' ? suggested('lamp shade') : held),
  })
  const [box] = screen.getAllByRole<HTMLInputElement>('combobox', { name: appMessages.searchProducts })
  await user.type(box as HTMLElement, 'headphon')
  await waitFor(() => expect(calls.some(({ query }) => query.get('q') === 'headphon')).toBe(true))
  await user.clear(box as HTMLElement)
  await user.type(box as HTMLElement, 'lamp')
  await screen.findByRole('option', { name: 'lamp shade' })
  send(suggested('headphones'))
  await held
  await user.type(box as HTMLElement, '{ArrowDown}')
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['lamp shade'])
})

test.each([
  ['USD', 'en-US', ['$0 – $50', '$50 – $100', '$100 and up']],
  ['EUR', 'en-IE', ['€0 – €50', '€50 – €100', '€100 and up']],
] as const)(
  'a visitor of a marketplace in %s filters by prices in it, and an error goes with the price that it stood beside',
  async (currency, locale, texts) => {
    const { user } = await openPage('/search?q=s&price_from=10', {
      answers: { [RESULTS]: found(5), [FIGURES]: FACETS, '*': 404 },
      site: { market: { ...shownMarket(standardMarket()), currency, locale } },
    })
    const ranges = within(await screen.findByLabelText(searchMessages.priceRange)).getAllByRole('option')
    expect(ranges.slice(1).map(({ textContent }) => textContent)).toEqual(texts)
    const from = await screen.findByLabelText(searchFilterMessages.priceFrom)
    expect(from.parentElement?.textContent).toBe(texts[0].charAt(0))
    await user.type(from, 'x{Enter}')
    await screen.findByText(searchFilterMessages.priceMalformed)
    await user.click(screen.getByRole('link', { name: searchFilterMessages.clearAll }))
    await waitFor(() => expect(from).toHaveProperty('value', ''))
    expect(screen.queryByText(searchFilterMessages.priceMalformed)).toBeNull()
  },
)
