import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, isFocused } from '../support/accessibility.ts'
import { marketOfFile } from '../support/market.ts'
import { mailsTo } from '../support/outbox.ts'
import { adminVisitor, placeOrder, signedInVisitor } from '../support/signed-in.ts'

const market = marketOfFile()

async function fitsAndIsAccessible(page: Page): Promise<void> {
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await expectAccessible(page)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

test('staff invited for orders alone, by keyboard, confirm an order and see nothing else of the admin area', async () => {
  const order_id = await placeOrder(market, await signedInVisitor(market))
  const owner = await adminVisitor(market)
  const email = `${crypto.randomUUID()}@example.com`
  await owner.page.goto('/admin/staff')
  const invite = owner.page.getByRole('button', { name: 'Invite', exact: true })
  await invite.focus()
  await owner.page.keyboard.press('Enter')
  await isFocused(owner.page.getByLabel('Email', { exact: true }))
  await owner.page.keyboard.type(email)
  // Past the kind, and the first right.
  for (const key of ['Tab', 'Tab', 'Tab', 'Space']) await owner.page.keyboard.press(key)
  expect(await owner.page.getByRole('checkbox', { name: /^Orders/ }).isChecked()).toBe(true)
  await fitsAndIsAccessible(owner.page)
  await owner.page.getByLabel('Email', { exact: true }).press('Enter')
  await owner.page.getByRole('heading', { name: 'Invitations' }).waitFor()
  await isFocused(invite)
  await fitsAndIsAccessible(owner.page)

  const [mail] = await mailsTo(market, { email })
  const link = /\/invitation#\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  const { page, pageErrors } = await market.visitor()
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await page.goto(link)
  await page.getByRole('heading', { name: 'Join the staff' }).waitFor()
  await expect.poll(() => page.url()).not.toContain('#')
  await fitsAndIsAccessible(page)
  // The link's token is no longer in the address, and yet outlives a reload.
  await page.reload()
  await page.getByLabel('Display Name').fill('Olga Orders')
  await page.getByLabel('Password', { exact: true }).fill('a long admin phrase')
  await page.keyboard.press('Enter')
  await page.getByText('You are now a member of the staff.').first().waitFor()
  await page.waitForURL('**/admin')
  const menu = page.getByRole('navigation', { name: 'Admin area' })
  await expect.poll(() => menu.getByRole('link').allTextContents()).toEqual(['Dashboard', 'Orders'])
  await fitsAndIsAccessible(page)

  await menu.getByRole('link', { name: 'Orders' }).click()
  await page.goto(`/admin/orders?track=${order_id}`)
  await page.getByRole('combobox', { name: 'Status', exact: true }).last().selectOption('confirmed')
  await page.getByRole('button', { name: 'Update Status' }).click()
  await page
    .getByText(/Order status updated/i)
    .first()
    .waitFor()
  for (const path of ['/admin/users', '/admin/staff', '/admin/mail']) {
    await page.goto(path)
    await page.getByText(/^(You need the right "\w+"\. Owners can give it\.|Only owners can do this\.)$/).waitFor()
  }
  await fitsAndIsAccessible(page)
  expect(sent.filter((url) => url.includes(link.split('#')[1] ?? '#'))).toEqual([])
  expect(pageErrors).toEqual([])
  expect(owner.pageErrors).toEqual([])
})
