import { afterAll, beforeAll, expect, test } from 'vitest'
import { notify } from '../../server/people/notifications/queries.ts'
import { bellMessages } from '../../shared/notifications/bell-messages.ts'
import { expectAccessibleToFit, violationsInBothSchemes } from '../support/accessibility.ts'
import { type SignedIn, signedInVisitor } from '../support/buyer.ts'
import { type Market, openMarket } from '../support/market.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market?.close())

/** Notifies a user of packages sent today, the last one newest, and of an older one. */
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
  // What comes meanwhile is there on return to the tab.
  await page.keyboard.press('Escape')
  await notifyOf(buyer, 1)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await page.getByText('2 unread').first().waitFor()
  await expectAccessibleToFit(page, [['/notifications', 'Tea House']])
})

test('axe finds nothing on the notifications of an area, with the unread count at the bell', async () => {
  const seller = await signedInVisitor(market, { role: 'seller' })
  await notifyOf(seller, 120)
  const { page } = seller
  await page.goto('/seller/notifications')
  await page.getByRole('link', { name: bellMessages.bell(120) }).waitFor()
  await page.getByText(bellMessages.unreadCount(120)).waitFor()
  await expect.poll(() => violationsInBothSchemes(page)).toEqual([])
})
