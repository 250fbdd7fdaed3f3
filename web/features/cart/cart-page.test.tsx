import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { appMessages } from '../../../shared/app/messages.ts'
import { UNDO_REMOVAL_SECONDS } from '../../../shared/cart/constants.ts'
import { cartErrors } from '../../../shared/cart/errors.ts'
import { cartMessages } from '../../../shared/cart/messages.ts'
import { cartPageMessages } from '../../../shared/cart/page-messages.ts'
import { catalogMessages } from '../../../shared/catalog/messages.ts'
import { deliveryChoiceMessages } from '../../../shared/delivery/choice-messages.ts'
import type { QuoteRequest } from '../../../shared/delivery/schema.ts'
import { termsMessages } from '../../../shared/delivery/terms-messages.ts'
import { errorText, limitErrors } from '../../../shared/kernel/errors.ts'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import { checkoutMessages } from '../../../shared/orders/checkout-messages.ts'
import { pricingMessages } from '../../../shared/pricing/messages.ts'
import { answersForCart, cardOf, DELIVERS, EXPRESS, PICKUP, POST, productOf, quoteOf } from '../../test/fixtures.ts'
import { type Answers, type Call, openPage, refusal } from '../../test/open-page.tsx'

const LAMP = cardOf()
const CHAIR = cardOf({ product_id: 'PRD00002', product_name: 'Oak chair' })
const KETTLE = cardOf({ product_id: 'PRD00003', product_name: 'Steel kettle' })
const SHOP = [LAMP, CHAIR, KETTLE]
/** Responses for a product's page and the home page. */
const CATALOG: Answers = {
  'GET /api/products/PRD00001': productOf(),
  'GET /api/products/PRD00001/related': { products: [] },
  'GET /api/products/PRD00001/reviews': 404,
}

const cartIsNamed = (name: string) => within(screen.getByRole('banner')).findByRole('link', { name })
const main = () => within(screen.getByRole('main'))
const rows = () => main().queryAllByRole('listitem')

test.each([
  '{',
  '{"user":{"id":"x"},"session":{"access_token":"a","refresh_token":"b","expires_at":9999999999}}',
  '{"user":{"id":"x","user_metadata":7},"session":{"access_token":"a.b.c","refresh_token":"b","expires_at":1}}',
])('a visitor whose stored session and cart are %s has an empty cart', async (text) => {
  for (const key of ['auth', 'authState', 'cart']) localStorage.setItem(key, text)
  const ended = refusal(403, 'session_not_found')
  const answers = { 'GET /auth/v1/user': ended, 'POST /auth/v1/token': ended, 'GET /api/cart': 401, '*': 404 }
  await openPage('/cart', { answers })
  await main().findByText(cartMessages.empty)
  await within(screen.getByRole('banner')).findByRole('link', { name: appMessages.signIn })
})

test('a seller has no cart: no link to it, no way to buy, and its pages redirect home', async () => {
  const related = { 'GET /api/products/PRD00001/related': { products: [CHAIR] } }
  await openPage('/product/PRD00001', { as: 'seller', answers: { ...CATALOG, ...related, '*': 404 } })
  await screen.findByText(cartMessages.notForSellersAndAdmins)
  await screen.findByText(cartMessages.noPurchaseForSellersAndAdmins)
  for (const name of [cartMessages.addToCart, cartMessages.buyNow])
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true)
  expect(screen.queryByRole('link', { name: /^Cart/ })).toBeNull()
  const quickAdd = await screen.findByRole('button', { name: cartMessages.addNamed({ name: CHAIR.product_name }) })
  expect(quickAdd.title).toBe(cartMessages.notForSellersAndAdmins)
  expect(quickAdd.getAttribute('aria-disabled')).toBe('true')
  for (const path of ['/cart', '/checkout', '/order-confirmation/ORD00001']) {
    await openPage(path, { as: 'seller', answers: { '*': 404 } })
    await waitFor(() => expect(location.pathname).toBe('/'))
  }
})

test('a buyer who changes a quantity several times in quick succession gets the last one', async () => {
  const { answers, serverCart } = answersForCart({ PRD00001: 1 })
  const { user } = await openPage('/cart', { as: 'buyer', answers })
  const plus = await main().findByRole('button', { name: uiMessages.increaseQuantity })
  for (let press = 0; press < 7; press++) await user.click(plus)
  await user.click(main().getByRole('button', { name: uiMessages.decreaseQuantity }))
  await screen.findAllByText(cartMessages.quantityUpdated)
  await cartIsNamed(appMessages.cartWithItems({ count: 7 }))
  await waitFor(() => expect(serverCart).toEqual({ PRD00001: 7 }))
})

test('a buyer undoes the removal of a line, which takes the focus, and of all lines; the offer to undo ends with the page', async () => {
  const { answers, serverCart } = answersForCart({ PRD00001: 3, PRD00002: 1 }, SHOP)
  const { user } = await openPage('/cart', { as: 'buyer', answers })
  const press = async (name: string) => user.click(await main().findByRole('button', { name }))
  await press(cartPageMessages.removeProduct({ name: LAMP.product_name }))
  await press(cartPageMessages.undo)
  await waitFor(() => expect(document.activeElement?.textContent).toBe(LAMP.product_name))
  const clear = async (times: number) => {
    await press(cartPageMessages.clear)
    await waitFor(() => expect(screen.getAllByText(cartPageMessages.cleared)).toHaveLength(times))
    await main().findByText(cartMessages.empty)
    await main().findByText(cartPageMessages.removedSeveral({ count: 2 }))
    await waitFor(() => expect(serverCart).toEqual({}))
  }
  await clear(1)
  await press(cartPageMessages.undo)
  await waitFor(() => expect(serverCart).toEqual({ PRD00001: 3, PRD00002: 1 }))
  await cartIsNamed(appMessages.cartWithItems({ count: 4 }))
  await clear(2)
  const { promise: held, resolve: release } = Promise.withResolvers<number>()
  await openPage('/cart', { as: 'buyer', answers: { ...answers, 'GET /api/products/just-for-you': () => held } })
  await main().findByText(cartMessages.empty)
  expect(main().queryByText(cartPageMessages.removedSeveral({ count: 2 }))).toBeNull()
  await main().findByText(catalogMessages.somethingToBuy)
  release(503)
  await waitFor(() => expect(main().queryByText(catalogMessages.somethingToBuy)).toBeNull())
})

test('a buyer whose cleared lines were not restored restores all of them with one retry', async () => {
  const { answers, serverCart } = answersForCart({ PRD00001: 3, PRD00002: 1 }, SHOP)
  const { user, answer } = await openPage('/cart', { as: 'buyer', answers })
  const press = async (name: string) => user.click(await main().findByRole('button', { name }))
  await press(cartPageMessages.clear)
  const lines = ['PUT /api/cart/items/PRD00001', 'PUT /api/cart/items/PRD00002']
  answer(Object.fromEntries(lines.map((line) => [line, 500])))
  await press(cartPageMessages.undo)
  await main().findByText(cartMessages.updateFailed)
  answer(Object.fromEntries(lines.map((line) => [line, answers[line]])))
  await press(uiMessages.retry)
  await waitFor(() => expect(serverCart).toEqual({ PRD00001: 3, PRD00002: 1 }))
})

test('a buyer whose products could not be loaded sees a note, and retries', async () => {
  const { answers } = answersForCart({ PRD00001: 1 })
  const { user, answer } = await openPage('/cart', { as: 'buyer', answers: { ...answers, 'GET /api/products': 503 } })
  await within(await main().findByRole('alert')).findByText('Failed to fetch product details')
  answer({ 'GET /api/products': answers['GET /api/products'] })
  await user.click(main().getByRole('button', { name: uiMessages.retry }))
  await main().findByRole('spinbutton')
})

test('a buyer whose change of the cart fails sees the cart as it was before', async () => {
  const { answers } = answersForCart({ PRD00001: 3, PRD00002: 1 }, SHOP)
  const { user } = await openPage('/cart', {
    as: 'buyer',
    answers: { ...answers, 'PUT /api/cart/items/PRD00001': 500, 'DELETE /api/cart': 500 },
  })
  await cartIsNamed(appMessages.cartWithItems({ count: 4 }))
  await user.click((await main().findAllByRole('button', { name: uiMessages.increaseQuantity }))[0] as Element)
  await screen.findByText(cartMessages.updateFailedToast)
  await cartIsNamed(appMessages.cartWithItems({ count: 4 }))
  await user.click(main().getByRole('button', { name: cartPageMessages.clear }))
  await screen.findByText(cartPageMessages.clearFailedToast)
  await cartIsNamed(appMessages.cartWithItems({ count: 4 }))
  expect(document.activeElement).not.toBe(document.body)
})

test('a buyer reads that Buy Now failed, or that the cart could not be loaded', async () => {
  const { user } = await openPage('/product/PRD00001', {
    as: 'buyer',
    answers: { ...CATALOG, 'POST /api/cart/items': 500, '*': 404 },
  })
  await user.click(screen.getByRole('button', { name: cartMessages.buyNow }))
  await screen.findByText(cartMessages.processFailedToast)
  await openPage('/cart', { as: 'buyer', answers: { 'GET /api/cart': 500 } })
  await within(await main().findByRole('alert')).findByText(cartMessages.fetchFailed)
})

test('a buyer sees each removed line named in its place, and the last one in place of the list', async () => {
  // Keeps the notes for the whole test, however busy the machine is.
  const { setTimeout: later } = window
  vi.stubGlobal('setTimeout', (run: () => void, ms?: number) =>
    later(run, ms === UNDO_REMOVAL_SECONDS * 1000 ? 90_000 : ms),
  )
  const { user } = await openPage('/cart', {
    as: 'buyer',
    answers: answersForCart({ PRD00001: 1, PRD00002: 2, PRD00003: 3 }, SHOP).answers,
  })
  const names = SHOP.map(({ product_name }) => product_name)
  const remove = async (name: string) =>
    user.click(await main().findByRole('button', { name: cartPageMessages.removeProduct({ name }) }))
  const isNoted = (name: string) =>
    waitFor(() =>
      expect(
        main()
          .getAllByRole('status')
          .map((note) => note.textContent),
      ).toContain(`Removed ${name}`),
    )
  for (const name of names.slice(0, 2)) {
    await remove(name)
    await isNoted(name)
  }
  expect(rows().map((row) => row.textContent)).toEqual(names.map((name) => expect.stringContaining(name)))
  await user.click(within(rows()[1] as HTMLElement).getByRole('button', { name: cartPageMessages.undo }))
  await cartIsNamed(appMessages.cartWithItems({ count: 5 }))
  await remove('Oak chair')
  await isNoted('Oak chair')
  await remove('Steel kettle')
  await main().findByText(cartMessages.empty)
  await isNoted('Steel kettle')
})

test.each(['a buyer', 'a visitor'])(
  '%s sees the name of a product that is gone, does not have it counted, and removes it with one press',
  async (who) => {
    const { answers, serverCart } = answersForCart({ PRD00001: 2, PRD00009: 5 }, [LAMP])
    const gone = { products: [{ product_id: 'PRD00009', product_name: 'Vanished kettle' }] }
    if (who === 'a visitor') {
      localStorage.setItem('cart', '{"PRD00001":2,"PRD00009":5}')
      localStorage.setItem('cart-names', '{"PRD00009":"Vanished kettle"}')
    }
    const open = (path: string) =>
      openPage(path, {
        ...(who === 'a buyer' && { as: 'buyer' }),
        answers: { ...answers, 'GET /api/cart/gone': gone },
      })
    await open('/checkout')
    const alert = await main().findByRole('alert')
    await within(alert).findByText(checkoutMessages.unavailable({ names: ['Vanished kettle'] }))
    const { user } = await open('/cart')
    await main().findByRole('heading', { name: 'Vanished kettle' })
    await main().findByText(cartPageMessages.unavailable)
    await cartIsNamed(appMessages.cartWithItems({ count: 2 }))
    await user.click(await main().findByRole('button', { name: cartMessages.removeUnavailable }))
    await waitFor(() => expect(screen.queryByText('Vanished kettle')).toBeNull())
    await cartIsNamed(appMessages.cartWithItems({ count: 2 }))
    if (who === 'a visitor') expect(localStorage.getItem('cart')).toBe('{"PRD00001":2}')
    else await waitFor(() => expect(serverCart).toEqual({ PRD00001: 2 }))
  },
)

test('a visitor who removes a line still sees that another product is gone', async () => {
  localStorage.setItem('cart', '{"PRD00001":1,"PRD88888":1}')
  const { answers } = answersForCart({}, [LAMP])
  const { user, answer, calls } = await openPage('/cart', { answers })
  await main().findByText(cartPageMessages.unavailable)
  answer({ 'GET /api/products': () => new Promise(() => {}) })
  await user.click(main().getByRole('button', { name: cartPageMessages.removeProduct({ name: LAMP.product_name }) }))
  await waitFor(() => expect(calls.at(-1)?.query.get('ids')).toBe('PRD88888'))
  expect(main().getAllByText(cartPageMessages.unavailable)).toHaveLength(1)
})

test('a buyer who exceeds a limit of the cart reads the limit, and is not offered a retry', async () => {
  const { answers } = answersForCart({ PRD00001: 998 })
  const { user, answer } = await openPage('/product/PRD00001', {
    as: 'buyer',
    answers: { ...CATALOG, ...answers, 'POST /api/cart/items': refusal(400, 'quantity_too_large'), '*': 404 },
  })
  await user.click(screen.getByRole('button', { name: cartMessages.addToCart }))
  await main().findByText(cartErrors.quantity_too_large.text)
  answer({ 'POST /api/cart/items': refusal(400, 'cart_full') })
  await user.click(screen.getByRole('button', { name: cartMessages.addToCart }))
  await main().findByText(cartErrors.cart_full.text)
  expect(screen.queryByText(cartMessages.addProductFailedToast)).toBeNull()
  const cart = await openPage('/cart', { as: 'buyer', answers })
  const quantity = await main().findByRole('spinbutton')
  await cart.user.clear(quantity)
  await cart.user.type(quantity, '1000')
  await main().findByText(cartErrors.quantity_too_large.text)
  await waitFor(() => expect(quantity).toHaveProperty('value', '999'))
})

test('a buyer who exceeds the hourly limit of changes sees a note at each change, and is not offered a retry', async () => {
  const details = { limit: 600, minutes: 7 }
  const limit = errorText(limitErrors, 'write_limit', details) as string
  const limited = refusal(429, 'write_limit', 'No', details)
  const { answers } = answersForCart({ PRD00001: 1 })
  for (const [path, name, call] of [
    ['/product/PRD00001', cartMessages.addToCart, 'POST /api/cart/items'],
    ['/cart', cartPageMessages.clear, 'DELETE /api/cart'],
    ['/checkout', checkoutMessages.placeOrder, 'POST /api/orders'],
  ] as const) {
    const { user } = await openPage(path, {
      as: 'buyer',
      answers: { ...CATALOG, ...answers, [call]: limited, '*': 404 },
    })
    await user.click(await main().findByRole('button', { name }))
    await within(await main().findByRole('alert')).findByText(limit)
    expect(screen.queryByText(/^Failed/)).toBeNull()
    expect(screen.queryByRole('button', { name: uiMessages.retry })).toBeNull()
  }
})

const ASK = 'POST /api/delivery-quotes'

test('a visitor reads what delivery costs to a country, which this browser remembers, and removes what is not delivered there', async () => {
  localStorage.setItem('cart', '{"PRD00001":1,"PRD00002":1}')
  const quotes = ({ body }: Call) =>
    (body as QuoteRequest).country === 'FR'
      ? quoteOf({ state: 'not_delivered', methods: [] }, { country: 'FR' })
      : quoteOf({ methods: [{ ...POST, missing_for_free: 12.1 }, EXPRESS] })
  const ben = cardOf({ ...CHAIR, seller: { handle: 'ben', name: 'Ben', awning: 1 } })
  const { answers } = answersForCart({}, [LAMP, ben])
  const { user, sent } = await openPage('/cart', { answers: { ...answers, [ASK]: quotes }, site: DELIVERS })
  const ada = await main().findByRole('region', { name: 'Sold by Ada' })
  await waitFor(() => expect(ada.textContent).toContain('Delivery from $4.90$4.90$12.10 more for free delivery'))
  main().getByText(deliveryChoiceMessages.known({ delivery: '$4.90', total: '$20.00' }))
  const total = () => main().getByRole('region', { name: cartPageMessages.total }).textContent
  expect(total()).toMatch(/Delivery\$4\.90Total\$44\.90/)
  await user.selectOptions(main().getByLabelText(deliveryChoiceMessages.deliverTo), 'France')
  const alert = within(await within(ada).findByRole('alert'))
  alert.getByText('Ada does not deliver to France.')
  expect(total()).not.toContain(pricingMessages.free)
  expect(sent(ASK).map((body) => (body as QuoteRequest).country)).toEqual(['DE', 'FR'])
  await user.click(alert.getByRole('button', { name: deliveryChoiceMessages.removeItems }))
  await waitFor(() => expect(localStorage.getItem('cart')).toBe('{"PRD00002":1}'))
  expect(document.activeElement?.tagName).toBe('H1')
  await openPage('/cart', { answers: { ...answers, [ASK]: quotes }, site: DELIVERS })
  expect(await main().findByLabelText(deliveryChoiceMessages.deliverTo)).toHaveProperty('value', 'FR')
})

test('a sign-out forgets the country and the methods of delivery; a cart that cannot be deleted is reported', async () => {
  localStorage.setItem('delivery-country', 'FR')
  localStorage.setItem('cart', '{"PRD00001":1}')
  sessionStorage.setItem('delivery-choices', '{}')
  const logout = { 'POST /auth/v1/logout': 204 }
  const { user } = await openPage('/cart', { as: 'buyer', answers: { ...logout, '*': 404 } })
  const stored = localStorage
  // Not a spy: the storage is a proxy, which would keep it.
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.getItem(key),
    setItem: (key: string, text: string) => stored.setItem(key, text),
    removeItem(key: string) {
      if (key === 'cart') throw new Error('refused')
      stored.removeItem(key)
    },
    clear: () => stored.clear(),
  })
  await user.click(await screen.findByRole('button', { name: appMessages.accountMenu }))
  await user.click(await screen.findByRole('button', { name: appMessages.logout }))
  await screen.findByText(cartMessages.clearOnLogoutFailed)
  await waitFor(() => expect(sessionStorage.getItem('delivery-choices')).toBeNull())
  expect(localStorage.getItem('delivery-country')).toBeNull()
})

test('a visitor whose quote of delivery fails has the cart all the same, and retries', async () => {
  localStorage.setItem('cart', '{"PRD00001":1}')
  const { answers } = answersForCart({}, [LAMP])
  const { user, answer } = await openPage('/cart', { answers: { ...answers, [ASK]: 503 }, site: DELIVERS })
  const alert = within(await main().findByRole('alert'))
  alert.getByText(deliveryChoiceMessages.failed)
  main().getByRole('link', { name: cartMessages.checkOut })
  const seller = { methods: [{ ...PICKUP, name: 'Collect' }], away_until: '2026-12-24' }
  answer({ [ASK]: quoteOf(seller) })
  await user.click(alert.getByRole('button', { name: uiMessages.retry }))
  const ada = await main().findByRole('region', { name: 'Sold by Ada' })
  await within(ada).findByText(termsMessages.awayUntil({ day: 'Dec 24' }))
  expect(ada.textContent).toContain(`Collect, 3–5 days${pricingMessages.free}`)
})

test('a cart of goods that need no delivery says nothing about it, and asks for nothing', async () => {
  localStorage.setItem('cart', '{"PRD00001":1}')
  const { answers } = answersForCart({}, [cardOf({ delivery_kind: 'none' })])
  await openPage('/cart', { answers, site: DELIVERS })
  const total = await main().findByRole('region', { name: cartPageMessages.total })
  expect(total.textContent).toContain('$20.00')
  expect(screen.getByRole('main').textContent).not.toMatch(/Deliver/)
})

async function buyNow(cart: Record<string, number>) {
  const { answers, serverCart } = answersForCart(cart)
  const page = await openPage('/product/PRD00001', {
    as: 'buyer',
    // Buy Now has added a unit to what the cart had.
    answers: { ...answersForCart({ PRD00001: 1 }).answers, ...answers, ...CATALOG, '*': 404 },
  })
  await page.user.click(screen.getByRole('button', { name: cartMessages.buyNow }))
  await waitFor(() => expect(location.pathname).toBe('/checkout'))
  await screen.findByRole('button', { name: checkoutMessages.placeOrder })
  return { ...page, serverCart }
}

test('a buyer who uses Buy Now for a product in the cart sees a note, and orders only the new units with one press', async () => {
  const { user, serverCart } = await buyNow({ PRD00001: 1 })
  await screen.findByText(checkoutMessages.alreadyInCart({ had: 1, now: 2 }))
  await user.click(screen.getByRole('button', { name: checkoutMessages.orderOnly({ quantity: 1 }) }))
  await waitFor(() => expect(screen.queryByText(checkoutMessages.alreadyInCart({ had: 1, now: 2 }))).toBeNull())
  await within(screen.getByRole('banner')).findByRole('link', { name: appMessages.cartWithItems({ count: 1 }) })
  await waitFor(() => expect(serverCart).toEqual({ PRD00001: 1 }))
})

test('a buyer who uses Buy Now for a product that is not in the cart sees no such note', async () => {
  await buyNow({})
  expect(screen.queryByRole('button', { name: checkoutMessages.orderOnly({ quantity: 1 }) })).toBeNull()
})
