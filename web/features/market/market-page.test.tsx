import { screen, waitFor, within } from '@testing-library/dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { conflictMessages } from '../../../shared/kernel/conflict-messages.ts'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import { marketErrors } from '../../../shared/market/errors.ts'
import { marketMessages } from '../../../shared/market/messages.ts'
import type { MarketSettings } from '../../../shared/market/schema.ts'
import { previewMessages } from '../../../shared/previews/messages.ts'
import { hasUnsavedForm } from '../../session/unsaved-forms.ts'
import { type Answers, openPage, refusal } from '../../test/open-page.tsx'

const { fields } = marketMessages

const SETTINGS: MarketSettings = {
  revision: 3,
  name: 'Market Hall',
  about: '',
  contact: 'Hall Street 1\nhello@hall.example',
  facebook: '',
  twitter: '',
  github: '',
  linkedin: '',
  products_link: 'none',
  region: {
    currency: 'USD',
    locale: 'en-US',
    country: '',
    time_zone: 'UTC',
    currency_in_use: false,
    time_zone_set: false,
  },
  brand_color: '',
  accent_color: '',
  logo: '',
  icon: '',
  used: {},
}

async function open(answers: Answers = {}) {
  const reload = vi.spyOn(location, 'reload').mockReturnValue()
  const page = await openPage('/admin/market', {
    as: 'admin',
    answers: { 'GET /api/admin/market': SETTINGS, 'PUT /api/admin/market': SETTINGS, ...answers },
  })
  const name = await screen.findByLabelText<HTMLInputElement>(fields.name)
  const rename = async (text: string) => {
    await page.user.clear(name)
    await page.user.type(name, text)
  }
  const card = (heading = marketMessages.nameAndFooter) => within(screen.getByRole('region', { name: heading }))
  const save = (heading?: string) => page.user.click(card(heading).getByRole('button', { name: marketMessages.save }))
  return { ...page, name, rename, card, save, reload }
}

test('an admin changes the name and the footer; the document, which carries them, is loaded again', async () => {
  const { user, rename, save, sent, reload } = await open()
  await rename('Harbour Market')
  await user.type(screen.getByLabelText(fields.facebook), 'https://facebook.example/harbour')
  await user.selectOptions(screen.getByLabelText(fields.products_link), 'all')
  await save()
  await waitFor(() => expect(reload).toHaveBeenCalled())
  const { revision, used: _used, region: _region, logo: _logo, icon: _icon, ...others } = SETTINGS
  const changes = { name: 'Harbour Market', facebook: 'https://facebook.example/harbour', products_link: 'all' }
  expect(sent('PUT /api/admin/market')).toEqual([{ ...others, ...changes, revision }])
  // Then the page says so.
  expect(history.state.usr).toEqual({ isSaved: true })
})

test.each([
  ['no name', fields.name, ' ', marketMessages.nameNeeded],
  ['a script as address', fields.twitter, 'javascript:alert(1)', marketMessages.linkMalformed],
])('%s is refused beside its field and not sent', async (_what, label, text, problem) => {
  const { user, save, sent } = await open()
  await user.clear(screen.getByLabelText(label))
  await user.type(screen.getByLabelText(label), text)
  await save()
  expect(await within(document.querySelector('main') ?? document.body).findByText(problem)).toBeTruthy()
  expect(sent('PUT /api/admin/market')).toEqual([])
})

test.each([
  [conflictMessages.loadTheirs, 'Theirs'],
  [conflictMessages.keepMine, 'Mine'],
])('after a change by another admin, "%s" goes on from it', async (choice, name) => {
  const page = await open({ 'PUT /api/admin/market': refusal(409, 'newer_revision') })
  const newest = { ...SETTINGS, revision: 4, name: 'Theirs' }
  page.answer({ 'GET /api/admin/market': newest })
  await page.rename('Mine')
  await page.save()
  const row = await screen.findByRole('row', { name: 'Name Mine Theirs' })
  expect(within(row).getByRole('rowheader').textContent).toBe(fields.name)
  page.answer({ 'PUT /api/admin/market': newest })
  await page.user.click(screen.getByRole('button', { name: choice }))
  expect(page.store.dispatch(hasUnsavedForm())).toBe(name === 'Mine')
  await waitFor(() => expect(document.activeElement?.textContent).toBe(marketMessages.save))
  await page.save()
  await waitFor(() => expect(page.sent('PUT /api/admin/market')).toHaveLength(2))
  expect(page.sent('PUT /api/admin/market')[1]).toMatchObject({ name, revision: 4 })
})

test('a preview opens in a window of its own with the values of the form; nothing is saved, and an invalid form opens none', async () => {
  const shown = { location: { replace: vi.fn() }, close: vi.fn() }
  vi.spyOn(window, 'open').mockReturnValue(shown as unknown as Window)
  const address = '/preview/token/'
  const { user, rename, card, sent } = await open({
    'POST /api/admin/market/preview': { address },
    'POST /api/admin/market/region/preview': { address },
  })
  const preview = (heading?: string) => user.click(card(heading).getByRole('button', { name: previewMessages.preview }))
  await rename('Harbour Market')
  await preview()
  await waitFor(() => expect(shown.location.replace).toHaveBeenCalledExactlyOnceWith(address))
  expect(sent('POST /api/admin/market/preview')).toMatchObject([{ name: 'Harbour Market' }])
  await rename(' ')
  await preview()
  await within(screen.getByRole('main')).findByText(marketMessages.nameNeeded)
  await waitFor(() => expect(shown.close).toHaveBeenCalledTimes(1))
  expect([sent('POST /api/admin/market/preview').length, sent('PUT /api/admin/market')]).toEqual([1, []])
  await user.selectOptions(screen.getByLabelText(fields.country), 'Ireland')
  await preview(marketMessages.region)
  await waitFor(() => expect(sent('POST /api/admin/market/region/preview')).toMatchObject([{ country: 'IE' }]))
})

test('an owner chooses country, currency and time zone; the currency stays once there is a product', async () => {
  const { user, card, save, sent, reload } = await open({ 'PUT /api/admin/market/region': SETTINGS })
  const choose = (label: string, option: string) =>
    user.selectOptions(card(marketMessages.region).getByLabelText(label), option)
  await choose(fields.country, 'Ireland')
  await choose(fields.currency, 'EUR – Euro')
  await choose(fields.locale, 'Ireland')
  await choose(fields.time_zone, 'Europe/Dublin')
  await save(marketMessages.region)
  await waitFor(() => expect(reload).toHaveBeenCalled())
  const chosen = { country: 'IE', currency: 'EUR', locale: 'en-IE', time_zone: 'Europe/Dublin' }
  expect(sent('PUT /api/admin/market/region')).toEqual([{ ...chosen, revision: 3 }])

  const region = { ...SETTINGS.region, currency_in_use: true, time_zone_set: true }
  const later = await open({ 'GET /api/admin/market': { ...SETTINGS, region } })
  for (const [label, why] of [
    [fields.currency, marketErrors.currency_in_use.text],
    [fields.time_zone, marketErrors.time_zone_set.text],
  ] as const) {
    expect(later.card(marketMessages.region).getByLabelText<HTMLSelectElement>(label).disabled).toBe(true)
    later.card(marketMessages.region).getByText(why)
  }
})

test('after a change of the region by another admin both are shown, and what cannot be chosen any more is theirs', async () => {
  const page = await open({ 'PUT /api/admin/market/region': refusal(409, 'newer_revision') })
  const region = { ...SETTINGS.region, country: 'FR', currency: 'EUR', currency_in_use: true } as const
  page.answer({ 'GET /api/admin/market': { ...SETTINGS, revision: 4, region } })
  const card = page.card(marketMessages.region)
  await page.user.selectOptions(card.getByLabelText(fields.country), 'Ireland')
  await page.save(marketMessages.region)
  await screen.findByRole('row', { name: 'Country Ireland France' })
  page.answer({ 'PUT /api/admin/market/region': SETTINGS })
  await page.user.click(screen.getByRole('button', { name: conflictMessages.keepMine }))
  await page.save(marketMessages.region)
  await waitFor(() => expect(page.reload).toHaveBeenCalled())
  const saved = { country: 'IE', currency: 'EUR', locale: 'en-US', time_zone: 'UTC', revision: 4 }
  expect(page.sent('PUT /api/admin/market/region')[1]).toEqual(saved)
})

test('a picture that is chosen stays while another form of the page is saved; the document is loaded again once it is cancelled', async () => {
  const { user, rename, save, reload } = await open()
  const file = new File(['x'], 'logo.png', { type: 'image/png' })
  await user.upload(screen.getByLabelText(fields.logo, { selector: 'input' }), file)
  await rename('Harbour Market')
  await save()
  await screen.findByText(marketMessages.saved)
  screen.getByText(previewMessages.pictureNotSaved)
  expect(reload).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: uiMessages.cancel }))
  await waitFor(() => expect(reload).toHaveBeenCalled())
})

test('a picture that could not be sent says so in the words of the page, and is sent again', async () => {
  const send = vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest) {
    this.onerror?.(new ProgressEvent('error'))
  })
  onTestFinished(() => send.mockRestore())
  const { user } = await open()
  const file = new File(['x'], 'logo.png', { type: 'image/png' })
  await user.upload(screen.getByLabelText(fields.logo, { selector: 'input' }), file)
  await user.click(screen.getByRole('button', { name: previewMessages.savePicture }))
  await within(screen.getByRole('main')).findByText(marketMessages.saveFailed)
  await user.click(screen.getByRole('button', { name: uiMessages.retry }))
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2))
})
