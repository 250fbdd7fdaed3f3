import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
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
import { errorsOf } from '../support/shop-page.ts'
import { adminVisitor, openTrade, type SignedIn, signedInVisitor } from '../support/signed-in.ts'

const market = marketOfFile()

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
  await desk.goto('/seller/messages')
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
  await page.goto('/dashboard?tab=messages')
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
