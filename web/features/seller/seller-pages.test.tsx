import { setTimeout } from 'node:timers/promises'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { accountMessages } from '../../../shared/accounts/messages.ts'
import { signInMessages } from '../../../shared/auth/messages.ts'
import { securityMessages } from '../../../shared/auth/security-messages.ts'
import { catalogMessages } from '../../../shared/catalog/messages.ts'
import { productFormMessages } from '../../../shared/catalog/product-form-messages.ts'
import { productListMessages, productListTexts } from '../../../shared/catalog/product-list-messages.ts'
import { sellerFormMessages } from '../../../shared/catalog/seller-form-messages.ts'
import { limitMessages } from '../../../shared/kernel/errors.ts'
import { formMessages, uiMessages } from '../../../shared/kernel/messages.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { hiddenProductMessages } from '../../../shared/sellers/messages.ts'
import type { HiddenProductPage } from '../../../shared/sellers/schema.ts'
import { stockListMessages } from '../../../shared/stock/seller-messages.ts'
import { SIGN_IN_SETTINGS } from '../../test/account-fixtures.ts'
import { type Call, openPage, refusal, sessionOf } from '../../test/open-page.tsx'

const open = (path: string, answers: Record<string, unknown> = {}) =>
  openPage(path, { as: 'seller', answers: { '*': 404, ...answers } })

test.each(['visitor', 'buyer'] as const)('A6: a %s who opens the seller area is redirected home', async (who) => {
  // All pages of the area share one layout, which checks the role.
  for (const path of ['/seller', '/seller/orders']) {
    await openPage(path, { ...(who !== 'visitor' && { as: who }), answers: { '*': 404 } })
    await waitFor(() => expect(location.pathname).toBe('/'))
  }
})

test('A7: a seller reads that an order has none of their products, or does not exist', async () => {
  for (const id of ['ORD00001', 'nonsense']) {
    await open(`/seller/orders/${id}`)
    await screen.findByText(orderMessages.invalidId)
  }
})

test('a seller reads that a product is another seller’s, deleted or unknown', async () => {
  for (const id of ['PRD00001', 'nonsense']) {
    await open(`/seller/edit-product/${id}`)
    await screen.findByText(catalogMessages.productNotFound)
  }
})

test('a seller reads that the profile could not be loaded, in its place and in a toast', async () => {
  await open('/seller/settings', { 'GET /auth/v1/user': 500 })
  await waitFor(() => expect(screen.getAllByText(accountMessages.profileFetchFailed).length).toBeGreaterThan(1))
})

test.each([
  [accountMessages.profileFailed, 500],
  [limitMessages.writeLimitReached, refusal(429, 'over_request_rate_limit')],
])('a seller whose name was not saved reads “%s”', async (text, answer) => {
  const { user } = await open('/seller/settings', { 'PUT /auth/v1/user': answer })
  await user.click(await screen.findByRole('button', { name: accountMessages.editDisplayName }))
  await user.type(screen.getByLabelText(accountMessages.displayName), 'Other')
  await user.click(screen.getByRole('button', { name: accountMessages.save }))
  await screen.findAllByText(text)
})

test('products that an admin has hidden push no list down; their seller answers', async () => {
  const { promise: held, resolve: answerHidden } = Promise.withResolvers<HiddenProductPage>()
  const { user, sent, answer, calls } = await open('/seller/products', {
    'GET /api/seller/products': { products: [rowOf()], total: 1, page: 1, page_size: 20 },
    'GET /api/seller/hidden-products': () => held,
  })
  await waitFor(() => expect(calls.some(({ path }) => path === '/api/seller/products')).toBe(true))
  // The list would be shown by then.
  await setTimeout(50)
  expect(screen.queryByRole('table')).toBeNull()
  const hidden = { seller_id: 'seller-1', seller_name: 'Ada', reason: 'A copy', answer: null }
  const product = { ...hidden, product_id: 'PRD00002', product_name: 'Lamp', hidden_at: '2026-01-02T03:04:05.000Z' }
  answerHidden({ products: [product], total: 1, page: 1, page_size: 20 })
  await screen.findByRole('table')
  await user.click(screen.getByRole('button', { name: hiddenProductMessages.answerOf({ name: 'Lamp' }) }))
  await user.type(screen.getByLabelText(hiddenProductMessages.answer), 'It is mine')
  answer({ 'PUT /api/seller/hidden-products/PRD00002/answer': 204 })
  await user.click(screen.getByRole('button', { name: hiddenProductMessages.send }))
  await screen.findByText(hiddenProductMessages.sent)
  expect(sent('PUT /api/seller/hidden-products/PRD00002/answer')).toEqual([{ answer: 'It is mine' }])
})

const rowOf = (product_id = 'PRD00001', product_name = 'Lasting kettle') => ({
  product_id,
  product_name,
  product_price: 5,
  total_orders: 0,
  total_sales: 0,
  featured_image: '',
  stock: null,
})

test('a seller sees the specified columns, rows numbered across pages, and a sort order and search that the address keeps', async () => {
  const total = ({ query }: Call) => (query.get('q') ? 0 : 23)
  const listed = (call: Call) => {
    const page = Number(call.query.get('page') ?? 1)
    const products = Array.from({ length: page === 1 ? 20 : 3 }, (_, index) => rowOf(`PRD000${10 + index}`))
    return { products: total(call) ? products : [], total: total(call), page, page_size: 20 }
  }
  const { user } = await open('/seller/products', { 'GET /api/seller/products': listed })
  await screen.findByText(catalogMessages.productsFound({ total: 23 }))
  const heads = () => screen.getAllByRole('columnheader')
  expect(heads().map(({ textContent }) => textContent?.trim())).toEqual([
    'S.No',
    'Name',
    'Price',
    'Stock',
    'Total Orders',
    'Total Sales',
    'Actions',
  ])
  await user.click(screen.getByRole('link', { name: uiMessages.pageNumber({ page: 2 }) }))
  const numbers = () => Array.from(document.querySelectorAll('tbody td:first-child'), ({ textContent }) => textContent)
  await waitFor(() => expect(numbers()).toEqual(['21', '22', '23']))
  for (const [sort, search] of [
    ['ascending', '?sort=name'],
    ['descending', '?sort=name&direction=desc'],
  ]) {
    await user.click(within(heads()[1] as HTMLElement).getByRole('link'))
    await waitFor(() => expect(location.search).toBe(search))
    await waitFor(() => expect(heads()[1]?.getAttribute('aria-sort')).toBe(sort))
  }
  await user.type(screen.getByLabelText(productListTexts.search), 'teapot{Enter}')
  await screen.findByText('No products match.')
})

test('a seller whose rows could not be reloaded sees a note, still sees them, and can retry', async () => {
  const LIST = 'GET /api/seller/products'
  const row = rowOf()
  const page = { products: [row], total: 1, page: 1, page_size: 20 }
  const { user, answer } = await open('/seller/products', { [LIST]: page })
  await screen.findAllByText(row.product_name)
  answer({ [LIST]: 503 })
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(screen.getAllByText(productListMessages.productsFailed).length).toBeGreaterThan(1))
  expect(screen.getAllByText(row.product_name)).not.toEqual([])
  answer({ [LIST]: page })
  await user.click(screen.getByRole('button', { name: uiMessages.retry }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(screen.getAllByText(row.product_name)).not.toEqual([])
})

test('a seller reads that a stock is malformed or was not saved, and sees the previous number again', async () => {
  const stock = { on_hand: 7, reserved: 0, stock_state: 'in' }
  const { user, sent } = await open('/seller/products', {
    'GET /api/seller/products': { products: [{ ...rowOf(), stock }], total: 1, page: 1, page_size: 20 },
    'PUT /api/seller/products/PRD00001/stock': 500,
  })
  const name = 'Lasting kettle'
  await user.click(await screen.findByRole('button', { name: new RegExp(stockListMessages.changeOf({ name })) }))
  const field = screen.getByLabelText<HTMLInputElement>(stockListMessages.onHandOf({ name }))
  await user.clear(field)
  await user.type(field, '1.5{Enter}')
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(sent('PUT /api/seller/products/PRD00001/stock')).toEqual([])
  await user.clear(field)
  await user.type(field, '9{Enter}')
  await waitFor(() => expect(screen.getAllByText(stockListMessages.changeFailed).length).toBeGreaterThan(0))
  expect(field.value).toBe('7')
})

test('the form of a new product shows its name as the title, and what is missing: in a list, and at fields, the first of which takes the focus', async () => {
  const { user } = await open('/seller/add-product')
  await user.type(await screen.findByLabelText(productFormMessages.name), 'Brass Lantern')
  await screen.findByRole('heading', { level: 1, name: 'Brass Lantern' })
  const { checklist, checks, done, missing } = productFormMessages
  const checked = () =>
    within(screen.getByRole('region', { name: checklist }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  expect(checked()[1]).toBe(`${checks.price} ${missing}`)
  await user.type(screen.getByLabelText(productFormMessages.price), '24.5')
  await waitFor(() => expect(checked()[1]).toBe(`${checks.price} ${done}`))

  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { exact: true })
  const isRefused = async (label: string, ...texts: string[]) => {
    await user.click(screen.getByRole('button', { name: productFormMessages.addHeading }))
    await waitFor(() => expect(document.activeElement).toBe(field(label)))
    const shown = screen.getAllByRole('alert').map(({ textContent }) => textContent)
    expect(shown).toEqual(expect.arrayContaining(texts))
    expect(shown).toHaveLength(texts.length)
  }
  const { nameNeeded, priceMalformed, detailsNeeded, featuredImageNeeded } = productFormMessages
  await user.clear(field(productFormMessages.name))
  await user.clear(field(productFormMessages.price))
  await isRefused(productFormMessages.name, nameNeeded, priceMalformed, detailsNeeded, featuredImageNeeded)
  await user.type(field(productFormMessages.name), 'Brass Lantern')
  await user.type(field(productFormMessages.price), '1.234')
  await isRefused(productFormMessages.price, priceMalformed, detailsNeeded, featuredImageNeeded)
})

test('a seller is asked before leaving a form with changes, but not once they are undone', async () => {
  const opened = async () => {
    const { user } = await open('/seller/add-product')
    const name = await screen.findByLabelText<HTMLInputElement>(productFormMessages.name)
    const leave = () => user.click(screen.getByRole('link', { name: accountMessages.dashboard }))
    return { user, name, leave }
  }
  const question = () => screen.findByRole('alertdialog', { name: formMessages.leaveWithoutSaving })
  const isLeft = () => waitFor(() => expect(location.pathname).toBe('/seller/dashboard'))
  const { user, name, leave } = await opened()
  await user.type(name, 'Half a product')
  await leave()
  await question()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(name.value).toBe('Half a product')
  await leave()
  await question()
  await user.click(screen.getByRole('button', { name: formMessages.leave }))
  await isLeft()

  const undone = await opened()
  await undone.user.type(undone.name, 'x')
  await undone.user.clear(undone.name)
  await undone.leave()
  await isLeft()
})

test('a seller finds two-step verification in the settings', async () => {
  await open('/seller/settings', { 'GET /auth/v1/settings': SIGN_IN_SETTINGS })
  const card = within(await screen.findByRole('region', { name: signInMessages.secondFactorHeading }))
  card.getByText(securityMessages.factorsOff)
  for (const name of [securityMessages.addAuthenticator, securityMessages.addPhone]) card.getByRole('button', { name })
})

test.each(['seller', 'admin'] as const)(
  'a %s changes name and password in the settings; passwords that differ are refused',
  async (as) => {
    const { user, answer, sent } = await openPage(`/${as}/settings`, {
      as,
      answers: { 'GET /auth/v1/settings': SIGN_IN_SETTINGS, '*': 404 },
    })
    await screen.findByText(`${as}@example.com`)
    const edit = async (name: string) => {
      await user.click(await screen.findByRole('button', { name: accountMessages.editDisplayName }))
      const field = screen.getByLabelText<HTMLInputElement>(accountMessages.displayName)
      expect(field.value).toBe('Sample User')
      await user.clear(field)
      await user.type(field, name)
    }
    await edit('Other')
    await user.click(screen.getByRole('button', { name: uiMessages.cancel }))
    await screen.findByText('Sample User')
    await edit('Lantern Works')
    const changed = sessionOf(as).user
    const PUT = 'PUT /auth/v1/user'
    const named = { ...changed, user_metadata: { ...changed.user_metadata, display_name: 'Lantern Works' } }
    answer({ [PUT]: named, 'GET /auth/v1/user': named })
    await user.click(screen.getByRole('button', { name: accountMessages.save }))
    await screen.findByText(accountMessages.profileUpdated)
    await screen.findByText('Lantern Works')

    const [first, second] = [securityMessages.newPassword, securityMessages.confirmNewPassword]
    await user.type(screen.getByLabelText(first), 'another long phrase')
    await user.type(screen.getByLabelText(second), 'something else')
    const update = () => user.click(screen.getByRole('button', { name: accountMessages.updatePassword }))
    await update()
    await screen.findAllByText(accountMessages.passwordsDoNotMatch)
    await user.clear(screen.getByLabelText(second))
    await user.type(screen.getByLabelText(second), 'another long phrase')
    await update()
    await screen.findByText(accountMessages.passwordUpdated)
    expect(screen.getByLabelText(first)).toHaveProperty('value', '')
    expect(sent(PUT)).toMatchObject([{ data: { display_name: 'Lantern Works' } }, { password: 'another long phrase' }])
  },
)

test('a seller whose profile picture or banner cannot be read reads the name of the file at its field', async () => {
  const page = { handle: 'ada', about: '', banner: '', dispatch_days: null, awning: 0, revision: 1 }
  const { user, calls } = await open('/seller/settings', { 'GET /api/seller/page': page })
  await screen.findByDisplayValue('ada')
  const file = new File(['no picture'], 'me.png', { type: 'image/png' })
  for (const [index, label] of [accountMessages.picture, sellerFormMessages.banner].entries()) {
    const input = screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' })
    expect(input.accept).toBe('image/*')
    await user.upload(input, file)
    await waitFor(() => expect(within(screen.getByRole('main')).getAllByText(/me\.png/)).toHaveLength(index + 1))
  }
  expect(calls.filter(({ path }) => path.includes('/storage/'))).toEqual([])
})

test('a seller deletes a product after a confirmation, and undoes that; both can be retried', async () => {
  const LIST = 'GET /api/seller/products'
  const [DELETE, RESTORE] = ['DELETE /api/seller/products/PRD00001', 'POST /api/seller/products/PRD00001/restore']
  const listOf = (...products: object[]) => ({ products, total: products.length, page: 1, page_size: 20 })
  const { user, answer, calls } = await open('/seller/products', { [LIST]: listOf(rowOf()), [DELETE]: 500 })
  const remove = () =>
    screen.findByRole('button', { name: productListMessages.deleteProduct({ name: 'Lasting kettle' }) })
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  const confirm = async (name: string) => {
    await user.click(await remove())
    const question = within(await screen.findByRole('alertdialog', { name: productListMessages.confirmDelete }))
    await user.click(question.getByRole('button', { name }))
  }
  await confirm(uiMessages.cancel)
  expect(calls.filter(({ method }) => method === 'DELETE')).toEqual([])
  await confirm(productListMessages.delete)
  await screen.findAllByText(productListMessages.deleteFailed)
  answer({ [LIST]: listOf(), [DELETE]: 204, [RESTORE]: 500 })
  await press(uiMessages.retry)
  await screen.findByText(productListMessages.deletedSuccessfully({ count: 1 }))
  await screen.findByText(productListMessages.noProductsYet)
  expect(document.activeElement?.textContent).toBe(uiMessages.undo)
  await user.keyboard('{Enter}')
  await screen.findAllByText(productListMessages.undoFailed)
  answer({ [LIST]: listOf(rowOf()), [RESTORE]: 204 })
  await press(uiMessages.retry)
  await remove()
})
