import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { bannerMessages } from '../../shared/banners/messages.ts'
import { categoryAdminMessages } from '../../shared/categories/admin-messages.ts'
import { listMessages } from '../../shared/kernel/list-messages.ts'
import { previewMessages } from '../../shared/previews/messages.ts'
import { pageMessages } from '../../shared/site-pages/admin-messages.ts'
import { violationsOf } from '../support/accessibility.ts'
import { marketOfFile } from '../support/market.ts'
import { quietNetwork, settled } from '../support/shop-page.ts'
import { adminVisitor, signedInVisitor } from '../support/signed-in.ts'

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

test('an admin writes terms and publishes them: visitors find them in the footer, buyers at the checkout; by keyboard, on every screen', async () => {
  const { page, pageErrors } = await adminVisitor(market)
  await page.goto('/admin/pages')
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
  await isSound(page)
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
  // Earlier messages of the same text stay while their tab is hidden.
  await expect.poll(() => page.getByText(bannerMessages.saved).count()).toBe(0)
  await page.getByRole('button', { name: bannerMessages.save }).click()
  await page.getByText(bannerMessages.saved).waitFor()

  await page.getByRole('link', { name: bannerMessages.back }).click()
  const top = page.getByRole('row').nth(1)
  await page.getByRole('button', { name: listMessages.move({ name: 'Winter sale' }) }).hover()
  await page.mouse.down()
  await top.hover()
  await page.mouse.up()
  await expect.poll(() => top.textContent()).toContain('Winter sale')
  await page.getByRole('button', { name: previewMessages.saveOrder }).click()
  await page.getByText(previewMessages.orderNotSaved).waitFor({ state: 'detached' })

  const visitor = await market.visitor()
  await visitor.page.goto('/')
  const banner = visitor.page.getByRole('group', { name: '1 of 5' })
  await banner.getByRole('link', { name: 'See the coats' }).waitFor()
  expect([...pageErrors, ...visitor.pageErrors]).toEqual([])
})

test('the form of a category fits every screen, and axe finds nothing', async () => {
  const { page } = await adminVisitor(market)
  await page.goto('/admin/categories')
  await page.getByRole('button', { name: categoryAdminMessages.add }).click()
  await page.getByRole('dialog').getByLabel(categoryAdminMessages.name, { exact: true }).fill('Garden')
  await isSound(page)
})
