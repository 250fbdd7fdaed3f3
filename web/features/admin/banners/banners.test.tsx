import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { bannerErrors } from '../../../../shared/banners/errors.ts'
import { bannerMessages } from '../../../../shared/banners/messages.ts'
import type { AdminBanner } from '../../../../shared/banners/schema.ts'
import { conflictMessages } from '../../../../shared/kernel/conflict-messages.ts'
import { listMessages } from '../../../../shared/kernel/list-messages.ts'
import { uiMessages } from '../../../../shared/kernel/messages.ts'
import { standardMarket } from '../../../../shared/market/footer.ts'
import { marketMessages } from '../../../../shared/market/messages.ts'
import { previewMessages } from '../../../../shared/previews/messages.ts'
import { hasUnsavedForm } from '../../../session/unsaved-forms.ts'
import { type Answers, openPage, refusal } from '../../../test/open-page.tsx'
import { catalogQuery } from '../../catalog/catalog-api.ts'

const { fields } = bannerMessages

const bannerOf = (banner_number: number, more: Partial<AdminBanner> = {}): AdminBanner => ({
  banner_number,
  revision: 3,
  built_in: null,
  title: `Banner ${banner_number}`,
  text: '',
  action: 'Look',
  path: '/search?q=coat',
  picture: '/coat.webp?full=2000',
  focus_x: 20,
  focus_y: 80,
  shown_from: '',
  shown_to: '',
  state: 'running',
  ...more,
})
const FIRST = bannerOf(1)
const FORM = {
  title: FIRST.title,
  text: '',
  action: 'Look',
  path: '/search?q=coat',
  focus_x: '20',
  focus_y: '80',
  shown_from: '',
  shown_to: '',
}

const open = (path: string, answers: Answers = {}, banners = [FIRST, bannerOf(2)]) =>
  openPage(path, {
    as: 'admin',
    answers: { 'GET /api/admin/banners': { banners }, '*': 404, ...answers },
  })

test('an admin orders banners by the keys of their handles, previews and saves the order; the home page reads them again', async () => {
  const banners = [
    FIRST,
    bannerOf(2, { built_in: 'audio', picture: '', state: 'planned', shown_from: '2026-12-01T08:00' }),
  ]
  const { user, sent, answer, store } = await open('/admin/banners', { 'GET /api/market': standardMarket() }, banners)
  const showHome = () => catalogQuery('getHome', undefined).start(store.dispatch)
  await showHome()
  await screen.findByText(bannerMessages.from({ time: 'Dec 1, 2026, 8:00 AM' }))
  answer({
    'POST /api/admin/banner-order/preview': { address: '/preview/x/' },
    'PUT /api/admin/banner-order': { banners: banners.toReversed() },
    'GET /api/admin/banners': { banners: banners.toReversed() },
  })
  const handle = screen.getByRole('button', { name: listMessages.move({ name: 'Banner 1' }) })
  handle.focus()
  await user.keyboard('{ArrowUp}{ArrowDown}')
  await screen.findByText(listMessages.moved({ name: 'Banner 1', place: 2, count: 2 }))
  const replace = vi.fn()
  vi.spyOn(window, 'open').mockReturnValue({ location: { replace } } as unknown as Window)
  await user.click(screen.getByRole('button', { name: previewMessages.preview }))
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/preview/x/'))
  const order = { banner_numbers: [2, 1] }
  expect([sent('POST /api/admin/banner-order/preview'), sent('PUT /api/admin/banner-order')]).toEqual([[order], []])
  await user.click(screen.getByRole('button', { name: previewMessages.saveOrder }))
  await screen.findByText(bannerMessages.saved)
  expect(sent('PUT /api/admin/banner-order')).toEqual([{ ...order, from: [1, 2] }])
  await waitFor(() => expect(screen.queryByText(previewMessages.orderNotSaved)).toBeNull())
  await showHome()
  expect(sent('GET /api/market')).toHaveLength(2)
})

test('the focus of a picture is moved by keys, by a click and by numbers, and saved on the revision that was read', async () => {
  const { user, sent } = await open('/admin/banners/1', {
    'PUT /api/admin/banners/1': bannerOf(1, { revision: 4 }),
  })
  const focus = await screen.findByRole('button', { name: /20% from the left, 80% from the top/ })
  focus.focus()
  await user.keyboard('{ArrowRight}{Shift>}{ArrowUp}{/Shift}')
  expect(screen.getByLabelText(fields.focus_x)).toHaveProperty('value', '21')
  expect(screen.getByLabelText(fields.focus_y)).toHaveProperty('value', '70')
  vi.spyOn(focus, 'getBoundingClientRect').mockReturnValue({ left: 100, top: 0, width: 400, height: 200 } as DOMRect)
  Object.assign(focus, { setPointerCapture() {}, hasPointerCapture: () => true })
  await user.pointer({ keys: '[MouseLeft]', target: focus, coords: { clientX: 400, clientY: 50 } })
  expect(screen.getByLabelText(fields.focus_x)).toHaveProperty('value', '75')
  await user.clear(screen.getByLabelText(fields.focus_y))
  await user.type(screen.getByLabelText(fields.focus_y), '40')
  await user.click(screen.getByRole('button', { name: bannerMessages.save }))
  await waitFor(() =>
    expect(sent('PUT /api/admin/banners/1')).toEqual([{ ...FORM, focus_x: '75', focus_y: '40', revision: 3 }]),
  )
  await screen.findByText(bannerMessages.saved)
})

test.each([
  ['no title', fields.title, ' ', bannerMessages.titleNeeded],
  ['a foreign address', fields.path, '//elsewhere.example', bannerMessages.pathMalformed],
  [
    'an end before the start',
    bannerMessages.timeIn({ name: fields.shown_to, zone: 'UTC' }),
    '2026-05-02T09:00',
    bannerMessages.endsBeforeStart,
  ],
])('%s is refused beside its field and not sent', async (_what, label, text, problem) => {
  const { user, sent } = await open('/admin/banners/1', {}, [bannerOf(1, { shown_from: '2026-05-02T10:00' })])
  const field = await screen.findByLabelText(label)
  await user.clear(field)
  await user.type(field, text)
  await user.click(screen.getByRole('button', { name: bannerMessages.save }))
  await within(screen.getByRole('main')).findByText(problem)
  expect(sent('PUT /api/admin/banners/1')).toEqual([])
})

test('after a change by another admin, both versions are shown, and the own one is saved on the newer revision', async () => {
  const { user, sent, answer } = await open('/admin/banners/1', {
    'PUT /api/admin/banners/1': refusal(409, 'newer_revision'),
  })
  const title = await screen.findByLabelText(fields.title)
  answer({ 'GET /api/admin/banners': { banners: [bannerOf(1, { revision: 7, title: 'Theirs' })] } })
  await user.clear(title)
  await user.type(title, 'Mine')
  await user.click(screen.getByRole('button', { name: bannerMessages.save }))
  await screen.findByRole('row', { name: 'Title Mine Theirs' })
  answer({ 'PUT /api/admin/banners/1': bannerOf(1, { revision: 8, title: 'Mine' }) })
  await user.click(screen.getByRole('button', { name: conflictMessages.keepMine }))
  await user.click(screen.getByRole('button', { name: bannerMessages.save }))
  await waitFor(() => expect(sent('PUT /api/admin/banners/1').at(-1)).toEqual({ ...FORM, title: 'Mine', revision: 7 }))
})

test('a picture is removed, or replaced by a chosen one, once that is saved, and stays when it is cancelled', async () => {
  const DELETE = 'DELETE /api/admin/banners/1/picture'
  const banner = bannerOf(1, { built_in: 'audio' })
  const { user, sent, store, answer, calls } = await open('/admin/banners/1', { [DELETE]: 500 }, [banner])
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  await screen.findByLabelText(fields.title)
  const remove = marketMessages.removePictureOf({ name: fields.picture })
  await press(remove)
  screen.getByText(previewMessages.pictureNotSaved)
  expect(store.dispatch(hasUnsavedForm())).toBe(true)
  await press(uiMessages.cancel)
  const file = new File(['x'], 'coat.png', { type: 'image/png' })
  await user.upload(screen.getByLabelText(fields.picture, { selector: 'input' }), file)
  expect(screen.getByRole<HTMLImageElement>('img', { name: fields.picture }).src).toMatch(/^blob:/)
  await press(uiMessages.cancel)
  expect([store.dispatch(hasUnsavedForm()), sent(DELETE)]).toEqual([false, []])
  await press(remove)
  await press(previewMessages.savePicture)
  await within(screen.getByRole('main')).findByText(bannerMessages.changeFailed)
  answer({
    [DELETE]: refusal(409, 'newer_revision'),
    'GET /api/admin/banners': { banners: [{ ...banner, picture: '/picture-2' }] },
  })
  await press(previewMessages.savePicture)
  await within(screen.getByRole('main')).findByText(bannerErrors.newer_revision.text)
  await waitFor(() => expect(document.querySelector('[src^="/picture-2"]')).not.toBeNull())
  const LIST = 'GET /api/admin/banners'
  const { promise, resolve } = Promise.withResolvers<void>()
  const removed = { ...banner, picture: '' }
  answer({ [DELETE]: removed, [LIST]: () => promise.then(() => ({ banners: [removed] })) })
  const reads = sent(LIST).length
  await press(previewMessages.savePicture)
  await waitFor(() => expect(sent(LIST)).toHaveLength(reads + 1))
  // Until then another change would be based on the former picture.
  screen.getByText(previewMessages.pictureNotSaved)
  resolve()
  await screen.findByText(bannerMessages.saved)
  expect(screen.queryByText(previewMessages.pictureNotSaved)).toBeNull()
  const bases = calls.filter(({ method }) => method === 'DELETE').map(({ query }) => query.get('from'))
  expect(bases).toEqual([banner.picture, banner.picture, '/picture-2'])
})

test('a new banner is saved first, then it gets its picture', async () => {
  const added = bannerOf(3, { picture: '', state: 'no_picture', title: 'Spring', revision: 1 })
  const { user, sent, answer } = await open('/admin/banners/new', { 'POST /api/admin/banners': added })
  await screen.findByText(bannerMessages.pictureAfterSaving)
  await user.type(screen.getByLabelText(fields.title), 'Spring')
  await user.type(screen.getByLabelText(fields.action), 'Look')
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  answer({ 'GET /api/admin/banners': () => held.then(() => ({ banners: [FIRST, added] })) })
  await user.click(screen.getByRole('button', { name: bannerMessages.save }))
  await waitFor(() => expect(location.pathname).toBe('/admin/banners/3'))
  expect(screen.queryByText(bannerErrors.banner_not_found.text)).toBeNull()
  release()
  await screen.findByRole('heading', { level: 1, name: 'Spring' })
  await screen.findByText(bannerMessages.noPicture)
  screen.getByRole('button', { name: marketMessages.choosePictureOf({ name: fields.picture }) })
  expect(sent('POST /api/admin/banners')).toEqual([
    { ...FORM, title: 'Spring', path: '/', focus_x: '50', focus_y: '50' },
  ])
})
