import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../db/embedded/free-port.ts'
import { styleOf } from '../../server/shop/market/colors.ts'
import { adminSellerMessages } from '../../shared/sellers/admin-messages.ts'
import { factMessages, shopFormMessages } from '../../shared/sellers/messages.ts'
import { expectAccessible, expectDialogFits, isFocused } from '../support/accessibility.ts'
import { untilServed } from '../support/api.ts'
import { marketOfFile } from '../support/market.ts'
import { openFolder } from '../support/open-folder.ts'
import { drawPng } from '../support/product-form.ts'
import { startProcess, untilPrinted } from '../support/server-process.ts'
import { goWithin, openSignUp, quietNetwork, signUpAtForm } from '../support/shop-page.ts'

const market = marketOfFile()

/** Starts a server on an empty folder, as its operator does. */
async function startEmpty() {
  const folder = await openFolder()
  const port = String(await freePort())
  const site = `http://127.0.0.1:${port}`
  const settings = { DATA_DIR: join(folder, 'data'), PORT: port, SITE_URL: site, DEMO: 'off', LOG_LEVEL: 'debug' }
  const server = startProcess('server/main.ts', settings)
  onTestFinished(async () => void (await server.end('SIGTERM')))
  await untilPrinted(server, /is ready.*Open \S+\n/s)
  const [, link = '', token = ''] = /Open (\S+#(\S+))\n/.exec(server.output()) ?? []
  expect(server.output()).not.toMatch(/password:|Demo/)
  const offered = await untilServed(() => fetch(`${site}/api/products/just-for-you`))
  expect(await offered.json()).toEqual({ products: [] })
  return { server, site, link, token }
}

/** Goes through the guide's first step by keyboard; the name and the color are then those of every page. */
async function nameTheMarket(page: Page): Promise<void> {
  const name = page.getByLabel('Name', { exact: true })
  await name.waitFor()
  await name.focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Harbour Market')
  await page.getByLabel('Brand color').focus()
  await page.keyboard.type('#ffe14d')
  await page.keyboard.press('Enter')
  await page.getByText('Saved. The shop shows it now.').first().waitFor()
  await page.getByText('Darkened so that text can be read.').waitFor()
  await expect.poll(() => page.title()).toBe('Before you open · Harbour Market')
  await goWithin(page, '/admin')
  await page.getByRole('heading', { name: 'Before you open' }).waitFor()
  await expectAccessible(page)
  await page.goto('/')
  await page.getByRole('link', { name: 'Harbour Market' }).first().waitFor()
  await expectAccessible(page)
}

/** Signs up in a browser of its own. */
async function newUser(site: string, role: 'Buyer' | 'Seller') {
  const visitor = await market.visitor({ baseURL: site })
  await openSignUp(visitor.page)
  await signUpAtForm(visitor.page, `${crypto.randomUUID()}@example.com`, { role })
  await visitor.page.getByRole('button', { name: 'Account menu' }).waitFor()
  return visitor
}

/** Switches approval on, which wants a document, approves a new seller, and returns the seller's page. */
async function approveSeller(admin: Page, site: string): Promise<Page> {
  await admin.goto('/admin/users/sellers')
  await admin.getByRole('button', { name: adminSellerMessages.settings }).click()
  await admin.getByLabel(adminSellerMessages.on).check()
  await admin.getByLabel(factMessages.names.document).check()
  await expectDialogFits(admin)
  await admin.getByRole('dialog').getByRole('button', { name: adminSellerMessages.save }).click()
  await admin.getByText(adminSellerMessages.saved).first().waitFor()

  const { page } = await newUser(site, 'Seller')
  await page.goto('/seller/dashboard')
  await page.getByRole('link', { name: 'Get your shop approved' }).click()
  await page.getByLabel(shopFormMessages.trader).check()
  await page.getByLabel(factMessages.names.legal_name).fill('Lantern Ltd')
  await page.getByRole('button', { name: shopFormMessages.save }).click()
  await page.getByText(shopFormMessages.saved).first().waitFor()
  const ask = page.getByRole('button', { name: shopFormMessages.ask })
  expect(await ask.isDisabled()).toBe(true)
  const file = { name: 'register.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByText(shopFormMessages.documentSaved).first().waitFor()
  await ask.click()
  await page.getByText(shopFormMessages.explained.asked).waitFor()

  const stored = await page.evaluate(() => localStorage.getItem('authState') ?? '{}')
  await admin.goto(`/admin/users/sellers?seller=${JSON.parse(stored).user.id}`)
  const document = admin.getByRole('button', { name: factMessages.download })
  await document.waitFor()
  await expectDialogFits(admin)
  const download = admin.waitForEvent('download')
  await document.click()
  expect((await download).suggestedFilename()).toBe('document.pdf')
  await admin.getByRole('button', { name: adminSellerMessages.approve }).click()
  await admin.getByText(adminSellerMessages.approved).first().waitFor()
  return page
}

/** Adds a product and buys it; returns the order's number. */
async function sellAndBuy(seller: Page, site: string): Promise<string> {
  await goWithin(seller, '/seller/products')
  await seller.getByRole('link', { name: 'Add your first product' }).click()
  await seller.getByLabel('Name', { exact: true }).fill('Brass Lantern')
  await seller.getByLabel('Price').fill('24.50')
  await seller.getByRole('textbox', { name: 'Details' }).fill('Burns all night.')
  await seller.getByLabel('Home & Lighting').check()
  const file = { name: 'lantern.png', mimeType: 'image/png', buffer: await drawPng('#a33') }
  await seller.getByLabel(/(Choose|Replace) featured image/).setInputFiles(file)
  await seller.getByAltText('Preview of the featured image').waitFor()
  await seller.getByRole('button', { name: 'Add Product' }).click()
  await seller.getByText('Product added successfully!').waitFor()

  const { page } = await newUser(site, 'Buyer')
  await page.goto('/search?q=lantern')
  await page.getByRole('link', { name: 'Brass Lantern' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Brass Lantern' }).waitFor()
  await page.getByText('Trader, since').waitFor()
  await page.getByRole('button', { name: 'Buy Now' }).click()
  await page.waitForURL('**/checkout')
  await page.getByLabel('City').fill('Leeds')
  await page.getByRole('button', { name: 'Place Order' }).click()
  await page.waitForURL('**/order-confirmation/*')
  return page.url().split('/').at(-1) ?? ''
}

/** Invites staff for orders alone by keyboard, who confirm the order and see nothing else. */
async function confirmAsStaff(admin: Page, site: string, order: string): Promise<void> {
  await goWithin(admin, '/admin/staff')
  const invite = admin.getByRole('button', { name: 'Invite', exact: true })
  await invite.press('Enter')
  const email = admin.getByLabel('Email', { exact: true })
  await isFocused(email)
  await admin.keyboard.type('olga@example.com')
  // Past the kind, and the first right.
  for (const key of ['Tab', 'Tab', 'Tab', 'Space']) await admin.keyboard.press(key)
  expect(await admin.getByRole('checkbox', { name: /^Orders/ }).isChecked()).toBe(true)
  await expectDialogFits(admin)
  await email.press('Enter')
  await admin.getByRole('heading', { name: 'Invitations' }).waitFor()
  await isFocused(invite)

  const { page, pageErrors } = await market.visitor({ baseURL: site })
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  // There is no mail server yet.
  await page.goto('/outbox')
  await page.getByRole('listitem').filter({ hasText: 'olga@example.com' }).getByRole('link').click()
  const link = page.getByRole('link', { name: /\/invitation#/ })
  const [, token = '#'] = (await link.getAttribute('href'))?.split('#') ?? []
  await link.click()
  await page.getByRole('heading', { name: 'Join the staff' }).waitFor()
  await expect.poll(() => page.url()).toBe(`${site}/invitation`)
  await expectDialogFits(page)
  // The link's token is no longer in the address, and yet outlives a reload.
  await page.reload()
  await page.getByLabel('Display Name').fill('Olga Orders')
  await page.getByLabel('Password', { exact: true }).fill('a long staff phrase')
  await page.keyboard.press('Enter')
  await page.getByText('You are now a member of the staff.').first().waitFor()
  await page.waitForURL('**/admin')
  const menu = page.getByRole('navigation', { name: 'Admin area' })
  await expect.poll(() => menu.getByRole('link').allTextContents()).toEqual(['Dashboard', 'Orders'])
  await goWithin(page, `/admin/orders?track=${order}`)
  await page.getByRole('combobox', { name: 'Status', exact: true }).last().selectOption('confirmed')
  await page.getByRole('button', { name: 'Update Status' }).click()
  const updated = page.getByText(/Order status updated/i)
  await updated.first().waitFor()
  await goWithin(page, '/admin/market')
  await page.getByText('You need the right "Settings". Owners can give it.').waitFor()
  expect(sent.filter((url) => url.includes(token) && !url.includes('#'))).toEqual([])
  expect(pageErrors).toEqual([])
}

/** Scans pages of an area at 320 px, each with a brand color of its own, in both themes. */
async function readableInAnyColor(page: Page, paths: readonly string[]): Promise<void> {
  await page.setViewportSize({ width: 320, height: 800 })
  for (const [index, path] of paths.entries()) {
    await goWithin(page, path)
    await quietNetwork(page)
    const color = COLORS[index % COLORS.length] ?? null
    const style = await styleOf({ brand: color, accent: color })
    await page.evaluate((sheet) => {
      for (const [, name = '', value = ''] of sheet.matchAll(/(--color-[a-z-]+):(light-dark\([^)]+\))/g))
        document.documentElement.style.setProperty(name, value)
    }, style)
    await expectAccessible(page, `${path} in ${color}`)
  }
}

const COLORS = ['#ffffff', '#000000', '#ffff00', '#0000ff', '#808080']
const ADMIN_PAGES = [
  '/admin/market',
  '/admin/guide',
  '/admin/pages',
  '/admin/categories',
  '/admin/banners',
  '/admin/staff',
  '/admin/users/sellers',
  '/admin/mail',
]

test('A3: an operator opens the printed link on an empty server, becomes its admin and names the market, by keyboard alone', async () => {
  const { server, site, link, token } = await startEmpty()
  const { page, pageErrors } = await market.visitor({ baseURL: site })
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await page.goto(link)
  const code = page.getByLabel('Setup code')
  await expect.poll(() => code.inputValue()).toBe(token)
  await expect.poll(() => page.url()).toBe(`${site}/setup`)
  await page.setViewportSize({ width: 320, height: 800 })
  await expectAccessible(page)
  await code.focus()
  for (const text of ['Ada Lovelace', 'ada@example.com']) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(text)
  }
  await page.keyboard.press('Tab')
  await page.keyboard.type('password123')
  await page.keyboard.press('Enter')
  await page.getByText('This password is too short').first().waitFor()
  const password = page.getByLabel('Password', { exact: true })
  expect(await password.getAttribute('aria-invalid')).toBe('true')
  await expectAccessible(page)
  await isFocused(password)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('a long admin phrase')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${site}/admin/guide`)
  await page.getByRole('heading', { level: 1, name: 'Before you open' }).waitFor()
  await nameTheMarket(page)
  // Chromium itself logs the refusal of the common password.
  expect(pageErrors.filter((error) => !error.includes('422'))).toEqual([])

  expect((await page.goto('/setup'))?.status()).toBe(404)
  await page.getByRole('heading', { level: 1, name: 'Oops! Something went wrong.' }).waitFor()

  const seller = await approveSeller(page, site)
  await confirmAsStaff(page, site, await sellAndBuy(seller, site))
  await readableInAnyColor(page, ADMIN_PAGES)
  await readableInAnyColor(seller, ['/seller/settings/shop'])
  expect(server.output().split(token)).toHaveLength(2)
  expect(sent.filter((url) => url.includes(token.slice(0, 9)) && !url.includes('#'))).toEqual([])
})
