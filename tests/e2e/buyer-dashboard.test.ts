import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { MAX_AVATARS } from '../../shared/accounts/constants.ts'
import { accountMessages } from '../../shared/accounts/messages.ts'
import { limitMessages } from '../../shared/kernel/errors.ts'
import { uiMessages } from '../../shared/kernel/messages.ts'
import { expectAccessibleToFit, isFocused, violationsOf } from '../support/accessibility.ts'
import { signUp } from '../support/accounts.ts'
import { marketOfFile } from '../support/market.ts'
import { drawPng } from '../support/product-form.ts'
import { deleteProduct } from '../support/products.ts'
import { goWithin, newEmail, signUpAtForm } from '../support/shop-page.ts'
import { placeOrder, signedInVisitor } from '../support/signed-in.ts'
import { buildStocked } from '../support/stock.ts'

const market = marketOfFile()

test('a buyer changes name and picture, which the menu and a later visit show', async () => {
  const buyer = await signedInVisitor(market)
  const { page, user_id, pageErrors } = buyer
  await page.goto('/dashboard')
  await page.getByText(buyer.email).waitFor()
  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('button', { name: 'Edit display name' }).click()
  expect(await violationsOf(page)).toEqual([])
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByLabel('Display Name', { exact: true }).fill('Grace Buyer')
  await page.keyboard.press('Enter')
  await page.getByText('Profile updated successfully!').waitFor()

  // Noise compresses badly: the browser has to shrink it.
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const buffer = await sharp({ create: { width: 1400, height: 1000, channels: 3, background: '#fff', noise } })
    .jpeg()
    .toBuffer()
  const sent: number[] = []
  page.on('request', (request) => {
    if (request.url().includes('/storage/v1/object/users/') && request.method() === 'POST')
      sent.push(request.postDataBuffer()?.length ?? 0)
  })
  const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer }
  await page.getByLabel('Profile picture', { exact: true }).setInputFiles(photo)
  await page.getByText('Profile picture updated successfully!').waitFor({ timeout: 120_000 })
  expect(sent).toHaveLength(1)
  expect(buffer.length).toBeGreaterThan(500_000)
  expect(sent[0]).toBeLessThanOrEqual(0.1 * 1024 * 1024)

  await page.reload()
  await page.getByText('Grace Buyer').waitFor()
  const address = (await page.locator('main img').first().getAttribute('src')) ?? ''
  expect(address).toContain(`/storage/v1/object/public/users/${user_id}-`)
  const picture = await market.app.inject({ url: address })
  expect(picture.headers['content-type']).toBe('image/webp')
  // Another picture replaces it.
  const next = { name: 'next.png', mimeType: 'image/png', buffer: await drawPng('#2a7') }
  await page.getByLabel('Profile picture', { exact: true }).setInputFiles(next)
  await page.getByText('Profile picture updated successfully!').waitFor({ timeout: 120_000 })
  await expect.poll(async () => (await market.app.inject({ url: address })).statusCode).not.toBe(200)
  expect(pageErrors).toEqual([])
})

test('a failed upload is reported, leaves the picture unchanged, and can be retried, except at the limit', async () => {
  const { page, user_id } = await signedInVisitor(market)
  await page.goto('/dashboard')
  const shown = () => page.locator('main img').first().getAttribute('src')
  await page.locator('main img').first().waitFor()
  const before = await shown()
  await page.route('**/storage/v1/object/users/**', (route) => route.fulfill({ status: 500, json: {} }))
  const picture = { name: 'a.png', mimeType: 'image/png', buffer: await drawPng('#333') }
  const choose = () => page.getByLabel(accountMessages.picture, { exact: true }).setInputFiles(picture)
  await choose()
  await page.getByText(accountMessages.pictureFailed).waitFor()
  await expect.poll(() => shown()).toBe(before)
  await expect.poll(() => page.getByRole('button', { name: accountMessages.changePicture }).isEnabled()).toBe(true)
  await page.unrouteAll({ behavior: 'wait' })
  const alert = page.getByRole('main').getByRole('alert')
  await alert.getByRole('button', { name: uiMessages.retry }).click()
  await page.getByText(accountMessages.pictureUpdated).waitFor()
  await alert.waitFor({ state: 'detached' })

  // The server's response beyond its limit of writes, which has its own tests.
  const limit = { code: 'over_request_rate_limit', message: 'You have made 600 changes within an hour.' }
  await page.route('**/auth/v1/user', (route) => route.fulfill({ status: 429, json: limit }))
  await choose()
  await alert.getByText(limitMessages.writeLimitReached).waitFor()
  await page.unroute('**/auth/v1/user')
  await sql`insert into storage_objects (bucket_id, name, owner_id, blob, size, mimetype, cache_control, content_hash)
    select 'users', ${user_id} || '-old' || n || '.webp', ${user_id}::uuid, ${user_id} || n, 1, 'image/webp', 'no-cache',
      repeat('0', 64) from generate_series(1, ${MAX_AVATARS}) n`.execute(market.db)
  await choose()
  await alert.getByText(accountMessages.tooManyPictures()).waitFor()
  expect(await page.getByRole('button', { name: uiMessages.retry }).count()).toBe(0)
})

test('a printed order has no menus, and dark text', async () => {
  const buyer = await signedInVisitor(market)
  const orderId = await placeOrder(market, buyer)
  const { page } = buyer
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.goto(`/order-tracking?orderId=${orderId}`)
  await page.getByRole('heading', { name: `Order ${orderId}` }).waitFor()
  for (const part of ['banner', 'contentinfo', 'search'] as const)
    await expect.poll(() => page.getByRole(part).count()).toBe(0)
  await expect.poll(() => page.getByRole('button', { name: 'Print' }).count()).toBe(0)
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light')
  await page.getByRole('paragraph').filter({ hasText: 'Openstall' }).waitFor()
  await goWithin(page, `/order-confirmation/${orderId}`)
  await page.getByRole('heading', { name: 'Order Confirmed!' }).waitFor()
  // Like a receipt: items, date and amounts on white paper, without buttons.
  await page.getByText(/^Placed /).waitFor()
  await expect
    .poll(() =>
      page
        .getByRole('main')
        .getByRole('link', { name: /Track|home/ })
        .count(),
    )
    .toBe(0)
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--color-page')))
    .toBe('#fff')
})

test('a buyer switches tabs by keyboard, which the address keeps, and sees pictures of orders', async () => {
  const buyer = await signedInVisitor(market, { cart: { PRD00002: 1 } })
  const orderId = await placeOrder(market, buyer, { shipping_address: { city: 'Exampleton' } })
  const { page, pageErrors } = buyer
  await page.goto('/dashboard')
  await expect.poll(() => page.getByRole('row', { name: orderId }).locator('img').count()).toBe(2)
  const tab = (name: string) => page.getByRole('tab', { name })
  await expect.poll(() => tab('Orders').getAttribute('aria-selected')).toBe('true')
  await tab('Orders').focus()
  for (const address of ['wish-list', 'messages', 'profile']) {
    await page.keyboard.press('ArrowRight')
    await page.waitForURL(`**/dashboard?tab=${address}`)
  }
  await isFocused(tab('Profile'))
  const panel = page.getByRole('tabpanel', { name: 'Profile' })
  await panel.getByText('Exampleton').waitFor()
  await panel.getByText('A package is on its way').waitFor()
  expect(await violationsOf(page, 'every')).toEqual([])
  await page.keyboard.press('End')
  await page.getByRole('region', { name: 'Account security' }).getByText('This device').waitFor()
  expect(pageErrors).toEqual([])
})

test('a visitor’s wish list is kept in the browser, and becomes the buyer’s after the sign-in, without deleted products', async () => {
  const gone = 'PRD00160'
  const { page, pageErrors } = await market.visitor()
  await page.goto(`/product/${gone}`)
  const heart = page.getByRole('button', { name: /^Save .* to the wish list$/ }).first()
  await heart.click()
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true')
  await goWithin(page, '/category/all')
  const first = page
    .getByRole('main')
    .getByRole('button', { name: /^Save .* to the wish list$/ })
    .first()
  const name = (await first.getAttribute('aria-label')) ?? ''
  await first.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => first.getAttribute('aria-pressed')).toBe('true')
  await goWithin(page, '/wish-list')
  const saved = page.getByRole('main').getByRole('button', { name: /^Save .* to the wish list$/, pressed: true })
  await expect.poll(() => saved.count()).toBe(2)
  expect(await violationsOf(page)).toEqual([])
  await deleteProduct(market, gone)
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await page.waitForURL('**/authentication?from=%2Fwish-list')

  await page.getByRole('button', { name: "Don't have an account?" }).click()
  await signUpAtForm(page, newEmail())
  await page.getByText('Account created successfully!').waitFor()
  await page.getByRole('button', { name: 'Account menu' }).waitFor()
  await page.goto('/dashboard?tab=wish-list')
  await expect.poll(() => saved.count()).toBe(1)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('saved'))).toBeNull()
  await page.getByRole('button', { name }).click()
  await page.getByText('Your wish list is empty').waitFor()
  await page.reload()
  await page.getByText('Your wish list is empty').waitFor()
  expect(pageErrors).toEqual([])
})

test('a buyer adds the whole wish list to the cart, without sold-out and deleted products', async () => {
  const seller = await signUp(market, { role: 'seller' })
  const soldOut = await buildStocked(market, seller, { set: 0 })
  const buyer = await signedInVisitor(market, { cart: { PRD00003: 2 } })
  const { page, headers } = buyer
  for (const id of ['PRD00003', 'PRD00004', 'PRD00005', soldOut.product_id])
    await market.app.inject({ method: 'PUT', url: `/api/saved/${id}`, headers })
  await deleteProduct(market, 'PRD00005')
  await page.goto('/wish-list')
  await page.getByRole('button', { name: 'Add all to cart' }).click()
  await page.getByText('2 products added to cart').waitFor()
  await page.getByRole('link', { name: 'View cart' }).waitFor()
  await expectAccessibleToFit(page, [['/wish-list', 'Add all to cart']])
  const { cart } = (await market.app.inject({ url: '/api/cart', headers })).json()
  expect(cart).toEqual({ PRD00003: 3, PRD00004: 1 })
})
