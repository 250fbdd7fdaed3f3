import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { SESSION_STATE_KEY } from '../../../shared/auth/constants.ts'
import { cartMessages } from '../../../shared/cart/messages.ts'
import { catalogMessages } from '../../../shared/catalog/messages.ts'
import type { ProductList } from '../../../shared/catalog/schema.ts'
import type { Checkout } from '../../../shared/checkouts/schema.ts'
import { formatAmount } from '../../../shared/kernel/money.ts'
import { COUNTRIES } from '../../../shared/kernel/regions.ts'
import { shownMarket, standardMarket } from '../../../shared/market/footer.ts'
import { checkoutMessages } from '../../../shared/orders/checkout-messages.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import type { ChangedTotal, PlaceOrder } from '../../../shared/orders/schema.ts'
import { pricingMessages } from '../../../shared/pricing/messages.ts'
import { answersForCart, cardOf, orderOf } from '../../test/fixtures.ts'
import { openPage, refusal } from '../../test/open-page.tsx'

const LAMP = cardOf({ product_price: 5 })
const KETTLE = cardOf({ product_id: 'PRD00002', product_name: 'Rising kettle', product_price: 20 })

const CHECKOUT: Checkout = {
  checkout_id: '9b0c9a5e-58f5-4b0e-8f3a-1a2b3c4d5e6f',
  checkout_state: 'open',
  total_count: 20,
  lines: [],
  charges: [],
  expires_at: '2099-01-02T03:04:05.000Z',
}
const ORDER_CHECKOUT = `POST /api/checkouts/${CHECKOUT.checkout_id}/order`

const placeButton = () => screen.findByRole('button', { name: checkoutMessages.placeOrder })
const keysOf = (calls: readonly { method: string; path: string; headers: Headers }[]) =>
  calls.flatMap(({ method, path, headers }) =>
    method === 'POST' && path === '/api/orders' ? [headers.get('idempotency-key')] : [],
  )

test.each([
  ['', {}, ['POST /api/orders']],
  [' of a product whose stock is tracked', { stock_state: 'in' }, ['POST /api/checkouts', ORDER_CHECKOUT]],
] as const)('a buyer who double-clicks Place Order places one order%s', async (_of, stock, requests) => {
  const { answers } = answersForCart({ PRD00001: 1 }, [cardOf(stock)])
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const order = () => held.then(() => orderOf())
  const { user, calls } = await openPage('/checkout', {
    as: 'buyer',
    answers: { ...answers, 'POST /api/orders': order, 'POST /api/checkouts': CHECKOUT, [ORDER_CHECKOUT]: order },
  })
  const summary = await screen.findByRole('region', { name: checkoutMessages.summary })
  await waitFor(() => expect(summary.textContent).toContain(`${pricingMessages.delivery}${pricingMessages.free}`))
  await user.dblClick(await placeButton())
  release()
  await screen.findByText(orderMessages.placed)
  await screen.findByRole('heading', { name: orderMessages.confirmed })
  const posts = calls.filter(({ method }) => method === 'POST').map(({ method, path }) => `${method} ${path}`)
  expect(posts).toEqual(requests)
})

test('D8: a buyer reads which product is no longer in the shop, removes it, and orders the rest', async () => {
  const { answers } = answersForCart({ PRD00001: 1, PRD00002: 1 }, [LAMP, KETTLE])
  const product_names = [KETTLE.product_name]
  const gone = refusal(409, 'product_gone', 'No', { product_ids: [KETTLE.product_id], product_names })
  const { user, answer, sent } = await openPage('/checkout', {
    as: 'buyer',
    answers: { ...answers, 'POST /api/orders': gone, 'GET /api/cart/gone': { products: [] } },
  })
  const lines = () => within(screen.getByRole('region', { name: checkoutMessages.summary })).getAllByRole('listitem')
  await waitFor(() => expect(lines()).toHaveLength(2))
  answer({ 'GET /api/products': { products: [LAMP] } satisfies ProductList })
  await user.click(await placeButton())
  const alert = within(await within(screen.getByRole('main')).findByRole('alert'))
  alert.getByText(checkoutMessages.unavailable({ names: product_names }))
  await waitFor(() => expect(lines()).toHaveLength(1))
  await user.click(alert.getByRole('button', { name: cartMessages.removeUnavailable }))
  await waitFor(() => expect(screen.queryByText(checkoutMessages.unavailable({ names: product_names }))).toBeNull())
  expect(document.activeElement?.tagName).toBe('H1')
  answer({ 'POST /api/orders': orderOf() })
  await user.click(await placeButton())
  await screen.findByRole('heading', { name: orderMessages.confirmed })
  expect(sent('POST /api/orders').map((request) => (request as PlaceOrder).expected_total)).toEqual([25, 5])
})

test('a buyer sees the lines by seller, each named once with the days until dispatch', async () => {
  const ada = { handle: 'ada', name: 'Ada', awning: 0, dispatch_days: 3 }
  const products = [
    cardOf({ seller: ada }),
    cardOf({ product_id: 'PRD00002', seller: { handle: 'ben', name: 'Ben', awning: 1 } }),
    cardOf({ product_id: 'PRD00003', seller: ada }),
  ]
  const { answers } = answersForCart({ PRD00001: 1, PRD00002: 1, PRD00003: 1 }, products)
  await openPage('/checkout', { as: 'buyer', answers })
  const summary = within(await screen.findByRole('region', { name: checkoutMessages.summary }))
  await waitFor(() => expect(summary.getAllByRole('listitem')).toHaveLength(3))
  const sellers = summary.getAllByRole('listitem').map((line) => /^(Ada|Ben)?(.*? days)?/.exec(line.textContent)?.[0])
  expect(sellers).toEqual([`Ada${catalogMessages.dispatchIn({ days: 3 })}`, '', 'Ben'])
})

test('D5: a retry, also after a reload, sends the same idempotency key; another cart gets another key', async () => {
  const keys: (string | null)[] = []
  for (const quantity of [1, 1, 2]) {
    const { answers } = answersForCart({ PRD00001: quantity })
    const { user, calls } = await openPage('/checkout', {
      as: 'buyer',
      answers: { ...answers, 'POST /api/orders': 503 },
    })
    await user.click(await placeButton())
    await screen.findByText(orderMessages.placeFailedToast)
    keys.push(...keysOf(calls))
  }
  const [first, second, third] = keys
  expect(first).toBeTruthy()
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('D5: after an order whose response was lost, a new cart with the same content is another order', async () => {
  const { answers, serverCart } = answersForCart({ PRD00001: 1 })
  const open = (place: unknown) =>
    openPage('/checkout', { as: 'buyer', answers: { ...answers, 'POST /api/orders': place } })
  const first = await open(() => {
    delete serverCart.PRD00001
    return Promise.reject(new TypeError('lost'))
  })
  await first.user.click(await placeButton())
  await screen.findByText(orderMessages.placeFailedToast)
  await open(404)
  await screen.findByText(cartMessages.empty)
  screen.getByRole('link', { name: checkoutMessages.seeOrders })
  serverCart.PRD00001 = 1
  const later = await open(orderOf())
  await later.user.click(await placeButton())
  await screen.findByRole('heading', { name: orderMessages.confirmed })
  const [key] = keysOf(first.calls)
  expect(key).toBeTruthy()
  expect(keysOf(later.calls)).toEqual([expect.not.stringMatching(`^${key}$`)])
})

test('D15: a buyer reads that a price has changed before the order is placed, and orders at it with one more press', async () => {
  const { answers } = answersForCart({ PRD00002: 2, PRD00001: 1 }, [LAMP, KETTLE])
  const details: ChangedTotal = {
    total: 55,
    lines: [
      { product_id: 'PRD00002', product_name: 'Rising kettle', product_price: 25, quantity: 2 },
      { product_id: 'PRD00001', product_name: 'Desk lamp', product_price: 5, quantity: 1 },
    ],
  }
  const { user, answer, sent } = await openPage('/checkout', {
    as: 'buyer',
    answers: { ...answers, 'POST /api/orders': refusal(409, 'total_changed', 'No', details) },
  })
  await user.type(await screen.findByLabelText(checkoutMessages.shippingFields.city), 'Leeds')
  const summary = within(screen.getByRole('region', { name: checkoutMessages.summary }))
  summary.getByText(formatAmount(45))
  await user.click(await placeButton())
  const alert = await within(screen.getByRole('main')).findByRole('alert')
  within(alert).getByText(checkoutMessages.totalIsNow({ amount: formatAmount(55) }))
  await summary.findByText(formatAmount(55))
  const changed = summary.getAllByRole('listitem').filter((line) => within(line).queryByText(/Changed/))
  expect(changed.map((line) => line.textContent)).toEqual([
    expect.stringMatching(/Rising kettle.*\$25\.00.*2 × \$20\.00/),
  ])
  expect(screen.getByLabelText(checkoutMessages.shippingFields.city)).toHaveProperty('value', 'Leeds')
  answer({ 'POST /api/orders': orderOf({ total_count: 55 }) })
  await user.click(await placeButton())
  await screen.findByRole('heading', { name: orderMessages.confirmed })
  const totals = sent('POST /api/orders').map((request) => (request as PlaceOrder).expected_total)
  expect(totals).toEqual([45, 55])
})

test('an order empties the cart of its buyer or visitor, who reads when that failed', async () => {
  localStorage.setItem('cart', '{"PRD00001":2}')
  await openPage('/order-confirmation/ORD00001', { answers: answersForCart({}).answers })
  await screen.findByRole('heading', { name: orderMessages.confirmed })
  await waitFor(() => expect(localStorage.getItem('cart')).toBeNull())

  const { answers } = answersForCart({ PRD00001: 1 })
  const { user, answer } = await openPage('/checkout', {
    as: 'buyer',
    answers: { ...answers, 'POST /api/orders': orderOf(), 'DELETE /api/cart': 500 },
  })
  const cart = (name: string) => within(screen.getByRole('banner')).findByRole('link', { name })
  await cart('Cart, 1 item')
  const button = await placeButton()
  // The order has emptied the cart all the same.
  answer({ 'GET /api/cart': { cart: {} } })
  await user.click(button)
  await screen.findByText(checkoutMessages.clearServerCartFailedToast)
  await cart('Cart')
})

test('a buyer sees no confirmation of another buyer’s order or of an invalid number', async () => {
  await openPage('/order-confirmation/ORD00001', {
    as: 'buyer',
    answers: { 'GET /api/orders/ORD00001': refusal(403, 'forbidden') },
  })
  await screen.findByText(orderMessages.noPermission)
  await openPage('/order-confirmation/12', { as: 'buyer' })
  await screen.findByText(orderMessages.invalidId)
  expect(screen.queryByText(orderMessages.confirmed)).toBeNull()
})

test('a buyer finds a country by part of its name or by its code, with the keyboard, or types another text', async () => {
  const { answers } = answersForCart({ PRD00001: 1 })
  const { user, sent } = await openPage('/checkout', { as: 'buyer', answers: { ...answers, 'POST /api/orders': 503 } })
  const box = await screen.findByLabelText<HTMLInputElement>(checkoutMessages.shippingFields.country)
  expect([box.type, box.name, box.autocomplete, box.required]).toEqual([
    'text',
    'country',
    'shipping country-name',
    false,
  ])
  const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
  const active = () => document.getElementById(box.getAttribute('aria-activedescendant') ?? '')?.textContent
  const isExpanded = () => box.getAttribute('aria-expanded')
  const type = async (text: string) => {
    await user.clear(box)
    await user.keyboard(text)
  }
  await user.click(box)
  await user.keyboard('KINGD')
  await expect.poll(options).toEqual(['United Kingdom'])
  await expect.poll(isExpanded).toBe('true')
  expect(active()).toBeUndefined()
  await user.keyboard('{ArrowDown}')
  await expect.poll(active).toBe('United Kingdom')
  await user.keyboard('{Enter}')
  await expect.poll(isExpanded).toBe('false')
  expect([box.value, document.activeElement]).toEqual(['United Kingdom', box])
  await user.keyboard('{ArrowDown}')
  await expect.poll(options).toHaveLength(COUNTRIES.length)
  await user.keyboard('{Escape}')
  await expect.poll(options).toEqual([])
  await type('cote')
  await expect.poll(options).toEqual(['Côte d’Ivoire'])
  await type('de')
  await expect.poll(options).toEqual(['Germany', 'Denmark'])
  await user.keyboard('{Escape}')
  expect(box.value).toBe('de')
  await type('Narnia{Enter}')
  await expect.poll(() => sent('POST /api/orders')).toMatchObject([{ shipping_address: { country: 'Narnia' } }])
})

test('a buyer finds the marketplace’s country at an address, amounts in its currency, and what the order agrees to', async () => {
  const pages = ['terms', 'privacy'].map((slug) => ({ slug, title: slug, in_footer: false }))
  const market = shownMarket({ ...standardMarket(), country: 'IE', currency: 'EUR', locale: 'en-IE', pages })
  const { answers } = answersForCart({ PRD00001: 1 })
  const { user } = await openPage('/checkout', { as: 'buyer', site: { market }, answers })
  const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label, { exact: true })
  const { city, country } = checkoutMessages.shippingFields
  expect((await field(country)).value).toBe('')
  screen.getByText(checkoutMessages.noAddressYet)
  await user.type(await field(city), 'Cork')
  await waitFor(async () => expect((await field(country)).value).toBe('Ireland'))
  const summary = screen.getByRole('region', { name: checkoutMessages.summary }).textContent
  expect(summary).toMatch(/€\d+\.\d\d/)
  expect(document.body.textContent).toContain('By placing your order you agree to the terms and the privacy policy.')
  expect(screen.getByRole('link', { name: 'privacy policy' }).getAttribute('href')).toBe('/privacy')
})

test('a buyer whose session ends at the checkout signs in again, and comes back to it', async () => {
  const { answers } = answersForCart({ PRD00001: 1 })
  await openPage('/checkout', { as: 'buyer', answers: { ...answers, '*': 404 } })
  await placeButton()
  localStorage.removeItem(SESSION_STATE_KEY)
  dispatchEvent(new StorageEvent('storage', { key: SESSION_STATE_KEY }))
  await waitFor(() => expect(location.pathname + location.search).toBe('/authentication?from=%2Fcheckout'))
  expect(screen.queryByText(cartMessages.empty)).toBeNull()
})
