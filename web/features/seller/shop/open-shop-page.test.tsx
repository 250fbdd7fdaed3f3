import { screen, waitFor, within } from '@testing-library/dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { formatCalendarDay } from '../../../../shared/kernel/calendar.ts'
import { factMessages, shopFormMessages } from '../../../../shared/sellers/messages.ts'
import type { OwnShop } from '../../../../shared/sellers/schema.ts'
import { openPage, refusal } from '../../../test/open-page.tsx'

const FACTS: OwnShop['facts'] = {
  is_trader: null,
  legal_name: '',
  legal_address: '',
  legal_phone: '',
  legal_email: '',
  register_name: '',
  legal_number: '',
  certified_at: null,
  document: null,
}
const DRAFT = { approval_state: 'draft', may_sell: false, asked_at: null, fix_by: null, message: null } as const
const shopOf = (shop: Partial<OwnShop> = {}): OwnShop => ({
  approval: DRAFT,
  facts: FACTS,
  requirements: ['kind', 'legal_name', 'register'],
  product_count: 0,
  revision: 4,
  ...shop,
})
const open = (shop: OwnShop) =>
  openPage('/seller/settings/shop', { as: 'seller', answers: { 'GET /api/seller/shop': shop, '*': 404 } })
const missing = async () =>
  within(await screen.findByRole('list', { name: shopFormMessages.required }))
    .getAllByRole('listitem')
    .filter(({ textContent }) => textContent?.includes(shopFormMessages.missing))
    .map(({ firstChild }) => firstChild?.textContent)

test('a seller declares who sells, sees what is missing, and asks for approval once nothing is', async () => {
  const { user, answer, sent } = await open(shopOf())
  expect(await missing()).toEqual([factMessages.names.kind, factMessages.names.legal_name, factMessages.names.register])
  const ask = () => screen.getByRole<HTMLButtonElement>('button', { name: shopFormMessages.ask })
  expect(ask().disabled).toBe(true)
  // Without a choice nothing is sent.
  await user.click(screen.getByRole('button', { name: shopFormMessages.save }))
  expect((await screen.findAllByText(shopFormMessages.kindNeeded)).length).toBeGreaterThan(0)

  await user.click(screen.getByRole('radio', { name: new RegExp(shopFormMessages.private) }))
  expect(screen.queryByLabelText(shopFormMessages.number)).toBeNull()
  await user.type(screen.getByLabelText(factMessages.names.legal_name), 'Ada Lamp')
  const saved = shopOf({ facts: { ...FACTS, is_trader: false, legal_name: 'Ada Lamp' }, revision: 5 })
  answer({ 'PUT /api/seller/shop': saved, 'GET /api/seller/shop': saved })
  await user.click(screen.getByRole('button', { name: shopFormMessages.save }))
  await screen.findByText(shopFormMessages.saved)
  expect(sent('PUT /api/seller/shop')).toMatchObject([
    { is_trader: false, legal_name: 'Ada Lamp', certified: false, revision: 4 },
  ])
  // The register is a matter of traders.
  await waitFor(async () => expect(await missing()).toEqual([]))

  answer({ 'POST /api/seller/shop/ask': refusal(409, 'facts_missing') })
  await user.click(ask())
  expect((await screen.findAllByText(/missing details/)).length).toBeGreaterThan(0)
  const asked = shopOf({ ...saved, approval: { ...DRAFT, approval_state: 'asked', asked_at: '2026-01-02T00:00:00Z' } })
  answer({ 'POST /api/seller/shop/ask': asked, 'GET /api/seller/shop': asked })
  await user.click(ask())
  await screen.findByText(shopFormMessages.explained.asked)
  expect(screen.queryByRole('button', { name: shopFormMessages.ask })).toBeNull()
})

test('a seller reads why the shop was refused, and until when a correction is due', async () => {
  const refused = { ...DRAFT, approval_state: 'refused', message: 'No address' } as const
  await open(shopOf({ approval: refused }))
  await screen.findByText(shopFormMessages.reason({ reason: 'No address' }))
  await open(shopOf({ approval: { ...DRAFT, approval_state: 'fix_by', may_sell: true, fix_by: '2999-03-01' } }))
  await screen.findByText(shopFormMessages.explained.fix_by({ day: formatCalendarDay('2999-03-01'), sells: 'true' }))
})

test('details are saved on the revision that was read with them', async () => {
  const { user, answer, sent } = await open(shopOf({ facts: { ...FACTS, is_trader: false, legal_name: 'Ada' } }))
  await user.type(await screen.findByLabelText(factMessages.names.legal_name), ' Lamp')
  answer({ 'GET /api/seller/shop': shopOf({ facts: { ...FACTS, legal_name: 'Other' }, revision: 9 }) })
  dispatchEvent(new Event('online'))
  await waitFor(() => expect(sent('GET /api/seller/shop')).toHaveLength(2))
  await user.click(screen.getByRole('button', { name: shopFormMessages.save }))
  await waitFor(() => expect(sent('PUT /api/seller/shop')).toMatchObject([{ legal_name: 'Ada Lamp', revision: 4 }]))
})

test('a document whose sending makes no progress for a minute has failed', async () => {
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockReturnValue()
  vi.spyOn(XMLHttpRequest.prototype, 'abort').mockImplementation(function (this: XMLHttpRequest) {
    this.dispatchEvent(new Event('abort'))
  })
  const { user } = await open(shopOf())
  const field = await screen.findByLabelText(shopFormMessages.document, { selector: 'input' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  await user.upload(field, new File(['%PDF'], 'card.pdf', { type: 'application/pdf' }))
  await screen.findByRole('progressbar')
  vi.advanceTimersByTime(60_000)
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect((await screen.findAllByText(shopFormMessages.documentFailed)).length).toBeGreaterThan(0)
})
