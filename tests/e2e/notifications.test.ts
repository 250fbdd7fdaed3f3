import { afterAll, beforeAll, expect, test } from 'vitest'
import { notify } from '../../server/people/notifications/queries.ts'
import { expectToFit, violationsInBothSchemes } from '../support/accessibility.ts'
import { adminVisitor } from '../support/admin.ts'
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
  await expect.poll(() => violationsInBothSchemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Mark all as read' }).press('Enter')
  await page.getByText('All read').waitFor()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor()
  // What comes meanwhile is there on return to the tab.
  await page.keyboard.press('Escape')
  await notifyOf(buyer, 1)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await page.getByText('2 unread').first().waitFor()
  await expectToFit(page, [['/notifications', 'Tea House']])
})

test.each(['seller', 'admin'] as const)('the bar of the %s area has a bell with the unread count', async (role) => {
  const user = await (role === 'admin' ? adminVisitor(market) : signedInVisitor(market, { role }))
  const { page } = user
  await page.goto(`/${role}/notifications`)
  await page.getByText('No notifications yet').waitFor()
  await notifyOf(user, 120)
  await page.goto(`/${role}/settings`)
  await page.getByRole('link', { name: 'Notifications, 99+ unread' }).click()
  await page.getByText('99+ unread').waitFor()
  await expect.poll(() => violationsInBothSchemes(page)).toEqual([])
})

test.each([
  ['buyer', '/dashboard', 'A package is on its way', 'Confirmation of an order'],
  ['seller', '/seller/settings', 'An order must ship by tomorrow', 'A new order'],
  ['admin', '/admin/settings', 'An order is 7 days late', undefined],
] as const)('%s: switches mails off that are optional, by keyboard', async (role, path, optional, always) => {
  const { page } = await (role === 'admin' ? adminVisitor(market) : signedInVisitor(market, { role }))
  await page.goto(path)
  if (role === 'buyer') await page.getByRole('tab', { name: 'Profile' }).click()
  const emails = page.getByRole('region', { name: 'Emails' })
  const choice = emails.getByRole('checkbox', { name: optional })
  await expect.poll(() => choice.isEnabled()).toBe(true)
  const stored = page.waitForResponse(
    (response) => response.url().endsWith('/api/notification-preferences') && response.request().method() === 'PUT',
  )
  await choice.press('Space')
  await expect.poll(() => choice.isChecked()).toBe(false)
  await stored
  if (always) {
    const fixed = emails.getByRole('checkbox', { name: always })
    await expect.poll(() => fixed.isDisabled()).toBe(true)
    await expect.poll(() => fixed.isChecked()).toBe(true)
  }
  await page.reload()
  if (role === 'buyer') await page.getByRole('tab', { name: 'Profile' }).click()
  await expect.poll(() => choice.isChecked()).toBe(false)
  // A choice that cannot be stored is taken back, and says so.
  await page.route('**/api/notification-preferences', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await expect.poll(() => choice.isEnabled()).toBe(true)
  await choice.press('Space')
  await emails.getByText("We couldn't change your email settings.").waitFor()
  await expect.poll(() => choice.isChecked()).toBe(false)
})
