import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { SellerProduct } from '../../shared/catalog/schema.ts'
import { violationsOf } from '../support/accessibility.ts'
import { marketOfFile } from '../support/market.ts'
import { drawPng, sendProduct } from '../support/product-form.ts'
import { buildProduct, listOwnProducts } from '../support/products.ts'
import { holdBack } from '../support/shop-page.ts'
import { endSession, signedInVisitor, signIn } from '../support/signed-in.ts'

const market = marketOfFile()

const RESTORED = 'We restored your unsaved changes.'
const storedDrafts = (page: Page) => page.evaluate(() => sessionStorage.getItem('form-drafts'))

async function fillInProduct(page: Page): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('Brass Lantern')
  await page.getByLabel('Price').fill('24.50')
  await page.getByRole('textbox', { name: 'Details' }).fill('Burns all night.')
  await page.getByLabel('Toys').check()
}

const productWords = async (page: Page) => ({
  name: await page.getByLabel('Name', { exact: true }).inputValue(),
  price: await page.getByLabel('Price').inputValue(),
  details: await page.getByRole('textbox', { name: 'Details' }).textContent(),
  isToy: await page.getByLabel('Toys').isChecked(),
})

const LANTERN = { name: 'Brass Lantern', price: '24.50', details: 'Burns all night.', isToy: true }
const EMPTY = { name: '', price: '', details: '', isToy: false }

async function choosePicture(page: Page): Promise<void> {
  const file = { name: 'front.png', mimeType: 'image/png', buffer: await drawPng('#a33') }
  await page.getByLabel('Choose featured image').setInputFiles(file)
  await page.getByAltText('Preview of the featured image').waitFor()
}

/** Returns the names of the pictures that the browser has stored with drafts, after applying `changes` to each record. */
const storedFiles = (page: Page, changes: object = {}) =>
  page.evaluate(async (changed) => {
    const done = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve) => request.addEventListener('success', () => resolve(request.result)))
    const name = 'draft-files'
    if (!(await indexedDB.databases()).some((database) => database.name === name)) return []
    const database = await done(indexedDB.open(name))
    const store = database.transaction(name, 'readwrite').objectStore(name)
    const records: { file: File }[] = await done(store.getAll())
    for (const record of records) await done(store.put({ ...record, ...changed }))
    database.close()
    return records.map(({ file }) => file.name)
  }, changes)

test('a new product that was not saved because the session had ended is restored after the next sign-in', async () => {
  const seller = await signedInVisitor(market, { role: 'seller' })
  const { page, email } = seller
  await page.goto('/seller/add-product')
  await fillInProduct(page)
  await choosePicture(page)
  await endSession(market, seller)
  await page.getByRole('button', { name: 'Add Product' }).click()
  await page.getByText('Failed to add product. Please try again.').waitFor()
  await page.waitForURL('**/authentication?from=%2Fseller%2Fadd-product')
  await signIn(page, email)

  await page.waitForURL('**/seller/add-product')
  await page.getByText(RESTORED).waitFor()
  await page.getByAltText('Preview of the featured image').waitFor()
  await expect.poll(() => productWords(page)).toEqual(LANTERN)
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Add Product' }).click()
  await page.getByText('Product added successfully!').waitFor()
  await expect.poll(() => storedDrafts(page)).toBeNull()
  await expect.poll(() => storedFiles(page)).toEqual([])
  await page.goto('/seller/add-product')
  await page.getByRole('textbox', { name: 'Details' }).waitFor()
  await expect.poll(() => productWords(page)).toEqual(EMPTY)
})

test('a draft ends when the seller discards it or logs out; pictures of another user or of last week are not restored', async () => {
  const { page, user_id } = await signedInVisitor(market, { role: 'seller' })
  await page.goto('/seller/add-product')
  await fillInProduct(page)
  await choosePicture(page)
  await expect.poll(() => storedFiles(page)).toEqual(['front.png'])
  for (const change of [{ userId: 'another' }, { userId: user_id, savedAt: Date.now() - 7 * 86_400_000 }]) {
    await storedFiles(page, change)
    await page.reload()
    await page.getByText('Some pictures could not be restored. Please add them again.').waitFor()
    await expect.poll(() => page.getByAltText('Preview of the featured image').count()).toBe(0)
  }
  await expect.poll(() => storedFiles(page)).toEqual([])
  await page.getByText(RESTORED).waitFor()
  await expect.poll(() => productWords(page)).toEqual(LANTERN)
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByText(RESTORED).waitFor({ state: 'detached' })
  await expect.poll(() => productWords(page)).toEqual(EMPTY)
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Add Product')
  await expect.poll(() => storedDrafts(page)).toBeNull()

  await fillInProduct(page)
  await choosePicture(page)
  await expect.poll(() => storedFiles(page)).toEqual(['front.png'])
  await expect.poll(() => storedDrafts(page)).toContain('Brass Lantern')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  const question = page.getByRole('alertdialog', { name: 'Log out without saving?' })
  await question.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('**/authentication')
  await expect.poll(() => storedDrafts(page)).toBeNull()
  await expect.poll(() => page.evaluate(() => ({ ...localStorage }))).toEqual({})
  await expect.poll(() => storedFiles(page)).toEqual([])
})

test('the drafts of a crashed tab are offered in the next one, without passwords', async () => {
  const seller = await signedInVisitor(market, { role: 'seller' })
  const { page, context } = seller
  await page.goto('/seller/add-product')
  await fillInProduct(page)
  await choosePicture(page)
  await expect.poll(() => storedFiles(page)).toEqual(['front.png'])
  await page.goto('/seller/settings')
  await page.getByLabel('New Password', { exact: true }).fill('a phrase that must not be kept')
  await page.close()

  const tab = await context.newPage()
  await tab.goto('/seller/add-product')
  await tab.getByText(/^You have unsaved changes from .+\.$/).waitFor()
  await expect.poll(() => productWords(tab)).toEqual(EMPTY)
  expect(await violationsOf(tab)).toEqual([])
  await tab.getByRole('button', { name: 'Restore' }).click()
  await tab.getByText(RESTORED).waitFor()
  await expect.poll(() => productWords(tab)).toEqual(LANTERN)
  const preview = tab.getByAltText('Preview of the featured image')
  await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(48)
  await tab.getByRole('button', { name: 'Add Product' }).click()
  await tab.getByText('Product added successfully!').waitFor()
  expect((await listOwnProducts(market, seller))[0]?.featured_image).toContain('/products/')
  await expect.poll(() => storedFiles(tab)).toEqual([])

  await expect
    .poll(() => tab.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })))
    .not.toContain('must not be')
})

test('of two conflicting edits the second keeps its input; the seller saves it, loads the first or overwrites it', async () => {
  const seller = await signedInVisitor(market, { role: 'seller' })
  const { page } = seller
  const { product_id } = await buildProduct(market, { seller_id: seller.user_id, product_name: 'Lamp' })
  const open = async () => {
    await page.goto(`/seller/edit-product/${product_id}`)
    await page.getByRole('textbox', { name: 'Details' }).waitFor()
  }
  /** Saves another edit in the meantime, as another tab would. */
  const saveElsewhere = async (change: object) => {
    const [{ revision, ...present }] = (await listOwnProducts(market, seller)) as [SellerProduct]
    const { product_name, product_price, product_desc, product_category, featured_image } = present
    const fields = { product_name, product_price, product_desc, product_category, images: [featured_image], revision }
    const product = { ...fields, ...change }
    const saved = await sendProduct(market, 'PUT', `/api/seller/products/${product_id}`, { as: seller, product })
    expect(saved.status).toBe(200)
  }
  const [name, price] = [page.getByLabel('Name', { exact: true }), page.getByLabel('Price')]
  const save = async (field: string, text: string) => {
    await page.getByLabel(field, { exact: field === 'Name' }).fill(text)
    await page.getByRole('button', { name: 'Update Product' }).click()
  }
  const isSaved = () => page.getByText('Product updated successfully!').waitFor()
  await open()
  await saveElsewhere({ product_price: 11 })
  await save('Name', 'Better lamp')
  await page.getByText('Failed to update product. Please try again.').first().waitFor()
  const conflict = page.getByRole('alert').filter({ hasText: 'This product has changed in the meantime' })
  const row = (field: string) => conflict.getByRole('row').filter({ hasText: field }).getByRole('cell').allInnerTexts()
  await conflict.waitFor()
  await expect.poll(() => row('Name')).toEqual(['Better lamp', 'Lamp'])
  await expect.poll(() => row('Price')).toEqual(['9.99', '11.00'])
  await expect.poll(() => conflict.getByRole('row').count()).toBe(3)
  expect(await violationsOf(page)).toEqual([])
  await page.reload()
  await conflict.waitFor()
  await expect.poll(() => name.inputValue()).toBe('Better lamp')
  await page.getByAltText('Preview of the featured image').waitFor()
  await save('Price', '12')
  await isSaved()
  await page.getByRole('rowheader', { name: 'Better lamp' }).waitFor()
  await expect.poll(() => storedDrafts(page)).toBeNull()

  await open()
  await saveElsewhere({ product_name: 'Theirs' })
  await save('Name', 'Mine')
  await page.getByRole('button', { name: 'Load theirs' }).click()
  await expect.poll(() => name.inputValue()).toBe('Theirs')
  await expect.poll(() => price.inputValue()).toBe('12.00')
  await expect.poll(() => storedDrafts(page)).toBeNull()

  await saveElsewhere({ product_name: 'Theirs again' })
  await page.getByRole('textbox', { name: 'Details' }).fill('Mine.')
  await save('Name', 'Mine')
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await isSaved()
  const [product] = await listOwnProducts(market, seller)
  expect(product).toMatchObject({ product_name: 'Mine', product_price: 12, product_desc: '<p>Mine.</p>' })
})

test('the checkout asks before it is left, except while an order is placed, and offers its draft', async () => {
  const { page, context } = await signedInVisitor(market, { cart: { PRD00001: 1 } })
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await page.goto('/checkout')
  await page.getByLabel('City').fill('Leeds')
  await page
    .getByRole('link', { name: /\bcart\b/i })
    .first()
    .click()
  await question.getByRole('button', { name: 'Stay' }).click()
  await question.waitFor({ state: 'detached' })
  await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Leeds')
  await page.close()

  const tab = await context.newPage()
  const asksWhenClosed = () => tab.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
  await tab.goto('/checkout')
  await tab.getByRole('button', { name: 'Restore' }).waitFor()
  expect(await violationsOf(tab)).toEqual([])
  expect(await asksWhenClosed()).toBe(false)
  await tab.getByRole('button', { name: 'Restore' }).click()
  await expect.poll(() => tab.getByLabel('City').inputValue()).toBe('Leeds')
  await expect.poll(asksWhenClosed).toBe(true)
  const release = await holdBack(tab, '**/api/orders')
  const sent = tab.waitForRequest('**/api/orders')
  await tab.getByRole('button', { name: 'Place Order' }).click()
  await sent
  await expect.poll(asksWhenClosed).toBe(false)
  release()
  await tab.waitForURL('**/order-confirmation/**')
  await expect.poll(() => tab.getByRole('alertdialog').count()).toBe(0)
  await expect.poll(() => tab.evaluate(() => localStorage.getItem('form-drafts'))).toBeNull()
})
