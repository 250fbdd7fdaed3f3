import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { cartMessages } from '../../../shared/cart/messages.ts'
import { deliveryChoiceMessages as texts } from '../../../shared/delivery/choice-messages.ts'
import { deliveryMessages } from '../../../shared/delivery/messages.ts'
import type { QuotedMethod, QuoteRequest } from '../../../shared/delivery/schema.ts'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import { checkoutMessages } from '../../../shared/orders/checkout-messages.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import type { ChangedTotal, PlaceOrder } from '../../../shared/orders/schema.ts'
import { answersForCart, cardOf, DELIVERS, EXPRESS, orderOf, PICKUP, POST, quoteOf } from '../../test/fixtures.ts'
import { type Answers, type Call, openPage, refusal } from '../../test/open-page.tsx'

const ASK = 'POST /api/delivery-quotes'
const ORDER = 'POST /api/orders'

/** Answers quotes with the method that the page has chosen. */
const offering =
  (...methods: QuotedMethod[]) =>
  ({ body }: Call) => {
    const [choice] = (body as QuoteRequest).chosen ?? []
    const method_id = methods.find((method) => method.method_id === choice?.method)?.method_id
    return quoteOf({ methods, ...(method_id && { method_id }) })
  }

async function openCheckout(answers: Answers, cards = [cardOf()]) {
  const cart = Object.fromEntries(cards.map(({ product_id }) => [product_id, 1]))
  const page = await openPage('/checkout', {
    as: 'buyer',
    answers: { ...answersForCart(cart, cards).answers, ...answers },
    site: DELIVERS,
  })
  const place = async () => {
    const button = await screen.findByRole('button', { name: checkoutMessages.placeOrder })
    await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'))
    await page.user.click(button)
  }
  const orders = () => page.sent(ORDER) as PlaceOrder[]
  const { country } = checkoutMessages.shippingFields
  const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label, { exact: true })
  return { ...page, place, orders, field, countryField: () => field(country) }
}

const choice = (name: RegExp) => screen.findByRole<HTMLInputElement>('radio', { name })
const shownTotal = () => screen.getByRole('region', { name: checkoutMessages.summary }).textContent ?? ''

test('a buyer chooses a method, which a reload remembers, and orders it at the total that is shown', async () => {
  const answers = { [ASK]: offering(POST, EXPRESS), [ORDER]: 503 }
  const first = await openCheckout(answers)
  expect((await choice(/^Post.*Arrives Nov 30.–.Dec 2/)).checked).toBe(true)
  await waitFor(() => expect(shownTotal()).toMatch(/Delivery\$4\.90Total\$24\.90/))
  await first.user.click(await choice(/^Express/))
  await waitFor(() => expect(shownTotal()).toMatch(/Delivery\$9\.90Total\$29\.90/))
  await first.place()
  await screen.findByText(orderMessages.placeFailedToast)
  const again = await openCheckout({ ...answers, [ORDER]: orderOf() })
  expect((await choice(/^Express/)).checked).toBe(true)
  await again.place()
  await screen.findByRole('heading', { name: orderMessages.confirmed })
  const delivery = [{ seller: expect.stringMatching(/a$/), method: EXPRESS.method_id }]
  const request = { expected_total: 29.9, delivery, shipping_address: { country: 'Germany' } }
  expect([...first.orders(), ...again.orders()]).toMatchObject([request, request])
})

test('a buyer orders the selected method at the price that was last known while delivery cannot be calculated', async () => {
  const page = await openCheckout({ [ASK]: offering(POST, EXPRESS), [ORDER]: 503 })
  await screen.findByText('Delivery: $4.90. Total: $24.90.')
  page.answer({ [ASK]: 503 })
  await page.user.click(await choice(/^Express/))
  // The step does not remain folded.
  await page.user.click(screen.getAllByRole('button', { name: checkoutMessages.onward })[1] as Element)
  await screen.findByText(texts.failed)
  expect((await choice(/^Express/)).checked).toBe(true)
  await page.place()
  const failure = (await screen.findByText(orderMessages.placeFailed)).parentElement as HTMLElement
  expect(page.orders()).toMatchObject([{ delivery: [{ method: EXPRESS.method_id }] }])
  const { promise, resolve } = Promise.withResolvers<Response>()
  page.answer({ [ASK]: () => promise })
  await page.user.click(await choice(/^Post/))
  await page.user.click(within(failure).getByRole('button', { name: uiMessages.retry }))
  resolve(refusal(503, 'unavailable'))
  await screen.findByText(texts.failed)
  expect(page.orders()).toHaveLength(1)
})

test('the country of the cart is that of the checkout until the buyer types another', async () => {
  const { user, field } = await openCheckout({ [ASK]: offering(POST) })
  await user.type(await field(checkoutMessages.shippingFields.city), 'Leeds')
  localStorage.setItem('delivery-country', 'FR')
  const later = await openCheckout({ [ASK]: offering(POST) })
  expect((await later.countryField()).value).toBe('France')
  expect((await later.field(checkoutMessages.shippingFields.city)).value).toBe('Leeds')
  await later.user.clear(await later.countryField())
  await later.user.type(await later.countryField(), 'Norway')
  localStorage.setItem('delivery-country', 'DE')
  const last = await openCheckout({ [ASK]: offering(POST) })
  expect((await last.countryField()).value).toBe('Norway')
})

test('a buyer who changes the country sees what delivery costs there, and finds everything that was typed', async () => {
  const { user, countryField, field, sent } = await openCheckout({ [ASK]: offering(POST) })
  expect((await countryField()).value).toBe('Germany')
  screen.getByText(checkoutMessages.noAddressYet)
  const { city, postalCode } = checkoutMessages.shippingFields
  await user.type(await field(city), 'Paris')
  await user.clear(await countryField())
  await user.type(await countryField(), 'Frankreich')
  await user.type(await field(postalCode), '75001')
  await waitFor(() => expect(sent(ASK).at(-1)).toMatchObject({ country: 'Frankreich', postal_code: '75001' }))
  expect(sent(ASK).length).toBeLessThan(12)
  expect([(await field(city)).value, (await countryField()).value]).toEqual(['Paris', 'Frankreich'])
})

test('a buyer who collects the goods is asked for no address, and one who buys files not for a method either', async () => {
  const { user, field } = await openCheckout({ [ASK]: offering(POST, PICKUP) })
  const address = await field(checkoutMessages.shippingFields.city)
  await user.type(address, 'Leeds')
  await user.click(await choice(/^At our shop.*Ready to collect.*12 Harbour Road/))
  await waitFor(() => expect(address.closest('[hidden]')).not.toBeNull())
  expect(document.getElementById('step-1')?.textContent).toContain(texts.title)
  await waitFor(() => expect(shownTotal()).toContain('DeliveryFreeTotal$20.00'))
  await user.click(await choice(/^Post/))
  await waitFor(() => expect(address.closest('[hidden]')).toBeNull())
  expect(address.value).toBe('Leeds')
  const files = await openCheckout({ [ORDER]: orderOf() }, [cardOf({ delivery_kind: 'none' })])
  expect((await files.field(checkoutMessages.shippingFields.city)).closest('[hidden]')).not.toBeNull()
  expect(screen.getByRole('main').textContent).not.toMatch(/Deliver/)
  await files.place()
  await screen.findByRole('heading', { name: orderMessages.confirmed })
  expect(files.orders()).toMatchObject([{ expected_total: 20 }])
  expect(files.orders()[0]).not.toHaveProperty('delivery')
  const { sent } = await openCheckout({ [ASK]: quoteOf({ state: 'none', methods: [], product_ids: [] }) })
  await waitFor(() => expect(shownTotal()).not.toContain('Deliver'))
  expect(screen.queryByRole('heading', { name: texts.title })).toBeNull()
  expect(sent(ASK)).toHaveLength(1)
})

test('a cart whose products were all deleted waits for no price of delivery', async () => {
  const { answers } = answersForCart({ PRD00001: 1 }, [])
  await openPage('/checkout', { as: 'buyer', answers: { ...answers, '*': 404 }, site: DELIVERS })
  const button = await screen.findByRole('button', { name: checkoutMessages.placeOrder })
  expect(button.getAttribute('aria-disabled')).not.toBe('true')
  expect(screen.queryByRole('heading', { name: texts.title })).toBeNull()
})

test('a buyer whose delivery method was deleted chooses among those that its seller has now', async () => {
  const methods = [{ method_id: POST.method_id, name: 'Post', price: 4.9 }]
  const gone = refusal(409, 'method_gone', 'No', { seller_id: quoteOf().sellers[0]?.seller_id, seller: 'Ada', methods })
  const page = await openCheckout({ [ASK]: offering(POST, EXPRESS), [ORDER]: gone })
  await page.user.click(await choice(/^Express/))
  const later = { ...POST, name: 'Courier', method_id: PICKUP.method_id, price: 7 }
  await waitFor(() => expect(shownTotal()).toContain('$29.90'))
  page.answer({ [ASK]: offering(POST, later) })
  await page.place()
  const alert = await within(screen.getByRole('main')).findByText(deliveryMessages.methodGone({ seller: 'Ada' }))
  await choice(/^Courier/)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('radio', { name: /^Post/ })))
  page.answer({ [ORDER]: orderOf() })
  await page.user.click(await choice(/^Courier/))
  await waitFor(() => expect(alert.isConnected).toBe(false))
  await page.place()
  await screen.findByRole('heading', { name: orderMessages.confirmed })
  expect(page.orders().map(({ expected_total }) => expected_total)).toEqual([29.9, 27])
})

test('a buyer whose method is gone, and to whom no others can be shown, orders without it', async () => {
  const gone = refusal(409, 'method_gone', 'No', { seller_id: quoteOf().sellers[0]?.seller_id, seller: 'Ada' })
  const page = await openCheckout({ [ASK]: offering(POST), [ORDER]: gone })
  await screen.findByText('Post')
  page.answer({ [ASK]: 503 })
  await page.place()
  await screen.findByText(texts.failed)
  page.answer({ [ORDER]: orderOf() })
  await page.place()
  await screen.findByRole('heading', { name: orderMessages.confirmed })
  expect(page.orders().map(({ delivery }) => delivery?.length)).toEqual([1, undefined])
})

test('a buyer reads that the delivery costs more now, and orders at it with one more press, also without a quote', async () => {
  for (const { before, after } of [
    { before: offering(POST), after: offering({ ...POST, price: 6 }) },
    { before: offering(POST), after: 503 },
    { before: 503, after: 503 },
  ]) {
    const details: ChangedTotal = {
      total: 26,
      lines: [{ product_id: 'PRD00001', product_name: 'Desk lamp', product_price: 20, quantity: 1 }],
      charges: [{ seller_id: 'a', kind: 'delivery', amount: 6 }],
    }
    const page = await openCheckout({
      [ASK]: before,
      [ORDER]: refusal(409, 'total_changed', 'No', details),
    })
    if (before === 503) await screen.findByText(texts.failed)
    else await waitFor(() => expect(shownTotal()).toContain('$24.90'))
    page.answer({ [ASK]: after })
    await page.place()
    await screen.findByText(checkoutMessages.orderAtNewTotal)
    await waitFor(() => expect(shownTotal()).toMatch(/Delivery\$6\.00/))
    page.answer({ [ORDER]: orderOf() })
    await page.place()
    await screen.findByRole('heading', { name: orderMessages.confirmed })
    expect(page.orders().map(({ expected_total }) => expected_total)).toEqual([before === 503 ? 20 : 24.9, 26])
  }
})

test('a buyer to whose country a seller does not deliver removes the products of this seller, and orders the rest', async () => {
  const chair = cardOf({ product_id: 'PRD00002', seller: { handle: 'ben', name: 'Ben', awning: 1 } })
  const sellers = [{ seller_id: quoteOf().sellers[0]?.seller_id, seller: 'Ada', product_ids: ['PRD00001'] }]
  const refused = refusal(409, 'not_delivered_there', 'No', { sellers, country: 'Germany' })
  const page = await openCheckout({ [ASK]: offering(POST), [ORDER]: refused }, [cardOf(), chair])
  await screen.findByText('Post')
  page.answer({ [ASK]: quoteOf({ state: 'not_delivered', methods: [] }) })
  await page.place()
  await screen.findByText('Ada does not deliver to Germany.')
  await waitFor(() => expect(shownTotal()).not.toMatch(/Delivery(Free|\$)/))
  const remove = screen.getByRole('button', { name: texts.removeItems })
  await waitFor(() => expect(document.activeElement).toBe(remove))
  page.answer({ [ASK]: quoteOf({ handle: 'ben', name: 'Ben', state: 'free', methods: [] }), [ORDER]: orderOf() })
  await page.user.click(remove)
  await waitFor(() => expect(screen.queryByText('Ada does not deliver to Germany.')).toBeNull())
  expect(document.activeElement?.tagName).toBe('H1')
  await page.place()
  await screen.findByRole('heading', { name: orderMessages.confirmed })
  expect(page.orders().at(-1)).toMatchObject({ expected_total: 20 })
  expect(screen.queryByText(cartMessages.empty)).toBeNull()
})
