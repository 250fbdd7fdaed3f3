import { screen, waitFor, within } from '@testing-library/dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { auditMessages } from '../../../../shared/audit/messages.ts'
import { UNDO_SECONDS } from '../../../../shared/catalog/constants.ts'
import { catalogMessages } from '../../../../shared/catalog/messages.ts'
import { productListMessages, productListTexts } from '../../../../shared/catalog/product-list-messages.ts'
import type { AdminProduct } from '../../../../shared/catalog/schema.ts'
import { commonErrors } from '../../../../shared/kernel/errors.ts'
import { TOTAL_ROWS_HEADER } from '../../../../shared/kernel/list-constants.ts'
import { listMessages } from '../../../../shared/kernel/list-messages.ts'
import { uiMessages } from '../../../../shared/kernel/messages.ts'
import { hiddenProductMessages } from '../../../../shared/sellers/messages.ts'
import {
  adminProductOf,
  adminProducts,
  answersForAdminProducts,
  PAGE_SIZE,
  pageFacts,
} from '../../../test/desk-fixtures.ts'
import { type Answers, openPage, refusal } from '../../../test/open-page.tsx'

const LIST = 'GET /api/admin/products'

async function open(products: readonly AdminProduct[], { query = '', more = {} as Answers } = {}) {
  const { answers, state } = answersForAdminProducts(products)
  const page = await openPage(`/admin/products${query}`, { as: 'admin', answers: { ...answers, '*': 404, ...more } })
  const { user, calls } = page
  const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }))
  /** Presses a button once it is enabled. */
  const press = async (name: string) => {
    const button = await screen.findByRole('button', { name })
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
    await user.click(button)
  }
  const confirm = async () => {
    const question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: productListMessages.delete }))
  }
  const listed = () => calls.filter(({ method, path }) => `${method} ${path}` === LIST).map(({ query }) => query)
  return { ...page, state, row, press, confirm, listed }
}

const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent?.trim())
const count = (total: number) => screen.findByText(catalogMessages.productsFound({ total }))
const failed = async (text: string) => {
  const main = within(screen.getByRole('main'))
  await waitFor(() =>
    expect(
      main
        .getAllByRole('alert')
        .map(({ textContent }) => textContent)
        .join(),
    ).toContain(text),
  )
}

test('an admin sees the specified columns, and chooses the rows per page', async () => {
  const { user, listed } = await open(adminProducts(60))
  await count(60)
  expect(heads()).toEqual(['ID', 'Name', 'Price', 'Seller ID', 'Stock', 'Flash Sale', 'Actions'])
  expect(screen.getAllByRole('row')).toHaveLength(1 + PAGE_SIZE)
  await user.selectOptions(screen.getByLabelText(listMessages.rowsPerPage), '50')
  await waitFor(() => expect(listed().at(-1)?.get('page_size')).toBe('50'))
})

test('an admin’s search starts once after a pause in typing, at page 1; the field follows the address', async () => {
  const { user, listed } = await open(
    [...adminProducts(7), adminProductOf({ product_id: 'PRD00099', product_name: 'Zither' })],
    {
      query: '?page=2',
    },
  )
  await screen.findByRole('row', { name: /PRD00004/ })
  const before = listed().length
  const field = screen.getByLabelText<HTMLInputElement>(productListTexts.search)
  await user.type(field, 'zither')
  await count(1)
  expect(
    listed()
      .slice(before)
      .map((query) => [query.get('q'), query.get('page')]),
  ).toEqual([['zither', '1']])
  expect(location.search).toBe('?q=zither')
  expect(field.value).toBe('zither')
  await user.clear(field)
  await user.type(field, 'nothing is called so')
  await screen.findByText(productListTexts.nothingFound)
  await user.click(screen.getByRole('button', { name: listMessages.clearSearch }))
  await count(8)
  expect(document.activeElement).toBe(field)
  await user.type(field, 'zither{Enter}')
  await count(1)
  await user.click(
    within(screen.getByRole('navigation', { name: 'Admin area' })).getByRole('link', { name: 'Products' }),
  )
  await count(8)
  await waitFor(() => expect(field.value).toBe(''))
  history.back()
  await count(1)
  await waitFor(() => expect(field.value).toBe('zither'))
})

test('an admin on a page past the end sees a note, and goes to the last page', async () => {
  const { user } = await open(adminProducts(7), { query: '?page=999' })
  await screen.findByText(uiMessages.noSuchPage({ page: 999 }))
  screen.getByText(uiMessages.pageCount({ count: 3 }))
  await user.click(screen.getByRole('link', { name: uiMessages.toLastPage }))
  await screen.findByRole('row', { name: /PRD00007/ })
  expect(location.search).toBe('?page=3')
  expect(screen.queryByText(uiMessages.noSuchPage({ page: 999 }))).toBeNull()
})

test('an admin turns the flash sale of a product on and off; a refusal reverts the change', async () => {
  const { row, user, state, answer, press } = await open(adminProducts(1))
  await count(1)
  const toggle = (name: string) => row('Lamp 1').getByRole('button', { name })
  const inactive = productListMessages.inactiveFor({ name: 'Lamp 1' })
  const active = productListMessages.activeFor({ name: 'Lamp 1' })
  toggle(inactive).focus()
  await user.keyboard(' ')
  await screen.findByText(productListMessages.flashSaleOn)
  expect(document.activeElement).toBe(toggle(active))
  expect(state()[1]).toEqual(['PRD00001'])
  await user.click(toggle(active))
  await screen.findByText(productListMessages.flashSaleOff)
  expect(state()[1]).toEqual([])

  const broken = refusal(500, 'unexpected_error', 'the database rests')
  answer({ 'PATCH /api/admin/products/PRD00001': broken })
  await user.click(toggle(inactive))
  await failed(productListMessages.flashSaleFailed({ reason: uiMessages.unexpectedError }))
  toggle(inactive)
  // The selection stays for a retry.
  answer({ 'PATCH /api/admin/products': refusal(500, 'busy', 'the disk rests') })
  await user.click(row('Lamp 1').getByRole('checkbox'))
  await press(productListMessages.flashSalesOn)
  await failed(productListMessages.flashSaleFailed({ reason: commonErrors.busy.text }))
  screen.getByText(productListMessages.selected({ count: 1 }))
})

test('an admin deletes a product after a confirmation, once however often the button is pressed, and can undo it', async () => {
  const { row, user, press, confirm, sent, state, answer } = await open(adminProducts(2))
  await count(2)
  const DELETE = 'POST /api/admin/products/delete'
  answer({ [DELETE]: refusal(500, 'unexpected_error') })
  await press(productListMessages.deleteProduct({ name: 'Lamp 2' }))
  await confirm()
  await failed(productListMessages.deleteFailedBecause({ reason: uiMessages.unexpectedError }))
  row('Lamp 2')
  const { answers } = answersForAdminProducts(adminProducts(2))
  answer({
    [DELETE]: answers[DELETE],
    [LIST]: answers[LIST],
    'POST /api/admin/products/restore': answers['POST /api/admin/products/restore'],
  })
  await press(productListMessages.deleteProduct({ name: 'Lamp 2' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: uiMessages.cancel }))
  await press(productListMessages.deleteProduct({ name: 'Lamp 2' }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.type(question.getByLabelText(auditMessages.reason), 'It leaks')
  const button = question.getByRole('button', { name: productListMessages.delete })
  for (let presses = 0; presses < 3; presses++) button.click()
  await count(1)
  expect(sent(DELETE).slice(1)).toEqual([{ product_ids: ['PRD00002'], reason: 'It leaks' }])
  await screen.findByText(productListMessages.deletedSuccessfully({ count: 1 }))
  expect(document.activeElement?.textContent).toBe(uiMessages.undo)
  await user.keyboard('{Enter}')
  await count(2)
  expect(state()[0]).toEqual(['PRD00001', 'PRD00002'])
})

test('the offer to undo a deletion stays for most of a minute; then the heading takes the focus', async () => {
  const { press, confirm } = await open(adminProducts(1))
  await count(1)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  await press(productListMessages.deleteProduct({ name: 'Lamp 1' }))
  await confirm()
  const undo = await screen.findByRole('button', { name: uiMessages.undo })
  vi.advanceTimersByTime((UNDO_SECONDS - 30) * 1000)
  await screen.findByText(productListMessages.deleted({ count: 1 }))
  expect(undo.isConnected).toBe(true)
  vi.advanceTimersByTime(40_000)
  await waitFor(() => expect(undo.isConnected).toBe(false))
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
})

test('a slow undo does not withdraw the offer to undo the next deletion', async () => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const { press, confirm, answer } = await open(adminProducts(2))
  await count(2)
  const RESTORE = 'POST /api/admin/products/restore'
  const { answers, state } = answersForAdminProducts(adminProducts(2))
  const restore = answers[RESTORE] as (call: unknown) => unknown
  answer({ ...answers, [RESTORE]: (call: unknown) => held.then(() => restore(call)) })
  await press(productListMessages.deleteProduct({ name: 'Lamp 1' }))
  await confirm()
  await press(uiMessages.undo)
  await press(productListMessages.deleteProduct({ name: 'Lamp 2' }))
  await confirm()
  await waitFor(() =>
    expect(screen.getByRole('button', { name: uiMessages.undo }).getAttribute('aria-busy')).toBeNull(),
  )
  letGo()
  await waitFor(() => expect(state()[0]).toEqual(['PRD00001']))
  await press(uiMessages.undo)
  await waitFor(() => expect(state()[0]).toEqual(['PRD00001', 'PRD00002']))
})

test('an admin puts the selected products on flash sale, deletes them, and undoes both', async () => {
  const { row, user, press, confirm, state } = await open(adminProducts(3))
  await count(3)
  await user.click(row('Lamp 1').getByRole('checkbox'))
  row('Lamp 3').getByRole('checkbox').focus()
  await user.keyboard(' ')
  screen.getByText(productListMessages.selected({ count: 2 }))
  await press(productListMessages.flashSalesOn)
  await screen.findByText(productListMessages.turnedOnFor({ count: 2 }))
  expect(state()[1]).toEqual(['PRD00001', 'PRD00003'])
  // Undoing the bulk change leaves products on sale that were on sale before.
  await user.click(screen.getByLabelText(listMessages.selectAll))
  await press(productListMessages.flashSalesOn)
  await screen.findByText(productListMessages.turnedOnFor({ count: 1 }))
  expect(state()[1]).toHaveLength(3)
  await press(uiMessages.undo)
  await waitFor(() => expect(state()[1]).toEqual(['PRD00001', 'PRD00003']))

  await user.click(screen.getByLabelText(listMessages.selectAll))
  await press(productListMessages.deleteSelected)
  await confirm()
  await screen.findByText(productListMessages.deleted({ count: 3 }))
  await waitFor(() => expect(state()[0]).toEqual([]))
  await press(uiMessages.undo)
  await count(3)
  expect(state()).toEqual([
    ['PRD00001', 'PRD00002', 'PRD00003'],
    ['PRD00001', 'PRD00003'],
  ])
})

test('an admin who empties the last page sees the one before; links that disappear pass the focus to the heading', async () => {
  const { user, press, confirm } = await open(adminProducts(4))
  await count(4)
  const heading = screen.getByRole('heading', { level: 1 })
  const hasFocus = () => waitFor(() => expect(document.activeElement).toBe(heading))
  const follow = async (name: string) => {
    ;(await screen.findByRole('link', { name })).focus()
    await user.keyboard('{Enter}')
  }
  await follow(uiMessages.nextPage)
  await screen.findByRole('row', { name: /PRD00004/ })
  await hasFocus()
  await user.click(screen.getByLabelText(listMessages.selectAll))
  await press(productListMessages.deleteSelected)
  await confirm()
  await screen.findByRole('row', { name: /PRD00001/ })
  expect(location.search).toBe('')
  await press(uiMessages.undo)
  await count(4)
  await user.type(screen.getByLabelText(productListTexts.search), 'no such product')
  await follow(productListTexts.showAll)
  await waitFor(() => expect(location.search).toBe(''))
  await hasFocus()
})

test('after each change by an admin, this browser’s reads bypass every HTTP cache', async () => {
  const { press } = await open(adminProducts(1))
  await count(1)
  const next = async () => {
    const { calls } = await openPage('/category/all', {
      as: 'admin',
      answers: { 'GET /api/categories/all/products': { products: [], ...pageFacts(0) }, '*': 404 },
    })
    await waitFor(() => expect(calls.some(({ path }) => path === '/api/categories/all/products')).toBe(true))
    return calls.find(({ path }) => path === '/api/categories/all/products')?.query.get('after_change')
  }
  await press(productListMessages.inactiveFor({ name: 'Lamp 1' }))
  await screen.findByText(productListMessages.flashSaleOn)
  const first = await next()
  expect(first).toMatch(/^\d+-\w+$/)
  const again = await open(adminProducts(1))
  await count(1)
  await again.press(productListMessages.inactiveFor({ name: 'Lamp 1' }))
  await screen.findByText(productListMessages.flashSaleOn)
  const second = await next()
  expect(second).toMatch(/^\d+-\w+$/)
  expect(second).not.toBe(first)
})

test('an export has the filters of the list; one that failed is retried, waits while the service is busy, and shows how many of its rows have come', async () => {
  const CSV = 'GET /api/admin/products.csv'
  // The tests' DOM would navigate to the file.
  const downloaded = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const { press, answer, calls } = await open(adminProducts(1), { query: '?q=lamp', more: { [CSV]: 500 } })
  await press(listMessages.exportCsv)
  await failed(listMessages.exportFailed)
  expect(calls.find(({ path }) => path.endsWith('.csv'))?.query.get('q')).toBe('lamp')
  const { readable, writable } = new TransformStream<Uint8Array>()
  const writer = writable.getWriter()
  const send = (rows: string) => void writer.write(new TextEncoder().encode(rows))
  send('id\r\n')
  const answers = [
    new Response('', { status: 503, headers: { 'retry-after': '0' } }),
    new Response(readable, { headers: { [TOTAL_ROWS_HEADER]: '2' } }),
  ]
  answer({ [CSV]: () => answers.shift() })
  await press(uiMessages.retry)
  const progress = await screen.findByRole('progressbar', { name: listMessages.exportedOf({ rows: 0, total: 2 }) })
  expect(screen.getByRole('button', { name: listMessages.exportCsv }).getAttribute('aria-busy')).toBe('true')
  send('1\r\n2\r\n')
  void writer.close()
  await waitFor(() => expect(progress.isConnected).toBe(false))
  expect(within(screen.getByRole('main')).queryByRole('alert')).toBeNull()
  await waitFor(() => expect(downloaded).toHaveBeenCalledOnce())
})

test('shortcuts move through the rows of a list and open one; the dialog that lists them turns them off', async () => {
  const { user } = await open(adminProducts(2))
  await count(2)
  const isAt = (name: RegExp) => expect(document.activeElement).toBe(screen.getByRole('row', { name }))
  await user.keyboard('jj')
  isAt(/Lamp 2/)
  await user.keyboard('k')
  isAt(/Lamp 1/)
  const field = screen.getByLabelText<HTMLInputElement>(productListTexts.search)
  await user.keyboard('/j?')
  expect([document.activeElement, field.value]).toEqual([field, 'j?'])
  await user.clear(field)
  await count(2)
  field.blur()
  const turn = async () => {
    await user.click(await screen.findByLabelText(listMessages.useShortcuts))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await user.keyboard('?')
  await turn()
  await user.keyboard('?')
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('button', { name: listMessages.shortcuts }))
  await turn()
  screen.getByRole('row', { name: /Lamp 2/ }).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(location.pathname).toBe('/product/PRD00002'))
})

test('a typed reason survives the end of the session and a reload, until it is sent', async () => {
  const DELETE = 'POST /api/admin/products/delete'
  const ask = async () => {
    const page = await open(adminProducts(1))
    await page.press(productListMessages.deleteProduct({ name: 'Lamp 1' }))
    return { ...page, reason: await screen.findByLabelText<HTMLInputElement>(auditMessages.reason) }
  }
  const first = await ask()
  await first.user.type(first.reason, 'It leaks')
  const ended = refusal(403, 'session_not_found')
  first.answer({
    [DELETE]: refusal(401, 'not_authenticated'),
    'GET /auth/v1/user': ended,
    'POST /auth/v1/token': ended,
  })
  await first.confirm()
  await waitFor(() => expect(location.pathname).toBe('/authentication'))
  // Signed in again, and once more after a reload.
  for (let times = 0; times < 2; times++) expect((await ask()).reason.value).toBe('It leaks')
  const last = await ask()
  await last.confirm()
  await screen.findByText(productListMessages.deletedSuccessfully({ count: 1 }))
  expect(last.sent(DELETE)).toEqual([{ product_ids: ['PRD00001'], reason: 'It leaks' }])
  expect(sessionStorage.getItem('form-drafts')).toBeNull()
})

test('an admin shows a hidden product again, or deletes it and can undo that', async () => {
  const hidden = { reason: 'A copy', hidden_at: '2026-01-02T03:04:05.000Z', answer: 'It is mine' }
  const product = { ...hidden, product_id: 'PRD00001', product_name: 'Lamp', seller_id: 's', seller_name: 'Ada' }
  const list = (products: readonly object[]) => ({
    'GET /api/admin/hidden-products': { products, ...pageFacts(products.length) },
  })
  const { user, row, confirm, press, answer, sent } = await open([], { query: '?view=hidden', more: list([product]) })
  await screen.findByText('A copy')
  screen.getByText('It is mine')
  const choose = async (entry: string) => {
    await user.click(row('Lamp').getByRole('button', { name: listMessages.moreAbout({ name: 'Lamp' }) }))
    await user.click(row('Lamp').getByRole('button', { name: entry }))
  }
  answer({ 'POST /api/admin/products/PRD00001/show': 409 })
  await choose(hiddenProductMessages.show)
  await failed(hiddenProductMessages.showFailed({ reason: uiMessages.unexpectedError }))

  await choose(productListMessages.delete)
  answer({ 'POST /api/admin/products/delete': { product_ids: ['PRD00001'] }, ...list([]) })
  await confirm()
  await screen.findByText(hiddenProductMessages.noneText)
  answer({ 'POST /api/admin/products/restore': { product_ids: ['PRD00001'] }, ...list([product]) })
  await press(uiMessages.undo)
  await screen.findByText('A copy')
  expect(sent('POST /api/admin/products/restore')).toEqual([{ product_ids: ['PRD00001'] }])
})
