import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { bannerMessages } from '../../shared/banners/messages.ts'
import { categoryAdminMessages } from '../../shared/categories/admin-messages.ts'
import { listMessages } from '../../shared/kernel/list-messages.ts'
import { previewMessages } from '../../shared/previews/messages.ts'
import { pageMessages } from '../../shared/site-pages/admin-messages.ts'
import { isFocused, violationsOf } from '../support/accessibility.ts'
import { signUp } from '../support/accounts.ts'
import { marketOfFile } from '../support/market.ts'
import { mailsTo } from '../support/outbox.ts'
import { quietNetwork, settled } from '../support/shop-page.ts'
import { adminVisitor, placeOrder, signedInVisitor } from '../support/signed-in.ts'

const market = marketOfFile()

/** Returns what is wrong with a page in both themes, and whether it is wider than a small phone. */
async function faultsOf(page: Page): Promise<string[]> {
  await quietNetwork(page)
  await page.emulateMedia({ colorScheme: 'light' })
  const wide = await violationsOf(page, 'every')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 320, height: 640 })
  // The layout of areas follows with the next rendering.
  const width = await settled(page, () => page.evaluate(() => document.documentElement.scrollWidth))
  const narrow = await violationsOf(page, 'every')
  await page.setViewportSize({ width: 1280, height: 800 })
  return [...wide, ...narrow, ...(width > 320 ? [`${width} px wide`] : [])]
}

const isSound = (page: Page) => expect.poll(() => faultsOf(page)).toEqual([])

/** Drags a row above the others by its handle, and saves the order. */
async function dragToFirst(page: Page, name: string): Promise<void> {
  const first = page.getByRole('row').nth(1)
  await page.getByRole('button', { name: listMessages.move({ name }) }).hover()
  await page.mouse.down()
  await first.hover()
  await page.mouse.up()
  await expect.poll(() => first.textContent()).toContain(name)
  await isSound(page)
  await page.getByRole('button', { name: previewMessages.saveOrder }).click()
  await page.getByText(previewMessages.orderNotSaved).waitFor({ state: 'detached' })
}

test('an admin writes terms and publishes them: visitors find them in the footer, buyers at the checkout; by keyboard, on every screen', async () => {
  const { page, pageErrors } = await adminVisitor(market)
  await page.goto('/admin/pages')
  await page.getByRole('link', { name: 'Terms' }).waitFor()
  await isSound(page)

  await page.getByRole('link', { name: 'Terms' }).press('Enter')
  await page.getByRole('textbox', { name: pageMessages.title, exact: true }).fill('Terms of sale')
  const text = page.getByRole('textbox', { name: pageMessages.text, exact: true })
  await text.focus()
  await page.keyboard.type('Every order is a promise.')
  await page.getByRole('button', { name: pageMessages.save }).press('Enter')
  await page.getByText(pageMessages.saved).first().waitFor()
  await isSound(page)
  await page.getByRole('button', { name: pageMessages.publish }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: pageMessages.publish }).press('Enter')
  await page.getByRole('link', { name: pageMessages.view }).waitFor()

  const visitor = await market.visitor()
  await visitor.page.goto('/search?q=lamp')
  await visitor.page.getByRole('contentinfo').getByRole('link', { name: 'Terms of sale' }).click()
  await visitor.page.getByRole('heading', { level: 1, name: 'Terms of sale' }).waitFor()
  await visitor.page.getByText('Every order is a promise.').waitFor()
  await isSound(visitor.page)

  const buyer = await signedInVisitor(market, { cart: { PRD00002: 1 } })
  await buyer.page.goto('/checkout')
  const line = buyer.page.getByText('By placing your order you agree to the terms.')
  await line.getByRole('link', { name: 'terms' }).waitFor()
  expect([...pageErrors, ...visitor.pageErrors, ...buyer.pageErrors]).toEqual([])
})

/** Opens a preview of what is not saved, and returns its address. */
async function openPreview(page: Page, path: string): Promise<string> {
  const [popup, answer] = await Promise.all([
    page.waitForEvent('popup'),
    page.waitForResponse((response) => response.url().endsWith(path)),
    page.getByRole('button', { name: previewMessages.preview }).first().click(),
  ])
  const { address } = await answer.json()
  await popup.waitForURL((url) => url.pathname === address, { waitUntil: 'commit' })
  await popup.close()
  return address
}

test('an admin adds a banner with a picture and drags it to the first place, where visitors see it; on every screen', async () => {
  const { page, pageErrors } = await adminVisitor(market)
  await page.goto('/admin/banners')
  await page.getByRole('link', { name: bannerMessages.add }).click()
  await page.getByLabel(bannerMessages.fields.title).fill('Winter sale')
  await page.getByLabel(bannerMessages.fields.text).fill('Warm coats, soft gloves, and everything for long evenings.')
  await page.getByLabel(bannerMessages.fields.action).fill('See the coats')
  await page.getByRole('button', { name: bannerMessages.save }).click()
  await page.getByRole('heading', { level: 1, name: 'Winter sale' }).waitFor()
  const picture = sharp({ create: { width: 1600, height: 900, channels: 3, background: '#123456' } })
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'coats.jpg', mimeType: 'image/jpeg', buffer: await picture.jpeg().toBuffer() })
  expect(await faultsOf(page)).toEqual([])
  const { page: preview } = await market.visitor()
  // It has no scripts to wait for.
  await preview.goto(await openPreview(page, '/picture/preview'), { waitUntil: 'load' })
  const first = preview.getByRole('group', { name: '1 of 5' }).locator('img')
  expect(await first.evaluate((image: HTMLImageElement) => [image.currentSrc, image.naturalWidth > 0])).toEqual([
    expect.stringContaining('/picture?full=1600'),
    true,
  ])
  await page.bringToFront()
  await page.getByRole('button', { name: previewMessages.savePicture }).click()
  const focus = page.getByRole('button', { name: bannerMessages.focus })
  await focus.click({ position: { x: 10, y: 10 } })
  await preview.goto(await openPreview(page, '/banners/preview'), { waitUntil: 'load' })
  await preview.getByRole('group', { name: '1 of 5' }).getByRole('link', { name: 'See the coats' }).waitFor()
  await preview.getByRole('link', { name: 'Audio' }).first().click()
  await preview.getByText(previewMessages.bar()).waitFor()
  await isSound(preview)
  await page.bringToFront()
  await page.getByRole('button', { name: bannerMessages.save }).click()
  await page.getByText(bannerMessages.saved).first().waitFor()
  await isSound(page)

  await page.getByRole('link', { name: bannerMessages.back }).click()
  await dragToFirst(page, 'Winter sale')

  const visitor = await market.visitor()
  await visitor.page.goto('/')
  const banner = visitor.page.getByRole('group', { name: '1 of 5' })
  await banner.getByRole('link', { name: 'See the coats' }).waitFor()
  await isSound(visitor.page)
  expect([...pageErrors, ...visitor.pageErrors]).toEqual([])
})

test('an admin adds a category, drags it to the first place and merges it: tiles and addresses follow; on every screen', async () => {
  const { page, pageErrors } = await adminVisitor(market)
  await page.goto('/admin/categories')
  await page.getByRole('button', { name: categoryAdminMessages.add }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(categoryAdminMessages.name, { exact: true }).fill('Garden')
  await isSound(page)
  await dialog.getByRole('button', { name: categoryAdminMessages.add }).click()
  await dragToFirst(page, 'Garden')

  const visitor = await market.visitor()
  await visitor.page.goto('/')
  await visitor.page.getByRole('link', { name: 'Garden' }).last().click()
  await visitor.page.getByRole('heading', { level: 1, name: 'Garden' }).waitFor()

  const rows = page.getByRole('row')
  await rows.nth(1).getByRole('button').last().click()
  await page.getByRole('button', { name: categoryAdminMessages.merge }).click()
  await dialog.getByLabel(categoryAdminMessages.mergeInto).selectOption('Toys')
  await dialog.getByRole('button', { name: categoryAdminMessages.merge }).click()
  await expect.poll(() => rows.count()).toBe(16)
  await visitor.page.goto('/category/garden')
  await expect.poll(() => visitor.page.url()).toMatch(/\/category\/toys$/)
  expect([...pageErrors, ...visitor.pageErrors]).toEqual([])
})

test('staff invited for orders alone, by keyboard, confirm an order and see nothing else of the admin area', async () => {
  const order_id = await placeOrder(market, await signUp(market))
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
  await isSound(owner.page)
  await owner.page.getByLabel('Email', { exact: true }).press('Enter')
  await owner.page.getByRole('heading', { name: 'Invitations' }).waitFor()
  await isFocused(invite)
  await isSound(owner.page)

  const [mail] = await mailsTo(market, { email })
  const link = /\/invitation#\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  const { page, pageErrors } = await market.visitor()
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await page.goto(link)
  await page.getByRole('heading', { name: 'Join the staff' }).waitFor()
  await expect.poll(() => page.url()).not.toContain('#')
  await isSound(page)
  // The link's token is no longer in the address, and yet outlives a reload.
  await page.reload()
  await page.getByLabel('Display Name').fill('Olga Orders')
  await page.getByLabel('Password', { exact: true }).fill('a long admin phrase')
  await page.keyboard.press('Enter')
  await page.getByText('You are now a member of the staff.').first().waitFor()
  await page.waitForURL('**/admin')
  const menu = page.getByRole('navigation', { name: 'Admin area' })
  await expect.poll(() => menu.getByRole('link').allTextContents()).toEqual(['Dashboard', 'Orders'])
  await isSound(page)

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
  await isSound(page)
  expect(sent.filter((url) => url.includes(link.split('#')[1] ?? '#'))).toEqual([])
  expect(pageErrors).toEqual([])
  expect(owner.pageErrors).toEqual([])
})
