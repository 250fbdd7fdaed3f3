import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { conflictMessages } from '../../../../shared/kernel/conflict-messages.ts'
import { listMessages } from '../../../../shared/kernel/list-messages.ts'
import { previewMessages } from '../../../../shared/previews/messages.ts'
import { pageMessages } from '../../../../shared/site-pages/admin-messages.ts'
import { sitePageErrors } from '../../../../shared/site-pages/errors.ts'
import type { AdminPage, AdminPageRow } from '../../../../shared/site-pages/schema.ts'
import { openPage, refusal } from '../../../test/open-page.tsx'

const rowOf = (slug: string, more: Partial<AdminPageRow> = {}): AdminPageRow => ({
  slug,
  title: '',
  in_footer: true,
  shown_version: null,
  published_at: null,
  has_draft: false,
  revision: 3,
  ...more,
})
const DRAFT = { title: 'Terms of sale', body: '<p>Old text</p>' }
const PUBLISHED = '2026-01-02T03:04:05.000Z'
const pageOf = (more: Partial<AdminPage> = {}): AdminPage => ({
  ...rowOf('terms', { title: DRAFT.title, has_draft: true }),
  draft: DRAFT,
  versions: [],
  ...more,
})

test('an admin moves a page up by its menu, saves the order, adds a page, and goes to its editor', async () => {
  const pages = [rowOf('terms'), rowOf('shipping', { title: 'Shipping' })]
  const { user, sent, answer } = await openPage('/admin/pages', {
    as: 'admin',
    answers: {
      'GET /api/admin/pages': { pages },
      'PUT /api/admin/page-order': refusal(409, 'newer_revision'),
      'POST /api/admin/pages': refusal(409, 'slug_taken'),
      '*': 404,
    },
  })
  // A page without a draft has its usual name.
  await screen.findByRole('link', { name: pageMessages.names.terms })
  await user.click(screen.getByRole('button', { name: /Shipping/ }))
  await user.click(screen.getByRole('button', { name: listMessages.moveUp }))
  await screen.findByText(listMessages.moved({ name: 'Shipping', place: 1, count: 2 }))
  const another = rowOf('gifts', { title: 'Gifts' })
  answer({ 'GET /api/admin/pages': { pages: [...pages, another] } })
  await user.click(screen.getByRole('button', { name: previewMessages.saveOrder }))
  await screen.findAllByText(sitePageErrors.newer_revision.text)
  await screen.findByRole('link', { name: 'Gifts' })
  const all = [pages[1], pages[0], another]
  answer({ 'PUT /api/admin/page-order': { pages: all }, 'GET /api/admin/pages': { pages: all } })
  await user.click(screen.getByRole('button', { name: previewMessages.saveOrder }))
  await screen.findByText(previewMessages.orderSaved)
  expect(sent('PUT /api/admin/page-order')).toEqual([
    { slugs: ['shipping', 'terms'], from: ['terms', 'shipping'] },
    { slugs: ['shipping', 'terms', 'gifts'], from: ['terms', 'shipping', 'gifts'] },
  ])
  expect(screen.queryByText(previewMessages.orderNotSaved)).toBeNull()

  await user.click(screen.getByRole('button', { name: pageMessages.add }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(pageMessages.title), 'Returns')
  await user.type(dialog.getByLabelText(pageMessages.slug), 'Shipping')
  await user.click(dialog.getByRole('button', { name: pageMessages.add }))
  await dialog.findByText('Another page has this address.')
  const added = pageOf({ ...rowOf('returns', { title: 'Returns' }) })
  answer({ 'POST /api/admin/pages': added, 'GET /api/admin/pages/returns': added })
  await user.clear(dialog.getByLabelText(pageMessages.slug))
  await user.type(dialog.getByLabelText(pageMessages.slug), 'returns')
  await user.click(dialog.getByRole('button', { name: pageMessages.add }))
  await waitFor(() => expect(location.pathname).toBe('/admin/pages/returns'))
  expect(sent('POST /api/admin/pages').at(-1)).toEqual({ slug: 'returns', title: 'Returns' })
})

test('a draft is saved on the revision that was read, and published after that; a stale one is refused with its text unchanged', async () => {
  const { user, sent, answer } = await openPage('/admin/pages/terms', {
    as: 'admin',
    answers: {
      'GET /api/admin/pages/terms': pageOf(),
      'PUT /api/admin/pages/terms': refusal(409, 'newer_revision'),
      '*': 404,
    },
  })
  const title = await screen.findByLabelText(pageMessages.title)
  await user.type(title, ' 2026')
  await user.click(screen.getByRole('button', { name: pageMessages.publish }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('button', { name: pageMessages.save }))
  expect(title).toHaveProperty('value', 'Terms of sale 2026')
  await screen.findByRole('row', { name: 'Title Terms of sale 2026 Terms of sale' })
  await user.click(screen.getByRole('button', { name: conflictMessages.keepMine }))

  const saved = pageOf({ revision: 4, title: 'Terms of sale 2026', draft: { ...DRAFT, title: 'Terms of sale 2026' } })
  const version = { version: 1, title: 'Terms of sale 2026', published_at: PUBLISHED }
  const published = pageOf({ ...saved, revision: 5, shown_version: 1, has_draft: false, versions: [version] })
  answer({ 'PUT /api/admin/pages/terms': saved, 'GET /api/admin/pages/terms': saved })
  await user.click(screen.getByRole('button', { name: pageMessages.save }))
  await screen.findByText(pageMessages.saved)
  await screen.findByRole('heading', { name: 'Terms of sale 2026' })
  answer({ 'POST /api/admin/pages/terms/publish': published, 'GET /api/admin/pages/terms': published })
  await user.click(screen.getByRole('button', { name: pageMessages.publish }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: pageMessages.publish }))
  await waitFor(() => expect(sent('POST /api/admin/pages/terms/publish')).toEqual([{ revision: 4 }]))
  expect(sent('PUT /api/admin/pages/terms')).toMatchObject([{ revision: 3 }, { revision: 3 }])
  await screen.findByRole('button', { name: pageMessages.restoreOf({ version: 1 }) })
})

test('a page is taken out of the footer, or out of the shop, once that is confirmed; a preview shows the others before', async () => {
  const terms = rowOf('terms', { shown_version: 1 })
  const pages = [terms, rowOf('imprint', { shown_version: 1 })]
  const published = pageOf({ ...terms, has_draft: false })
  const UNPUBLISH = 'POST /api/admin/pages/terms/unpublish'
  const { user, sent } = await openPage('/admin/pages', {
    as: 'admin',
    answers: {
      'GET /api/admin/pages': { pages },
      'GET /api/admin/pages/terms': published,
      'POST /api/admin/page-order/preview': { address: '/preview/x/' },
      'PATCH /api/admin/pages/terms': pageOf({ in_footer: false }),
      [UNPUBLISH]: pageOf(),
      '*': 404,
    },
  })
  vi.spyOn(window, 'open').mockReturnValue({ location: { replace() {} } } as unknown as Window)
  const name = pageMessages.names.terms
  const previewed = sent.bind(null, 'POST /api/admin/page-order/preview')
  async function previewAndConfirm(confirm: string, preview: object, request: string) {
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: previewMessages.preview }))
    await waitFor(() => expect(previewed().at(-1)).toEqual(preview))
    expect(sent(request)).toEqual([])
    await user.click(dialog.getByRole('button', { name: confirm }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await user.click(await screen.findByRole('button', { name: listMessages.moreAbout({ name }) }))
  await user.click(screen.getByRole('button', { name: pageMessages.hideInFooter }))
  const inFooter = { slugs: ['terms', 'imprint'], in_footer: ['imprint'] }
  await previewAndConfirm(pageMessages.hideInFooter, inFooter, 'PATCH /api/admin/pages/terms')
  expect(sent('PATCH /api/admin/pages/terms')).toEqual([{ revision: 3, in_footer: false }])

  await user.click(screen.getByRole('link', { name }))
  await user.click(await screen.findByRole('button', { name: pageMessages.unpublish }))
  await previewAndConfirm(pageMessages.unpublish, { slugs: ['imprint'] }, UNPUBLISH)
  expect(sent(UNPUBLISH)).toEqual([{ revision: 3 }])
})

test('a restored version replaces the text of the form', async () => {
  const versions = [
    { version: 2, title: 'Terms of sale', published_at: PUBLISHED },
    { version: 1, title: 'First terms', published_at: PUBLISHED },
  ]
  const shown = pageOf({ shown_version: 2, has_draft: false, versions })
  const restored = { ...shown, revision: 4, has_draft: true, draft: { title: 'First terms', body: '<p>First</p>' } }
  const { user, sent } = await openPage('/admin/pages/terms', {
    as: 'admin',
    answers: {
      'GET /api/admin/pages/terms': shown,
      'GET /api/pages/terms': { slug: 'terms', version: 1, title: 'First terms', body: '<p>First</p>' },
      'PUT /api/admin/pages/terms': restored,
      '*': 404,
    },
  })
  await user.click(await screen.findByRole('button', { name: pageMessages.restoreOf({ version: 1 }) }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: pageMessages.restore }))
  await waitFor(() => expect(screen.getByLabelText(pageMessages.title)).toHaveProperty('value', 'First terms'))
  expect(sent('PUT /api/admin/pages/terms')).toEqual([{ revision: 3, title: 'First terms', body: '<p>First</p>' }])
})

test('another text of a page, saved elsewhere, is never overwritten by the one that an admin read before', async () => {
  const GET = 'GET /api/admin/pages/terms'
  const others = pageOf({ revision: 9, draft: { ...DRAFT, title: 'Their terms' } })
  const { user, sent, answer } = await openPage('/admin/pages/terms', {
    as: 'admin',
    answers: { [GET]: pageOf(), 'GET /api/admin/pages': { pages: [rowOf('terms')] }, '*': 404 },
  })
  const title = () => screen.findByLabelText<HTMLInputElement>(pageMessages.title)
  await title()
  answer({ [GET]: others })
  dispatchEvent(new Event('online'))
  await waitFor(() => expect(sent(GET)).toHaveLength(2))
  answer({ 'PUT /api/admin/pages/terms': refusal(409, 'newer_revision') })
  await user.click(screen.getByRole('button', { name: pageMessages.save }))
  await waitFor(() => expect(sent('PUT /api/admin/pages/terms')).toMatchObject([{ title: DRAFT.title, revision: 3 }]))
  await user.click(await screen.findByRole('button', { name: conflictMessages.loadTheirs }))
  expect((await title()).value).toBe('Their terms')
  await user.click(screen.getByRole('button', { name: pageMessages.save }))
  await waitFor(() => expect(sent('PUT /api/admin/pages/terms')[1]).toMatchObject({ ...others.draft, revision: 9 }))

  await user.click(screen.getByRole('link', { name: pageMessages.back }))
  await user.click(await screen.findByRole('link', { name: pageMessages.names.terms }))
  expect((await title()).value).toBe('Their terms')
})

test('what is typed while a page is being saved stays, and is an unsaved change', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const saved = pageOf({ revision: 4, draft: { ...DRAFT, title: 'Terms A' } })
  const { user, sent } = await openPage('/admin/pages/terms', {
    as: 'admin',
    answers: {
      'GET /api/admin/pages/terms': pageOf(),
      'PUT /api/admin/pages/terms': () => held.then(() => saved),
      '*': 404,
    },
  })
  const title = await screen.findByLabelText<HTMLInputElement>(pageMessages.title)
  await user.clear(title)
  await user.type(title, 'Terms A')
  const save = () => user.click(screen.getByRole('button', { name: pageMessages.save }))
  await save()
  await waitFor(() => expect(sent('PUT /api/admin/pages/terms')).toHaveLength(1))
  await user.type(title, 'B')
  release()
  await screen.findByText(pageMessages.saved)
  expect(title.value).toBe('Terms AB')
  await user.click(screen.getByRole('button', { name: pageMessages.publish }))
  await screen.findByText(pageMessages.saveFirst)
  await save()
  await waitFor(() => expect(sent('PUT /api/admin/pages/terms')[1]).toMatchObject({ title: 'Terms AB', revision: 4 }))
})
