import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { marketOfFile } from '../support/market.ts'
import { newEmail, signUpAtForm, tabTo as tabToOn } from '../support/shop-page.ts'

const market = marketOfFile()

const PASSWORD = 'a long enough phrase'
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

/** Goes one page back and forward again, and reloads: each time the page must be the same. */
async function shake(page: Page, there: () => Promise<unknown>): Promise<void> {
  const address = page.url()
  await page.goBack()
  await page.goForward()
  await page.waitForURL(address)
  await there()
  await page.reload()
  await there()
}

test('from the home page to a tracked order, with Back and Reload at every step', async () => {
  const { page, pageErrors } = await market.visitor()
  await page.goto('/')
  await page.getByRole('region', { name: 'Browse By Category' }).getByRole('link', { name: 'Speakers' }).click()
  await heading(page, 'Speakers')
  await shake(page, () => heading(page, 'Speakers'))

  const card = page.getByRole('main').getByRole('heading', { level: 3 }).first()
  const name = (await card.textContent()) ?? ''
  await card.getByRole('link').click()
  await heading(page, name)
  await shake(page, () => heading(page, name))

  await page.getByRole('button', { name: 'Increase quantity' }).click()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await page.getByText('Product added to cart successfully!').waitFor()
  await page.getByRole('banner').getByRole('link', { name: 'Cart, 2 items' }).click()
  await page.getByRole('link', { name }).waitFor()
  await shake(page, () => page.getByRole('link', { name }).waitFor())

  await page
    .getByRole('link', { name: 'Proceed to Checkout' })
    .or(page.getByRole('button', { name: 'Proceed to Checkout' }))
    .click()
  if (!page.url().includes('/authentication')) {
    await page.getByRole('button', { name: 'Place Order' }).click()
  }
  await heading(page, 'Welcome back')
  await shake(page, () => heading(page, 'Welcome back'))
  await page.getByRole('button', { name: "Don't have an account?" }).click()
  await signUpAtForm(page, newEmail())
  await page.waitForURL('**/checkout')
  await page.getByText(name).first().waitFor()
  await page.getByLabel('Full name').fill('Sample User')
  await page.getByLabel('City').fill('Porto')
  await page.getByRole('button', { name: 'Place Order' }).click()
  await heading(page, 'Order Confirmed!')
  const orderId = new URL(page.url()).pathname.split('/').at(-1) as string
  await shake(page, () => heading(page, 'Order Confirmed!'))

  await page.getByRole('link', { name: 'Track your order' }).click()
  const tracked = () => page.getByRole('heading', { name: `Order ${orderId}` }).waitFor()
  await tracked()
  await shake(page, tracked)
  await expect.poll(() => page.getByRole('cell', { name: '1', exact: true }).count()).toBe(2)
  expect(await market.db.selectFrom('orders').selectAll().where('order_id', '=', orderId).execute()).toHaveLength(1)
  expect(pageErrors).toEqual([])
})

test('by keyboard alone: search, add, sign up, order', async () => {
  const { page } = await market.visitor()
  const tabTo = (role: 'button' | 'link' | 'combobox' | 'textbox', name: string | RegExp) => tabToOn(page, role, name)
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect.poll(() => page.locator(':focus').textContent()).toMatch(/skip/i)
  await tabTo('combobox', /search/i)
  await page.keyboard.type('speaker')
  await page.keyboard.press('Enter')
  await heading(page, /speaker/)
  await page.waitForLoadState('networkidle')
  const name = (await page.getByRole('main').getByRole('heading', { level: 3 }).first().textContent()) ?? ''
  await tabTo('link', name)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Related Products' }).waitFor()
  await tabTo('button', 'Buy Now')
  await page.keyboard.press('Enter')
  await heading(page, 'Welcome back')
  await tabTo('button', "Don't have an account?")
  await page.keyboard.press('Enter')
  await heading(page, 'Create your account')
  await tabTo('textbox', 'Display Name')
  await page.keyboard.type('Sample User')
  await tabTo('textbox', 'Email')
  await page.keyboard.type(`${crypto.randomUUID()}@example.com`)
  for (const field of ['Password', 'Confirm Password']) {
    await page.keyboard.press('Tab')
    while (!(await page.getByLabel(field, { exact: true }).evaluate((element) => element === document.activeElement)))
      await page.keyboard.press('Tab')
    await page.keyboard.type(PASSWORD)
  }
  await page.keyboard.press('Enter')
  await page.getByText('The item is in your cart.').waitFor()
  await tabTo('link', 'Proceed to Checkout')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Place Order' }).waitFor()
  await tabTo('button', 'Place Order')
  await page.keyboard.press('Enter')
  await heading(page, 'Order Confirmed!')
})
