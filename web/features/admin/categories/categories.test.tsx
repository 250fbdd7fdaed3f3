import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { categories } from '../../../../shared/catalog/categories.ts'
import { categoryAdminMessages as texts } from '../../../../shared/categories/admin-messages.ts'
import { categoryErrors } from '../../../../shared/categories/errors.ts'
import type { AdminCategory } from '../../../../shared/categories/schema.ts'
import { actionMessages } from '../../../../shared/fulfilment/screen-messages.ts'
import { conflictMessages } from '../../../../shared/kernel/conflict-messages.ts'
import { listMessages } from '../../../../shared/kernel/list-messages.ts'
import { previewMessages } from '../../../../shared/previews/messages.ts'
import { openPage, refusal } from '../../../test/open-page.tsx'

const rowOf = (slug: string, name: string, more: Partial<AdminCategory> = {}): AdminCategory => ({
  slug,
  name,
  picture: '',
  is_hidden: false,
  revision: 3,
  products: 7,
  is_filling: false,
  ...more,
})
const ALL = [rowOf('home', 'Home'), rowOf('home-lighting', 'Home & Lighting'), rowOf('toys', 'Toys')]

async function open() {
  const page = await openPage('/admin/categories', {
    as: 'admin',
    answers: { 'GET /api/admin/categories': { categories: ALL }, '*': 404 },
  })
  await screen.findByText('Home & Lighting')
  const choose = async (name: string, entry: string) => {
    await page.user.click(screen.getByRole('button', { name: new RegExp(`More.*${name}`) }))
    await page.user.click(screen.getByRole('button', { name: entry }))
  }
  return { ...page, choose }
}

test('an admin orders the categories by the keys of their handles, previews and saves the order; the shop in this tab has it', async () => {
  const { user, sent, answer } = await open()
  const ordered = [ALL[0], ALL[2], ALL[1]]
  answer({
    'POST /api/admin/category-order/preview': { address: '/preview/x/' },
    'PUT /api/admin/category-order': { categories: ordered },
    'GET /api/admin/categories': { categories: ordered },
  })
  screen.getByRole('button', { name: listMessages.move({ name: 'Toys' }) }).focus()
  await user.keyboard('{ArrowUp}')
  await screen.findByText(listMessages.moved({ name: 'Toys', place: 2, count: 3 }))
  const replace = vi.fn()
  vi.spyOn(window, 'open').mockReturnValue({ location: { replace } } as unknown as Window)
  await user.click(screen.getByRole('button', { name: previewMessages.preview }))
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/preview/x/'))
  const order = { slugs: ['home', 'toys', 'home-lighting'] }
  expect([sent('POST /api/admin/category-order/preview'), sent('PUT /api/admin/category-order')]).toEqual([[order], []])
  await user.click(screen.getByRole('button', { name: previewMessages.saveOrder }))
  await screen.findByText(texts.saved)
  expect(sent('PUT /api/admin/category-order')).toEqual([{ ...order, from: ['home', 'home-lighting', 'toys'] }])
  expect(categories().shown.map(({ slug }) => slug)).toEqual(['home', 'toys', 'home-lighting'])
})

test('a new category gets a short name from its name; a refusal stands at its field, and names that contain each other are noted', async () => {
  const { user, sent, answer } = await open()
  answer({ 'POST /api/admin/categories': refusal(409, 'name_taken') })
  await user.click(screen.getByRole('button', { name: texts.add }))
  const dialog = within(await screen.findByRole('dialog'))
  const name = dialog.getByLabelText(texts.name)
  await user.type(name, 'Film/TV')
  await user.click(dialog.getByRole('button', { name: texts.add }))
  await dialog.findByText(texts.nameSeparates)
  await user.clear(name)
  await user.type(name, 'Home & Gärten')
  await dialog.findByText(texts.isContained({ name: 'Home & Gärten', others: 'Home' }))
  await user.click(dialog.getByRole('button', { name: texts.add }))
  await dialog.findByText(categoryErrors.name_taken.text)
  expect(sent('POST /api/admin/categories')).toEqual([{ name: 'Home & Gärten', slug: 'home-garten', is_hidden: false }])
  await user.clear(name)
  await user.type(name, 'hom')
  await dialog.findByText(texts.containsOthers({ name: 'hom', others: 'Home, Home & Lighting' }))
})

test('an admin previews, renames, hides and merges a category on the revision that was read, after a conflict on the one read since', async () => {
  const { user, sent, answer, choose } = await open()
  const PUT = 'PUT /api/admin/categories/toys'
  const withToys = (name: string, revision: number) => ({
    categories: [...ALL.slice(0, 2), rowOf('toys', name, { revision })],
  })
  answer({ [PUT]: refusal(409, 'newer_revision'), 'GET /api/admin/categories': withToys('Toy box', 4) })
  await choose('Toys', texts.edit)
  const dialog = within(await screen.findByRole('dialog'))
  await user.clear(dialog.getByLabelText(texts.name))
  answer({ 'POST /api/admin/categories/preview': { address: '/preview/x/' } })
  const replace = vi.fn()
  vi.spyOn(window, 'open').mockReturnValue({ location: { replace }, close: () => {} } as unknown as Window)
  const preview = () => user.click(dialog.getByRole('button', { name: previewMessages.preview }))
  await preview()
  await dialog.findByText(texts.nameNeeded)
  await user.type(dialog.getByLabelText(texts.name), 'Games')
  await preview()
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/preview/x/'))
  expect(sent('POST /api/admin/categories/preview')).toEqual([
    { name: 'Games', slug: 'toys', is_hidden: false, of: 'toys' },
  ])
  const save = () => user.click(dialog.getByRole('button', { name: texts.save }))
  await save()
  await dialog.findByRole('cell', { name: 'Toy box' })
  answer({ [PUT]: 500 })
  await save()
  await dialog.findByText(actionMessages.failed)
  await user.click(dialog.getByRole('button', { name: conflictMessages.keepMine }))
  expect(dialog.queryByText(categoryErrors.newer_revision.text)).toBeNull()
  const renamed = withToys('Games', 5)
  answer({ [PUT]: renamed, 'GET /api/admin/categories': renamed })
  await save()
  await screen.findByText('Games')
  await choose('Games', texts.hide)
  const hiding = within(await screen.findByRole('dialog'))
  await user.click(hiding.getByRole('button', { name: previewMessages.preview }))
  await waitFor(() => expect(sent('POST /api/admin/categories/preview').at(-1)).toMatchObject({ is_hidden: true }))
  await user.click(hiding.getByRole('button', { name: texts.save }))
  const form = { name: 'Games', slug: 'toys' }
  await waitFor(() =>
    expect(sent(PUT)).toEqual([
      { ...form, is_hidden: false, revision: 3 },
      { ...form, is_hidden: false, revision: 3 },
      { ...form, is_hidden: false, revision: 4 },
      { ...form, is_hidden: true, revision: 5 },
    ]),
  )
  answer({ 'POST /api/admin/categories/toys/merge': { categories: ALL.slice(0, 2) } })
  await choose('Games', texts.merge)
  const question = within(await screen.findByRole('dialog'))
  await user.click(question.getByRole('button', { name: texts.merge }))
  await question.findByText(texts.targetNeeded)
  await user.selectOptions(question.getByLabelText(texts.mergeInto), 'home')
  answer({ 'POST /api/admin/categories/toys/merge/preview': { address: '/preview/y/' } })
  await user.click(question.getByRole('button', { name: previewMessages.preview }))
  await waitFor(() => expect(replace).toHaveBeenLastCalledWith('/preview/y/'))
  expect(sent('POST /api/admin/categories/toys/merge/preview')).toEqual([{ revision: 5, into: 'home' }])
  expect(sent('POST /api/admin/categories/toys/merge')).toEqual([])
  await user.click(question.getByRole('button', { name: texts.merge }))
  await waitFor(() => expect(sent('POST /api/admin/categories/toys/merge')).toEqual([{ revision: 5, into: 'home' }]))
})
