import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { conversationMessages } from '../../shared/conversations/messages.ts'
import { violationsInBothSchemes } from '../support/accessibility.ts'
import { adminVisitor, placeOrder } from '../support/admin.ts'
import { type SignedIn, signedInVisitor } from '../support/buyer.ts'
import { type Market, openMarket } from '../support/market.ts'
import { buildProduct } from '../support/products.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market?.close())

/** A seller, and a buyer with an order of theirs. */
async function trade() {
  const seller = await signedInVisitor(market, { role: 'seller' })
  const { product_id } = await buildProduct(market, { seller_id: seller.user_id, product_name: 'Brass Lantern' })
  const buyer = await signedInVisitor(market)
  return { buyer, seller, orderId: await placeOrder(market, buyer, { product_id }) }
}

const dialog = (page: Page) => page.getByRole('dialog', { name: conversationMessages.title('') })
const log = (page: Page) => page.getByRole('log', { name: conversationMessages.log })
/** As when the user comes back to the window. */
const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')))
const tooWide = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('[role=dialog],[role=log]')].map(
      ({ scrollWidth, clientWidth }) => Math.max(0, scrollWidth - clientWidth),
    ),
  )

async function expectFine(page: Page): Promise<void> {
  await expect.poll(() => violationsInBothSchemes(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(async () => Math.max(...(await tooWide(page)))).toBe(0)
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** Products made by tests have no pictures. */
const errorsOf = (...visitors: Pick<SignedIn, 'pageErrors'>[]) =>
  visitors.flatMap(({ pageErrors }) => pageErrors).filter((text) => !/status of 400/.test(text))

test('buyer, seller and admin write to each other about an order, and find what is new', {
  timeout: 90_000,
}, async () => {
  const { buyer, seller, orderId } = await trade()
  const { page } = buyer
  const write = (at: Page) => at.getByLabel(conversationMessages.write)
  await page.goto(`/order-tracking?orderId=${orderId}`)
  await page.getByRole('button', { name: conversationMessages.messageSeller }).click()
  await write(page).fill(`Is it brass? ${'Unbreakable'.repeat(20)}`)
  await write(page).press('Control+Enter')
  await dialog(page).getByText(conversationMessages.sent).waitFor()
  await expectFine(page)

  // The seller sees it at the order, reads it by the bell, and finds it in a list by keyboard.
  const { page: desk } = seller
  const unread = desk.getByRole('region', { name: orderId }).getByText(conversationMessages.unread(1)).first()
  await desk.goto('/seller/orders')
  await unread.waitFor()
  await desk.goto('/seller/notifications')
  await desk.getByRole('link', { name: `New message from the buyer about ${orderId}-1` }).click()
  await desk.waitForURL(`**/seller/messages?messages=${orderId}`)
  await log(desk).getByText('Is it brass?').waitFor()
  await desk.getByRole('link', { name: 'Notifications', exact: true }).waitFor()
  await desk.getByRole('link', { name: 'Orders', exact: true }).click()
  await desk.getByRole('region', { name: orderId }).waitFor()
  await unread.waitFor({ state: 'detached' })
  await desk.goto('/seller/messages')
  const row = desk.getByRole('table').locator('tbody tr').first()
  await row.waitFor()
  await desk.keyboard.press('j')
  await expect.poll(() => row.evaluate((shown) => shown === document.activeElement)).toBe(true)
  await desk.keyboard.press('Enter')
  await write(desk).fill('It is.')
  await desk.getByRole('button', { name: conversationMessages.send }).click()
  await log(desk).getByText('It is.').waitFor()
  await expectFine(desk)

  // It appears in the open conversation, which gives the focus back.
  await comeBack(page)
  await log(page).getByText('It is.').waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(focused).toContain(conversationMessages.messageSeller)

  const admin = await adminVisitor(market)
  await admin.page.goto(`/admin/orders?track=${orderId}`)
  await admin.page.getByRole('button', { name: conversationMessages.readMessagesOf(`${orderId}-1`) }).click()
  await log(admin.page).getByText('It is.').waitFor()
  await write(admin.page).fill('Please agree.')
  await admin.page.getByRole('button', { name: conversationMessages.send }).click()
  await log(admin.page).getByText('Please agree.').waitFor()
  await page.goto('/dashboard?tab=messages')
  await page.getByText('Please agree.').waitFor()
  await expectFine(page)
  await page.getByRole('link', { name: conversationMessages.openOf(`${orderId}-1`) }).click()
  await log(page).getByText('Please agree.').waitFor()
  expect(errorsOf(buyer, seller, admin)).toEqual([])
})
