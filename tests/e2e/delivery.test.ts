import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { inTransaction } from '../../db/connect.ts'
import { marketChanged } from '../../server/shop/market/market.ts'
import type { Order } from '../../shared/orders/schema.ts'
import { violationsOf } from '../support/accessibility.ts'
import { signUp } from '../support/accounts.ts'
import { addToCart } from '../support/api.ts'
import { addMethod } from '../support/delivery.ts'
import { marketOfFile } from '../support/market.ts'
import { buildProducts } from '../support/products.ts'
import { tabTo } from '../support/shop-page.ts'
import { signedInVisitor } from '../support/signed-in.ts'

const market = marketOfFile()

/** Products of two sellers with methods, and one that needs no delivery. */
async function openShops() {
  const [ada, ben] = await Promise.all(
    ['Ada', 'Ben'].map((display_name) => signUp(market, { role: 'seller', data: { display_name } })),
  )
  if (!ada || !ben) throw new Error('no sellers')
  const germany = { destinations: ['DE'] }
  await addMethod(market, ada, { name: 'Post', ...germany, free_from: 100 })
  await addMethod(market, ada, { name: 'Express', ...germany, price: 9.9 })
  await addMethod(market, ada, {
    name: 'At our shop',
    ...germany,
    kind: 'pickup',
    price: 0,
    pickup_address: '12 Harbour Road',
  })
  await addMethod(market, ben, { name: 'Standard', price: 6 })
  await addMethod(market, ben, { name: 'Premium', price: 13.5 })
  const [lamp, chair, song] = await buildProducts(market, [
    { product_name: 'Lamp', seller_id: ada.user_id, product_price: 20 },
    { product_name: 'Chair', seller_id: ben.user_id, product_price: 30 },
    { product_name: 'Song', seller_id: ben.user_id, product_price: 2 },
  ])
  await market.db
    .updateTable('products')
    .set({ delivery_kind: 'none' })
    .where('product_id', '=', song?.product_id ?? '')
    .execute()
  await market.db.updateTable('settings').set({ country: 'DE' }).execute()
  await inTransaction(market.db, (tx) => marketChanged(tx))
  return { lamp: lamp?.product_id ?? '', chair: chair?.product_id ?? '', song: song?.product_id ?? '' }
}

const isSound = async (page: Page) => {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  expect(await violationsOf(page)).toEqual([])
}

/** Chooses a country by typing: again after a pause, as a list forgets keys that come more than a second apart. */
const choose = (list: Locator, name: string, code: string) =>
  expect
    .poll(
      async () => {
        await list.pressSequentially(name)
        return list.inputValue()
      },
      { interval: 1_500 },
    )
    .toBe(code)

const total = (page: Page) => page.locator('.end-bar')

/** Presses Place Order by keyboard; returns the order that was placed. */
async function placeOrder(page: Page): Promise<Order> {
  const placed = page.waitForResponse((response) => response.url().endsWith('/api/orders') && response.ok())
  await (await tabTo(page, 'button', 'Place Order')).press('Enter')
  const order: Order = await (await placed).json()
  await page.waitForURL(`**/order-confirmation/${order.order_id}`)
  return order
}

test('a buyer with a keyboard and 320 px chooses methods of two sellers, collects, buys a file, and is not delivered to', async () => {
  const { lamp, chair, song } = await openShops()
  const buyer = await signedInVisitor(market, { cart: { [lamp]: 1, [chair]: 1, [song]: 1 } })
  const { page } = buyer
  await page.setViewportSize({ width: 320, height: 640 })

  await page.goto('/cart')
  const place = page.getByLabel('Deliver to')
  await expect.poll(() => place.inputValue()).toBe('DE')
  const main = page.getByRole('main')
  await main.getByText('Delivery from $4.90').waitFor()
  await main.getByText('$80.00 more for free delivery').waitFor()
  await expect.poll(() => total(page).textContent()).toContain('$62.90')
  await choose(place, 'France', 'FR')
  const refused = main.getByRole('alert')
  await refused.getByText('Ada does not deliver to France.').waitFor()
  await isSound(page)
  await (await tabTo(page, 'button', 'Remove these items')).press('Enter')
  await refused.waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('h1:focus').count()).toBe(1)
  await choose(place, 'Germany', 'DE')
  await addToCart(market, buyer, lamp)

  await page.goto('/checkout')
  await expect.poll(() => page.getByLabel('Country').inputValue()).toBe('Germany')
  await (await tabTo(page, 'radio', /^Standard/)).press('ArrowDown')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => total(page).textContent()).toContain('$75.40')
  await isSound(page)
  const order = await placeOrder(page)
  expect([order.total_count, order.deliveries?.map(({ name, amount }) => [name, amount]).sort()]).toEqual([
    75.4,
    [
      ['Express', 9.9],
      ['Premium', 13.5],
    ],
  ])

  await addToCart(market, buyer, lamp)
  await page.goto('/checkout')
  const radio = await tabTo(page, 'radio', /^Express/)
  await radio.press('ArrowDown')
  await expect.poll(() => page.getByLabel('City').isVisible()).toBe(false)
  await page.getByText('12 Harbour Road').waitFor()
  await isSound(page)
  expect((await placeOrder(page)).deliveries).toMatchObject([{ kind: 'pickup', pickup_address: '12 Harbour Road' }])

  await addToCart(market, buyer, song)
  await page.goto('/checkout')
  await main.getByText('Show your items').waitFor()
  // Known once the delivery is quoted.
  await expect.poll(() => page.getByLabel('City').isVisible()).toBe(false)
  await expect.poll(() => main.textContent()).not.toContain('Deliver')
  const { total_count, deliveries } = await placeOrder(page)
  expect([total_count, deliveries?.map(({ kind }) => kind)]).toEqual([2, ['none']])
})
