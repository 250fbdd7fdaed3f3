import { screen, waitFor, within } from '@testing-library/dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { checkoutErrors } from '../../../shared/checkouts/errors.ts'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import { checkoutMessages } from '../../../shared/orders/checkout-messages.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { PAYMENT_WAIT_MS, type PaymentMethod } from '../../../shared/payments/constants.ts'
import { paymentErrors } from '../../../shared/payments/errors.ts'
import { paymentMessages } from '../../../shared/payments/messages.ts'
import type { Paying } from '../../../shared/payments/schema.ts'
import type { Site } from '../../api/site.ts'
import { answersForCart, cardOf, orderOf } from '../../test/fixtures.ts'
import { openPage, refusal } from '../../test/open-page.tsx'

const SITE: Partial<Site> = { payments: { provider: 'sandbox', isTest: true, takesTransfers: true } }

const main = () => within(screen.getByRole('main'))
const placeButton = () => screen.findByRole('button', { name: checkoutMessages.placeOrder })

async function openCheckout(product_price: number, placing: unknown) {
  const { answers } = answersForCart({ PRD00001: 2 }, [cardOf({ product_price })])
  const page = await openPage('/checkout', {
    as: 'buyer',
    answers: { ...answers, 'POST /api/orders': placing },
    site: SITE,
  })
  await placeButton()
  const choose = (method: PaymentMethod) =>
    page.user.click(main().getByRole('radio', { name: orderMessages.paymentMethods[method] }))
  const place = async () => page.user.click(await placeButton())
  return { ...page, choose, place }
}

test.each([
  [0.2, 'amount_too_small'],
  [600_000, 'amount_too_large'],
] as const)(
  'a buyer of two products at %d dollars reads before the order that no card can pay it: %s, and pays by transfer',
  async (price, code) => {
    const { choose, place, answer, sent } = await openCheckout(price, refusal(409, code))
    await main().findByText(paymentErrors[code].text)
    await choose('paypal')
    await main().findByText(paymentErrors[code].text)
    await place()
    await waitFor(() => expect(sent('POST /api/orders')).toHaveLength(1))
    await main().findByText(paymentErrors[code].text)
    await choose('bank_transfer')
    answer({ 'POST /api/orders': orderOf(), 'GET /api/orders/ORD00001': orderOf() })
    await place()
    await screen.findByRole('heading', { name: orderMessages.confirmed })
    expect(sent('POST /api/orders')[1]).toMatchObject({ payment_method: 'bank_transfer' })
  },
)

test('a buyer reads why a payment was declined in the payment section, and any other failure at the button', async () => {
  const { place, answer } = await openCheckout(20, refusal(402, 'payment_declined', 'No', { reason: 'expired_card' }))
  const declined = paymentErrors.payment_declined.text({ reason: 'expired_card' })
  const partOf = (name: string) => screen.getByRole('heading', { name }).closest('section') as HTMLElement
  await place()
  await within(partOf(checkoutMessages.payment)).findByText(declined)
  expect(within(partOf(checkoutMessages.summary)).queryByRole('alert')).toBeNull()
  answer({ 'POST /api/orders': 503 })
  await place()
  await within(partOf(checkoutMessages.summary)).findByRole('alert')
  expect(within(partOf(checkoutMessages.payment)).queryByText(declined)).toBeNull()
})

test('a buyer who goes back from the bank’s page to a checkout that the browser restored can order', async () => {
  const toBank = vi.spyOn(location, 'assign').mockReturnValue()
  const paying: Paying = {
    checkout_id: '9b0c9a5e-58f5-4b0e-8f3a-1a2b3c4d5e6f',
    checkout_state: 'paying',
    next: { kind: 'redirect', url: '/sandbox/step/1' },
  }
  const { choose, place, answer } = await openCheckout(20, Response.json(paying, { status: 202 }))
  await place()
  await waitFor(() => expect(toBank).toHaveBeenCalledWith('/sandbox/step/1'))
  expect((await placeButton()).getAttribute('aria-busy')).toBe('true')
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  await waitFor(async () => expect((await placeButton()).getAttribute('aria-busy')).not.toBe('true'))
  await choose('bank_transfer')
  answer({ 'POST /api/orders': orderOf(), 'GET /api/orders/ORD00001': orderOf() })
  await place()
  await screen.findByRole('heading', { name: orderMessages.confirmed })
})

test.each([
  [{ checkout_state: 'open', decline_reason: 'No funds' }, paymentMessages.declined({ reason: 'No funds' })],
  [{ checkout_state: 'expired' }, checkoutErrors.checkout_expired.text],
])(
  'a return from the bank with %j leads to the checkout, which says why nothing was ordered',
  async (checkout, text) => {
    const { answers } = answersForCart({ PRD00001: 2 })
    await openPage('/checkout/return?checkout=0', {
      as: 'buyer',
      answers: { ...answers, 'GET /api/checkouts/0': { checkout_id: '0', lines: [], ...checkout } },
      site: SITE,
    })
    await placeButton()
    main().getByText(text)
  },
)

test('a buyer whose bank takes longer than a minute can see the orders meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const checkout = { checkout_id: '0', checkout_state: 'paying', total_count: 20, lines: [] }
  const { calls, user } = await openPage('/checkout/return?checkout=0', {
    as: 'buyer',
    answers: { 'GET /api/checkouts/0': checkout, 'GET /api/orders': 404 },
    site: SITE,
  })
  await main().findByText(paymentMessages.waiting)
  await vi.advanceTimersByTimeAsync(PAYMENT_WAIT_MS)
  await main().findByText(paymentMessages.stillWaiting)
  // The request that was due next is sent.
  await vi.advanceTimersByTimeAsync(PAYMENT_WAIT_MS)
  const reads = () => calls.filter(({ path }) => path === '/api/checkouts/0').length
  const before = reads()
  await vi.advanceTimersByTimeAsync(PAYMENT_WAIT_MS)
  expect(reads()).toBe(before)
  await user.click(main().getByRole('link', { name: checkoutMessages.seeOrders }))
  await waitFor(() => expect(location.pathname).toBe('/dashboard'))
})

test('the page of the bank says when the browser is offline, as it hides the header of the shop', async () => {
  await openPage('/sandbox/step/1', { answers: { 'GET /api/sandbox/steps/1': 404 }, site: SITE })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  dispatchEvent(new Event('offline'))
  await main().findByText(uiMessages.offline)
})

test('a return from the bank without a checkout redirects a buyer to the cart', async () => {
  await openPage('/checkout/return', { as: 'buyer', answers: answersForCart({}).answers, site: SITE })
  await waitFor(() => expect(location.pathname).toBe('/cart'))
})

test('a return from the bank redirects a visitor to the sign-in, and back afterwards', async () => {
  await openPage('/checkout/return?checkout=0', { answers: { 'GET /auth/v1/settings': 404 }, site: SITE })
  await waitFor(() => expect(location.pathname).toBe('/authentication'))
  expect(new URLSearchParams(location.search).get('from')).toBe('/checkout/return?checkout=0')
})
