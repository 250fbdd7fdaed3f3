import { expect, test } from 'vitest'
import { adminSellerMessages } from '../../shared/sellers/admin-messages.ts'
import { factMessages, hiddenProductMessages, shopFormMessages } from '../../shared/sellers/messages.ts'
import { expectAccessibleToFit, expectDialogFits } from '../support/accessibility.ts'
import { marketOfFile } from '../support/market.ts'
import { buildProduct } from '../support/products.ts'
import { errorsOf } from '../support/shop-page.ts'
import { adminVisitor, signedInVisitor } from '../support/signed-in.ts'

const market = marketOfFile()
const SELLERS = '/admin/users/sellers'
const SHOP = '/seller/settings/shop'

test('an admin switches approval on; a new seller sends a document, asks, and is approved', async () => {
  const admin = await adminVisitor(market)
  await admin.page.goto(SELLERS)
  await admin.page.getByRole('button', { name: adminSellerMessages.settings }).click()
  const settings = admin.page.getByRole('dialog', { name: adminSellerMessages.settings })
  await settings.getByLabel(adminSellerMessages.on).check()
  await settings.getByLabel(factMessages.names.document).check()
  await expectDialogFits(admin.page)
  await settings.getByRole('button', { name: adminSellerMessages.save }).click()
  await admin.page.getByText(adminSellerMessages.saved).first().waitFor()

  const seller = await signedInVisitor(market, { role: 'seller' })
  const { page } = seller
  await page.goto('/seller/dashboard')
  await page.getByRole('link', { name: 'Get your shop approved' }).click()
  await page.waitForURL(SHOP)
  const ask = page.getByRole('button', { name: shopFormMessages.ask })
  expect(await ask.isDisabled()).toBe(true)
  await page.getByLabel(shopFormMessages.trader).check()
  await page.getByLabel(factMessages.names.legal_name).fill('Lantern Ltd')
  await page.getByRole('button', { name: shopFormMessages.save }).click()
  await page.getByText(shopFormMessages.saved).first().waitFor()
  const file = { name: 'register.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByText(shopFormMessages.documentSaved).first().waitFor()
  await ask.click()
  await page.getByText(shopFormMessages.explained.asked).waitFor()

  await admin.page.goto(`${SELLERS}?seller=${seller.user_id}`)
  await admin.page.getByText('Lantern Ltd').waitFor()
  const download = admin.page.waitForEvent('download')
  await admin.page.getByRole('button', { name: factMessages.download }).click()
  expect((await download).suggestedFilename()).toBe('document.pdf')
  await admin.page.getByRole('button', { name: adminSellerMessages.approve }).click()
  await admin.page.getByText(adminSellerMessages.approved).first().waitFor()
  await page.reload()
  await page.getByText(shopFormMessages.explained.approved).waitFor()

  const { product_id } = await buildProduct(market, { seller_id: seller.user_id })
  await page.goto(`/product/${product_id}`)
  await page.getByText('Trader, since').waitFor()
  await expectAccessibleToFit(page, [
    [SHOP, shopFormMessages.facts],
    ['/seller/dashboard', 'Open for business'],
  ])
  await expectAccessibleToFit(admin.page, [
    [SELLERS, 'Sample User'],
    [`${SELLERS}?seller=${seller.user_id}`, factMessages.download],
    ['/admin/products?view=hidden', hiddenProductMessages.nothingFound],
  ])
  expect(errorsOf(admin, seller)).toEqual([])
})
