import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminVisitor } from '../support/admin.ts'
import { type Market, openMarket } from '../support/market.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market?.close())

const row = (page: Page, id: string) => page.getByRole('row', { name: new RegExp(id) })
const hasFocus = (page: Page, id: string) => row(page, id).evaluate((found) => found === document.activeElement)
const search = (page: Page) => page.getByPlaceholder('Search products...')
const idsShown = (page: Page) => page.locator('tbody th').allInnerTexts()

test('keys move through the rows of a list, open one, and are turned off in the dialog that lists them', async () => {
  const { page, pageErrors } = await adminVisitor(market)
  await page.goto('/admin/products')
  await row(page, 'PRD00001').waitFor()
  await page.keyboard.press('j')
  await expect.poll(() => hasFocus(page, 'PRD00001')).toBe(true)
  await page.keyboard.press('j')
  await expect.poll(() => hasFocus(page, 'PRD00002')).toBe(true)
  await page.keyboard.press('k')
  await expect.poll(() => hasFocus(page, 'PRD00001')).toBe(true)
  await page.keyboard.press('/')
  await expect.poll(() => search(page).evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('j?')
  await expect.poll(() => search(page).inputValue()).toBe('j?')
  await search(page).fill('')
  await row(page, 'PRD00002').waitFor()
  await search(page).blur()

  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.getByText('Next row').waitFor()
  await help.getByLabel('Use shortcuts in this browser').uncheck()
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await help.getByLabel('Use shortcuts in this browser').check()
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  await row(page, 'PRD00002').focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/product/PRD00002')
  expect(pageErrors).toEqual([])
})

test('a list is sorted by its columns, shows more rows, keeps its head in view, and opens a row on a click', async () => {
  const { page, pageErrors } = await adminVisitor(market)
  await page.goto('/admin/products')
  await row(page, 'PRD00001').waitFor()
  await expect.poll(() => row(page, 'PRD00001').locator('img').count()).toBe(1)
  await page.getByLabel('Rows per page').selectOption('50')
  await page.waitForURL('**/admin/products?page_size=50')
  await expect.poll(async () => (await idsShown(page)).length).toBe(50)
  const head = page.getByRole('columnheader', { name: 'Price' })
  await page.evaluate(() => scrollTo(0, 900))
  await expect.poll(async () => (await head.boundingBox())?.y).toBe(56)
  await page.getByRole('link', { name: 'ID', exact: true }).click()
  await page.waitForURL('**/admin/products?direction=desc&page_size=50')
  await expect.poll(async () => (await idsShown(page))[0]).toBe('PRD00165')
  await page.goBack()
  await expect.poll(async () => (await idsShown(page))[0]).toBe('PRD00001')

  // Controls of a row keep what they do.
  await row(page, 'PRD00003').getByRole('checkbox').check()
  await page.getByText('1 selected').waitFor()
  await row(page, 'PRD00003').getByText('$').click()
  await page.waitForURL('**/product/PRD00003')
  expect(pageErrors).toEqual([])
})

test('orders, users and activity are sorted by their columns, and a click or Enter opens a row', async () => {
  const { page, pageErrors, headers, user_id } = await adminVisitor(market, 'Aa First')
  const sortBy = (name: string) => page.getByRole('columnheader').getByRole('link', { name, exact: true }).click()
  const amounts = async () =>
    (await page.locator('tbody td:nth-of-type(2)').allInnerTexts()).map((text) => Number(text.replace(/[$,]/g, '')))
  await page.goto('/admin/orders')
  await page.locator('tbody th').first().waitFor()
  await sortBy('Total Amount')
  await page.waitForURL('**/admin/orders?sort=total')
  const isFalling = (numbers: number[]) =>
    numbers.length === 20 && numbers.every((number, index) => number <= (numbers[index - 1] ?? number))
  await expect.poll(async () => isFalling(await amounts())).toBe(true)
  await sortBy('Order Date')
  await page.waitForURL('**/admin/orders')
  await sortBy('Order Date')
  await page.waitForURL('**/admin/orders?direction=asc')
  await expect.poll(async () => (await idsShown(page))[0]).toBe('ORD00001')
  await row(page, 'ORD00001').getByText('$').click()
  await page.waitForURL('**/admin/orders?direction=asc&track=ORD00001')
  await expect.poll(() => row(page, 'ORD00001').getAttribute('aria-current')).toBe('true')
  await page.getByRole('region', { name: 'Order #ORD00001' }).getByText('History').waitFor()

  await market.app.inject({
    method: 'PATCH',
    url: '/api/admin/products/PRD00007',
    headers,
    payload: { flash_sale: true },
  })
  await page.goto('/admin/users')
  await page.locator('tbody th').first().waitFor()
  await sortBy('Name')
  await page.waitForURL('**/admin/users?sort=name&direction=asc')
  await expect.poll(async () => (await idsShown(page))[0]).toContain('Aa First')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/admin/users?sort=name&direction=asc&user=${user_id}`)
  const user = page.getByRole('region', { name: 'Aa First' })
  await user.getByText('Flash sale: PRD00007').waitFor()
  await expect.poll(() => user.evaluate((panel) => panel.contains(document.activeElement))).toBe(true)
  await user.getByRole('button', { name: 'Close user' }).click()
  await page.waitForURL('**/admin/users?sort=name&direction=asc')
  await user.waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(page, 'Aa First')).toBe(true)

  await page.goto('/admin/activity?q=PRD00007')
  await row(page, 'Aa First').getByText('Inactive → Active').click()
  const action = page.getByRole('region', { name: 'Flash sale: PRD00007' })
  await action.getByText('No reason was given.').waitFor()
  await page.waitForURL('**/admin/activity?q=PRD00007&entry=*')
  await page.reload()
  await action.getByText('Inactive → Active').waitFor()
  await sortBy('Admin')
  await page.waitForURL('**/admin/activity?q=PRD00007&sort=admin&direction=asc')
  expect(pageErrors).toEqual([])
})
