import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { notify } from '../../server/people/notifications/queries.ts'
import { conversationMessages } from '../../shared/conversations/messages.ts'
import { bellMessages, unreadText } from '../../shared/notifications/bell-messages.ts'
import {
  expectAccessibleToFit,
  expectDialogFits,
  isFocused,
  violationsInBothSchemes,
} from '../support/accessibility.ts'
import { marketOfFile } from '../support/market.ts'
import { buildProduct } from '../support/products.ts'
import { errorsOf, goWithin, holdBack, watchShifts } from '../support/shop-page.ts'
import { adminVisitor, openTrade, placeOrder, type SignedIn, signedInVisitor } from '../support/signed-in.ts'

const market = marketOfFile()
let seller: SignedIn
let productId: string
beforeAll(async () => {
  seller = await signedInVisitor(market, { role: 'seller' })
  const facts = { seller_id: seller.user_id, product_name: 'Rated reading lamp' }
  productId = (await buildProduct(market, facts)).product_id
})

/** Returns a buyer to whom the lamp was delivered, and the order. */
async function buyerWithLamp(): Promise<SignedIn & { orderId: string }> {
  const buyer = await signedInVisitor(market)
  return { ...buyer, orderId: await deliveredOrder(buyer, productId) }
}

async function deliveredOrder(buyer: SignedIn, product_id: string): Promise<string> {
  const order_id = await placeOrder(market, buyer, { product_id })
  await market.db.updateTable('orders').set({ order_state: 'delivered' }).where('order_id', '=', order_id).execute()
  return order_id
}

const section = (page: Page) => page.getByRole('region', { name: 'Reviews' })
const review = ({ headers }: SignedIn, payload: object) =>
  market.app.inject({ method: 'PUT', url: `/api/products/${productId}/review`, headers, payload })

test('a buyer goes from the order to a review by keyboard; its seller answers it, and the buyer edits and removes it', async () => {
  const { page, orderId } = await buyerWithLamp()
  await page.goto(`/order-tracking?orderId=${orderId}`)
  await page.getByRole('link', { name: 'Rate this product: Rated reading lamp' }).press('Enter')
  const form = section(page).getByRole('group', { name: 'Your rating' })
  await form.waitFor()
  await section(page).getByRole('button', { name: 'Publish review' }).press('Enter')
  await section(page).getByText('Choose 1 to 5 stars.').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('1 star')
  for (let stars = 1; stars <= 4; stars++) await page.keyboard.press(stars === 1 ? 'Space' : 'ArrowRight')
  await section(page).getByLabel('What was it like? (optional)').fill('<b>Bright</b>\nand steady.')
  await expect.poll(() => violationsInBothSchemes(page)).toEqual([])
  await section(page).getByRole('button', { name: 'Publish review' }).press('Enter')
  const listed = section(page).getByRole('article')
  await listed.getByText('<b>Bright</b>').waitFor()
  await listed.getByText('Verified purchase').waitFor()
  // With forced colors all stars have one color.
  await page.emulateMedia({ forcedColors: 'active' })
  const stars = listed.getByRole('img', { name: '4 stars' }).locator('span')
  const opacities = () =>
    stars.evaluateAll((found) => found.map((one) => [one.textContent, getComputedStyle(one).opacity]))
  await expect.poll(opacities).toEqual([
    ['★★★★', '1'],
    ['★', '0.3'],
  ])
  await page.emulateMedia({ forcedColors: null })

  await seller.page.goto(`/product/${productId}#reviews`)
  await section(seller.page)
    .getByRole('button', { name: /^Answer/ })
    .click()
  await section(seller.page).getByRole('textbox').fill('Thanks')
  await seller.page.route('**/answer', (route) => route.abort())
  await section(seller.page).getByRole('button', { name: 'Publish answer' }).click()
  const retry = section(seller.page).getByRole('button', { name: 'Retry' })
  await retry.waitFor()
  await seller.page.unroute('**/answer')
  // A retry sends what was written since.
  await section(seller.page).getByRole('textbox').fill('Thank you for writing.')
  await retry.click()
  await section(seller.page)
    .getByRole('button', { name: /^Edit answer/ })
    .waitFor()

  await page.reload()
  await page.getByRole('img', { name: 'Rated 4.0 out of 5, 1 review' }).first().waitFor()
  await section(page).getByRole('button', { name: 'Edit' }).click()
  await section(page).getByText('Thank you for writing.').waitFor()
  await form.getByRole('radio', { name: '5 stars' }).check({ force: true })
  await section(page).getByRole('button', { name: 'Save changes' }).click()
  await listed.getByRole('img', { name: '5 stars' }).waitFor()
  await listed.getByText('Answered before the review was edited').waitFor()
  await seller.page.reload()
  await section(seller.page).getByText('Answered before the review was edited').waitFor()
  await section(page).getByRole('button', { name: 'Remove review' }).click()
  await section(page).getByRole('button', { name: 'Remove review' }).click()
  await section(page).getByText('No reviews yet').waitFor()
})

test('reviews are in the HTML, also for search engines, and can be filtered and sorted without scripts', async () => {
  for (const [rating, text] of [
    [5, 'Five of five.'],
    [2, 'Two of five.'],
  ] as const) {
    const buyer = await buyerWithLamp()
    const [nameless, named] = ['{}', '{"display_name":"Sample User"}']
    const user_metadata = rating === 2 ? nameless : named
    await market.db.updateTable('users').set({ user_metadata }).where('id', '=', buyer.user_id).execute()
    await review(buyer, { rating, text })
  }
  const { page } = await market.visitor({ javaScriptEnabled: false })
  await page.goto(`/product/${productId}`)
  const [product] = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(JSON.parse(product ?? '')).toMatchObject({
    aggregateRating: { ratingValue: 3.5, reviewCount: 2 },
    review: [
      { reviewBody: 'Two of five.', author: { '@type': 'Person', name: 'A buyer' } },
      { reviewBody: 'Five of five.', author: { '@type': 'Person', name: 'Sample User' } },
    ],
  })
  expect(await section(page).getByText('2 reviews').count(), 'how many there are is said once').toBe(1)
  await section(page).getByRole('link', { name: '5 stars: 1 review' }).click()
  await expect
    .poll(() => section(page).getByRole('article').allTextContents())
    .toEqual([expect.stringContaining('Five')])
  await section(page).getByRole('link', { name: 'Show all reviews' }).click()
  await section(page).getByLabel('Sort by').selectOption('Lowest rating first')
  await section(page).getByRole('button', { name: 'Apply' }).click()
  await expect.poll(() => section(page).getByRole('article').first().textContent()).toContain('Two of five.')
  await page.goto(`/product/${productId}?page=99`)
  await section(page).getByRole('link', { name: 'Go to the last page' }).click()
  await section(page).getByText('Five of five.').waitFor()
})

test('on a phone the buyer’s review form loads without moving the list below it, and opens when pressed', async () => {
  const { page } = await buyerWithLamp()
  await page.setViewportSize({ width: 360, height: 800 })
  const shifts = await watchShifts(page)
  const show = await holdBack(page, '**/api/own-reviews*')
  const requested = page.waitForRequest('**/api/own-reviews*')
  await page.goto(`/product/${productId}`)
  await section(page).evaluate((element) => element.scrollIntoView({ behavior: 'instant' }))
  await requested
  await section(page).getByText('Buyers who received this product can rate it.').waitFor()
  show()
  const open = section(page).getByRole('button', { name: 'Write a review' })
  await open.waitFor()
  // Layout shifts are reported with the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  expect(await shifts()).toEqual([])
  await open.press('Enter')
  await section(page).getByRole('button', { name: 'Publish review' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Write a review')
  await expect.poll(() => violationsInBothSchemes(page)).toEqual([])
})

test('a buyer rates a deleted product on the page of the order, for its seller', async () => {
  const buyer = await buyerWithLamp()
  const { product_id } = await buildProduct(market, { seller_id: seller.user_id, product_name: 'Rated desk' })
  const order_id = await deliveredOrder(buyer, product_id)
  await market.app.inject({ method: 'DELETE', url: `/api/seller/products/${product_id}`, headers: seller.headers })
  const { page } = buyer
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/order-tracking?orderId=${order_id}`)
  await page.getByText('Rate this product: Rated desk').press('Enter')
  await page.getByText('This product is no longer in the shop. Your rating counts for its seller.').waitFor()
  await page.getByRole('button', { name: 'Write a review' }).press('Enter')
  await page.getByRole('radio', { name: '4 stars' }).check({ force: true })
  await expect.poll(() => violationsInBothSchemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Publish review' }).press('Enter')
  await page.getByText('Your review: Rated desk').waitFor()
  const { body } = await market.app.inject({ url: `/api/own-reviews?ids=${product_id}`, headers: buyer.headers })
  expect(JSON.parse(body).products[0]).toMatchObject({ in_shop: false, review: { rating: 4 } })
})

test('an admin finds a reported review, hides it with a reason, and shows it again', async () => {
  const buyer = await buyerWithLamp()
  await review(buyer, { rating: 1, text: 'Words to be reported.' })
  const reader = await signedInVisitor(market)
  await reader.page.goto(`/product/${productId}#reviews`)
  const reported = section(reader.page).getByRole('article').filter({ hasText: 'Words to be reported.' })
  await reported.getByRole('button', { name: /^Report/ }).click()
  await reported.getByText('An admin will look at it').waitFor()
  const focused = () => reader.page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(focused).toBe('Reported. An admin will look at it.')
  await section(reader.page).getByRole('link', { name: '1 star: 1 review' }).press('Enter')
  await section(reader.page).getByRole('link', { name: 'Show all reviews' }).press('Enter')
  await section(reader.page).getByText('Five of five.').waitFor()
  await expect.poll(focused).toContain('1 star: 1 review')

  const { page } = await adminVisitor(market)
  await page.goto('/admin/reviews')
  await page.getByRole('navigation', { name: 'Show', exact: true }).getByRole('link', { name: 'Reported' }).click()
  await expect.poll(() => page.url()).toContain('view=reported')
  const row = page.getByRole('row').filter({ hasText: 'Words to be reported.' })
  await row.getByText('Reported once').waitFor()
  await expect.poll(() => violationsInBothSchemes(page)).toEqual([])
  await row.getByRole('button', { name: /^More about REV/ }).click()
  await row.getByRole('button', { name: 'Hide' }).click()
  await page.getByLabel('Reason (optional)').fill('Not about the lamp')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Hide' }).click()
  await page.getByText('No reviews found').waitFor()

  await buyer.page.goto(`/product/${productId}#reviews`)
  await buyer.page.getByText('Reason: Not about the lamp').waitFor()
  await page.goto('/admin/reviews?view=hidden')
  await page.getByRole('button', { name: /^More about REV/ }).click()
  await page.getByRole('button', { name: 'Show again' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Show again' }).click()
  await page.getByText('No reviews found').waitFor()
})

const dialog = (page: Page) => page.getByRole('dialog', { name: conversationMessages.title({ sellerOrderId: '' }) })
const log = (page: Page) => page.getByRole('log', { name: conversationMessages.log })
/** Simulates a user who returns to the window. */
const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')))
test('buyer, seller and admin write to each other about an order, and find unread messages', async () => {
  const { buyer, seller, order_id: orderId } = await openTrade(market)
  const { page } = buyer
  const write = (at: Page) => at.getByLabel(conversationMessages.write)
  await page.goto(`/order-tracking?orderId=${orderId}`)
  await page.getByRole('button', { name: conversationMessages.messageSeller }).click()
  await write(page).fill(`Is it brass? ${'Unbreakable'.repeat(20)}`)
  await write(page).press('Control+Enter')
  await dialog(page).getByText(conversationMessages.sent).waitFor()
  await expectDialogFits(page)

  // The seller sees the message at the order, and finds it in a list by keyboard.
  const { page: desk } = seller
  const unread = desk
    .getByRole('region', { name: orderId })
    .getByText(conversationMessages.unread({ count: 1 }))
    .first()
  await desk.goto('/seller/orders')
  await unread.waitFor()
  await goWithin(desk, '/seller/messages')
  const row = desk.getByRole('main').getByRole('link', { name: `${orderId}-1` })
  await row.waitFor()
  await desk.keyboard.press('j')
  await isFocused(row)
  await desk.keyboard.press('Enter')
  await log(desk).getByText('Is it brass?').waitFor()
  await write(desk).fill('It is.')
  await desk.getByRole('button', { name: conversationMessages.send }).click()
  await log(desk).getByText('It is.').waitFor()
  await expectDialogFits(desk)

  // The message appears in the open conversation, whose dialog returns the focus.
  await comeBack(page)
  await log(page).getByText('It is.').waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(focused).toContain(conversationMessages.messageSeller)

  const admin = await adminVisitor(market)
  await admin.page.goto(`/admin/orders?track=${orderId}`)
  await admin.page
    .getByRole('button', { name: conversationMessages.readMessagesOf({ sellerOrderId: `${orderId}-1` }) })
    .click()
  await log(admin.page).getByText('It is.').waitFor()
  await write(admin.page).fill('Please agree.')
  await admin.page.getByRole('button', { name: conversationMessages.send }).click()
  await log(admin.page).getByText('Please agree.').waitFor()
  await goWithin(page, '/dashboard?tab=messages')
  await page.getByText('Please agree.').waitFor()
  await expectDialogFits(page)
  await page.getByRole('link', { name: conversationMessages.openOf({ sellerOrderId: `${orderId}-1` }) }).click()
  await log(page).getByText('Please agree.').waitFor()
  expect(errorsOf(buyer, seller, admin)).toEqual([])
})

/** Creates notifications of packages sent today, the last one newest, and of an older one. */
async function notifyOf({ user_id }: SignedIn, packages: number): Promise<void> {
  const about = (number: number) => ({
    user_id,
    kind: 'package_sent' as const,
    facts: { order_id: `ORD${String(number).padStart(5, '0')}`, seller: 'Tea House', tracking: 'DHL 1Z999' },
    path: '/order-tracking?orderId=ORD00001',
  })
  const now = new Date()
  await market.db.transaction().execute(async (tx) => {
    await notify(tx, [about(1)], new Date(now.getTime() - 40 * 24 * 3600 * 1000))
    await notify(
      tx,
      Array.from({ length: packages }, (_, index) => about(index + 2)),
      now,
    )
  })
}

test('a buyer finds unread notifications in the account menu, reads them by day and marks them as read', async () => {
  const buyer = await signedInVisitor(market)
  const { page } = buyer
  await notifyOf(buyer, 24)
  await page.goto('/')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('link', { name: 'Notifications 25 unread' }).click()
  await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor()
  const rows = page.getByRole('main').getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(20)
  await page.getByRole('link', { name: 'On its way: your package from Tea House (ORD00025)' }).waitFor()
  await page.getByRole('button', { name: 'Show older' }).click()
  await expect.poll(() => rows.count()).toBe(25)
  await expect.poll(() => page.getByRole('main').getByRole('heading', { level: 2 }).count()).toBe(2)
  await page.getByRole('button', { name: 'Mark all as read' }).press('Enter')
  await page.getByText('All read').waitFor()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor()
  // New notifications appear on return to the tab.
  await page.keyboard.press('Escape')
  await notifyOf(buyer, 1)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await page.getByText('2 unread').first().waitFor()
  await expectAccessibleToFit(page, [['/notifications', 'Tea House']])
})

test('axe finds nothing on the notifications of an area, with an unread count at the bell', async () => {
  const seller = await signedInVisitor(market, { role: 'seller' })
  await notifyOf(seller, 120)
  const { page } = seller
  await page.goto('/seller/notifications')
  await page.getByRole('link', { name: bellMessages.bell({ unread: 120, shown: unreadText(120) }) }).waitFor()
  await page.getByText(bellMessages.unreadCount({ unread: 120, shown: unreadText(120) })).waitFor()
  await expect.poll(() => violationsInBothSchemes(page)).toEqual([])
})
