import { screen, waitFor, within } from '@testing-library/dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { alertMessages } from '../../../shared/alerts/messages.ts'
import { appMessages } from '../../../shared/app/messages.ts'
import { cartMessages } from '../../../shared/cart/messages.ts'
import { cartPageMessages } from '../../../shared/cart/page-messages.ts'
import { catalogMessages } from '../../../shared/catalog/messages.ts'
import type { Product } from '../../../shared/catalog/schema.ts'
import { termsMessages } from '../../../shared/delivery/terms-messages.ts'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import { reviewMessages } from '../../../shared/reviews/messages.ts'
import type { ProductReviews, Review } from '../../../shared/reviews/schema.ts'
import { savedMessages } from '../../../shared/saved/messages.ts'
import type { SavedResponse } from '../../../shared/saved/schema.ts'
import { answersForCart, cardOf, productOf } from '../../test/fixtures.ts'
import { openPage } from '../../test/open-page.tsx'

const answersFor = (product: Partial<Product> = {}) => ({
  ...answersForCart({ PRD00001: 1 }).answers,
  'GET /api/products/PRD00001': productOf(product),
  'GET /api/products/PRD00001/related': { products: [] },
  '*': 404,
})
const SOLD_OUT = answersFor({ stock_state: 'out' })

test('a visitor who asks to be notified of a restock signs in first, and returns to the product', async () => {
  const { user } = await openPage('/product/PRD00001', { answers: SOLD_OUT })
  await user.click(await screen.findByRole('button', { name: alertMessages.notifyMe }))
  await waitFor(() => expect(location.pathname).toBe('/authentication'))
  expect(new URLSearchParams(location.search).get('from')).toContain('/product/PRD00001')
})

test('a buyer reads that the restock alert was not stored, and retries with one press', async () => {
  const ALERT = 'PUT /api/stock-alerts/PRD00001'
  const none = { product_ids: [] }
  const { user, answer } = await openPage('/product/PRD00001', {
    as: 'buyer',
    answers: { ...SOLD_OUT, 'GET /api/stock-alerts': none, [ALERT]: 500 },
  })
  await user.click(await screen.findByRole('button', { name: alertMessages.notifyMe }))
  const alert = within(await screen.findByRole('alert'))
  alert.getByText(alertMessages.changeFailed)
  const waiting = { product_ids: ['PRD00001'] }
  answer({ [ALERT]: waiting, 'GET /api/stock-alerts': waiting })
  await user.click(alert.getByRole('button', { name: uiMessages.retry }))
  await screen.findByRole('button', { name: alertMessages.stop })
})

test('a seller sees the purchase buttons of a sold-out product disabled, and no offer of a restock alert', async () => {
  await openPage('/product/PRD00001', { as: 'seller', answers: SOLD_OUT })
  await screen.findByText(cartMessages.noPurchaseForSellersAndAdmins)
  for (const name of [cartMessages.addToCart, cartMessages.buyNow])
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true)
  expect(screen.queryByRole('button', { name: alertMessages.notifyMe })).toBeNull()
})

test('a buyer who opens the cart before Buy Now gets its response stays there', async () => {
  const { answers, serverCart } = answersForCart({ PRD00001: 1 })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const add = answers['POST /api/cart/items'] as (call: unknown) => unknown
  const { user } = await openPage('/product/PRD00001', {
    as: 'buyer',
    answers: { ...answersFor(), ...answers, 'POST /api/cart/items': (call: unknown) => held.then(() => add(call)) },
  })
  await user.click(await screen.findByRole('button', { name: cartMessages.buyNow }))
  const banner = within(screen.getByRole('banner'))
  await user.click(await banner.findByRole('link', { name: appMessages.cartWithItems({ count: 2 }) }))
  await screen.findByRole('heading', { level: 1, name: cartPageMessages.heading })
  release()
  await user.click(await screen.findByRole('button', { name: uiMessages.increaseQuantity }))
  await screen.findByText(cartMessages.quantityUpdated)
  expect(location.pathname).toBe('/cart')
  expect(serverCart).toEqual({ PRD00001: 3 })
})

test('a buyer reads beside the button that a product was not added, and retries with one press', async () => {
  const { answers, serverCart } = answersForCart({ PRD00001: 1 })
  const { user, answer } = await openPage('/product/PRD00001', {
    as: 'buyer',
    answers: { ...answersFor(), ...answers, 'POST /api/cart/items': 503 },
  })
  await user.click(await screen.findByRole('button', { name: cartMessages.addToCart }))
  const alert = await within(screen.getByRole('main')).findByRole('alert')
  within(alert).getByText(cartMessages.addFailed)
  answer({ 'POST /api/cart/items': answers['POST /api/cart/items'] })
  await user.click(within(alert).getByRole('button', { name: uiMessages.retry }))
  await waitFor(() => expect(serverCart).toEqual({ PRD00001: 2 }))
  await waitFor(() => expect(within(screen.getByRole('main')).queryByRole('alert')).toBeNull())
})

test('a visitor reads the seller of a product and its facts as pairs, and the total follows the quantity', async () => {
  const { user } = await openPage('/product/PRD00001', {
    answers: answersFor({
      product_price: 30,
      product_desc: '<p>It sings.</p><ul><li>Weight: 1.2 kg</li><li>Volume: 2 l</li></ul>',
    }),
  })
  await screen.findByText('It sings.')
  const terms = Array.from(document.querySelectorAll('dt'), (term) => [
    term.textContent,
    term.nextElementSibling?.textContent,
  ])
  expect(terms).toEqual(
    expect.arrayContaining([
      ['Weight', '1.2 kg'],
      ['Volume', '2 l'],
    ]),
  )
  const total = () => screen.getByLabelText(catalogMessages.total).textContent
  expect(total()).toBe('$30.00')
  await user.click(screen.getByRole('button', { name: uiMessages.increaseQuantity }))
  await waitFor(() => expect(total()).toBe('$60.00'))
  // The quantity never falls below 1.
  const quantity = screen.getByRole<HTMLInputElement>('spinbutton')
  for (const odd of ['0', '-4', 'e']) {
    await user.clear(quantity)
    await user.type(quantity, odd)
    await user.tab()
    await waitFor(() => expect(quantity.value, odd).toBe('1'))
  }
  screen.getByText(catalogMessages.soldBy)
  await user.click(screen.getAllByRole('link', { name: 'Ada' })[0] as HTMLElement)
  await waitFor(() => expect(location.pathname).toBe('/shop/ada'))
})

test('only a product on flash sale shows the lowest price before the reduction', async () => {
  await openPage('/product/PRD00001', { answers: answersFor({ flash_sale: true, lowest_price_30_days: 20 }) })
  await waitFor(() =>
    expect(document.querySelector('main')?.textContent).toContain(catalogMessages.lowestPrice({ price: '$20.00' })),
  )
  await openPage('/product/PRD00001', { answers: answersFor() })
  await screen.findByText('Bright.')
  expect(document.querySelector('main')?.textContent).not.toContain('Lowest price')
})

test('a visitor sees recently viewed products, without invalid or deleted ones, until they are cleared', async () => {
  const { answers } = answersForCart({}, [cardOf({ product_id: 'PRD00004' }), cardOf({ product_id: 'PRD00003' })])
  const open = () => openPage('/product/PRD00001', { answers: { ...answersFor(), ...answers } })
  localStorage.setItem('recentlyViewed', '["PRD00004", 1, "x", "PRD99999", "PRD00003"]')
  const { user } = await open()
  const strip = within(await screen.findByRole('region', { name: catalogMessages.recentlyViewed }))
  const shown = () =>
    strip.getAllByRole('heading', { level: 3 }).map((name) => within(name).getByRole('link').getAttribute('href'))
  await waitFor(() => expect(shown()).toEqual(['/product/PRD00004', '/product/PRD00003']))
  // The current product comes first.
  await waitFor(() => expect(localStorage.getItem('recentlyViewed')).toMatch(/^\["PRD00001"/))
  strip.getByRole('button', { name: catalogMessages.clearRecentlyViewed }).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('region', { name: catalogMessages.recentlyViewed })).toBeNull())
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
  expect(localStorage.getItem('recentlyViewed')).toBeNull()
})

/** An `IntersectionObserver` that reports every element as visible. */
class Sight {
  readonly onChange: (entries: { isIntersecting: boolean }[]) => void
  constructor(onChange: Sight['onChange']) {
    this.onChange = onChange
  }
  observe() {
    this.onChange([{ isIntersecting: true }])
  }
  disconnect() {}
}

const reviewOf = (number: number, rating: number, text = `Words ${number}`): Review => ({
  review_id: `REV0000${number}`,
  rating,
  text,
  name: `Buyer ${number}`,
  created_at: `2026-01-0${9 - number}T03:04:05.000Z`,
  edited_at: null,
  answer: null,
})

test.each<[string, Review[], string[]]>([
  [
    'first the best and the most critical review with words',
    [reviewOf(1, 5, ''), reviewOf(2, 4), reviewOf(3, 5), reviewOf(4, 2)],
    [`${reviewMessages.topPositive} 3`, `${reviewMessages.mostCritical} 4`, ' 1', ' 2'],
  ],
  ['few reviews in their order', [reviewOf(1, 2), reviewOf(2, 5)], [' 1', ' 2']],
  [
    'only positive reviews in their order',
    [reviewOf(1, 4), reviewOf(2, 5), reviewOf(3, 5), reviewOf(4, 5)],
    [' 1', ' 2', ' 3', ' 4'],
  ],
])('a visitor reads %s', async (_what, reviews, shown) => {
  vi.stubGlobal('IntersectionObserver', Sight)
  const rating = { average: 4, count: reviews.length }
  const stars = [1, 2, 3, 4, 5].map((number) => reviews.filter((review) => review.rating === number).length)
  const page = { rating, stars, reviews, total: reviews.length, page: 1, page_size: 5 } satisfies ProductReviews
  await openPage('/product/PRD00001', {
    answers: { ...answersFor({ rating }), 'GET /api/products/PRD00001/reviews': page },
  })
  const items = await within(await screen.findByRole('region', { name: reviewMessages.title })).findAllByRole('article')
  expect(
    items.map((item) => {
      const title = within(item).queryByText(/^(Top positive|Most critical)$/)?.textContent ?? ''
      return `${title} ${item.getAttribute('aria-label')?.at(-1)}`
    }),
  ).toEqual(shown)
})

test('a visitor reads what delivery usually costs and takes, and until when the seller is away', async () => {
  const usual = { kind: 'parcel', price: 4.9, days_from: 3, days_to: 5 } as const
  const texts: [Partial<Product>, string][] = [
    [{}, 'Free delivery'],
    [{ delivery: usual }, 'Delivery from $4.90, arrives in 3–5 days'],
    [{ delivery: { ...usual, price: 0, days_to: 3 } }, 'Free delivery, arrives in 3 days'],
    [{ delivery: { ...usual, kind: 'pickup' } }, 'Pick-up only'],
    [{ delivery: { ...usual, kind: 'not_delivered' } }, 'Not delivered at the moment'],
    [{ delivery_kind: 'none' }, 'Digital: no delivery'],
  ]
  for (const [product, text] of texts) {
    await openPage('/product/PRD00001', { answers: answersFor(product) })
    expect((await screen.findByText(termsMessages.delivery)).nextSibling?.textContent).toBe(text)
    expect(screen.queryByText(/^Away until/)).toBeNull()
  }
  const { seller } = productOf()
  const away = answersFor({
    delivery: usual,
    seller: seller && { ...seller, dispatch_days: 2, away_until: '2026-12-24' },
  })
  await openPage('/product/PRD00001', { answers: away })
  await screen.findByText(termsMessages.awayUntil({ day: 'Dec 24' }))
  screen.getByText('Delivery from $4.90, arrives in 3–5 days')
})

test('a visitor shares the page where the device can, and else copies its link', async () => {
  const open = () => openPage('/product/PRD00001', { answers: answersFor() })
  const press = async ({ user }: Awaited<ReturnType<typeof open>>, name: string) =>
    user.click(await screen.findByRole('button', { name }))
  const url = `${location.origin}/product/PRD00001`
  await press(await open(), catalogMessages.copyLink)
  await screen.findByText(catalogMessages.linkCopied)
  expect(await navigator.clipboard.readText()).toBe(url)
  const share = vi.fn(async () => {})
  Object.assign(navigator, { share })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'))
  await press(await open(), catalogMessages.share)
  expect(share).toHaveBeenCalledExactlyOnceWith({ title: 'Desk lamp', url })
})

test('a product that a buyer saves while the wish list is loading stays saved', async () => {
  const { promise: late, resolve: arrive } = Promise.withResolvers<SavedResponse>()
  const { user, answer, calls } = await openPage('/product/PRD00001', {
    as: 'buyer',
    answers: {
      ...answersFor(),
      'GET /api/saved': () => late,
      'PUT /api/saved/PRD00001': { product_ids: ['PRD00001'] } satisfies SavedResponse,
    },
  })
  const reads = () => calls.filter(({ method, path }) => method === 'GET' && path === '/api/saved').length
  await waitFor(() => expect(reads()).toBe(1))
  const heart = screen.getByRole('button', { name: savedMessages.save({ name: 'Desk lamp' }) })
  await user.click(heart)
  await waitFor(() => expect(calls.some(({ method }) => method === 'PUT')).toBe(true))
  answer({ 'GET /api/saved': { product_ids: ['PRD00001'] } satisfies SavedResponse })
  // The wish list as it was before the change.
  arrive({ product_ids: [] })
  await waitFor(() => expect(reads()).toBe(2))
  await waitFor(() => expect(heart.getAttribute('aria-pressed')).toBe('true'))
})

test('a buyer reads beside the heart that the wish list did not change', async () => {
  const { user } = await openPage('/product/PRD00001', {
    as: 'buyer',
    answers: { ...answersFor(), 'PUT /api/saved/PRD00001': 500 },
  })
  const heart = await screen.findByRole('button', { name: savedMessages.save({ name: 'Desk lamp' }) })
  await user.click(heart)
  expect((await screen.findByRole('alert')).textContent).toBe(savedMessages.changeFailed)
  expect(heart.getAttribute('aria-pressed')).toBe('false')
})
