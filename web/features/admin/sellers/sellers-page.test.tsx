import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { rightMessages } from '../../../../shared/accounts/right-messages.ts'
import { conflictMessages } from '../../../../shared/kernel/conflict-messages.ts'
import { listMessages } from '../../../../shared/kernel/list-messages.ts'
import { adminSellerMessages } from '../../../../shared/sellers/admin-messages.ts'
import { shopErrors } from '../../../../shared/sellers/errors.ts'
import { factMessages } from '../../../../shared/sellers/messages.ts'
import type { AdminSeller } from '../../../../shared/sellers/schema.ts'
import { METHOD } from '../../../../tests/support/delivery.ts'
import { pageFacts } from '../../../test/desk-fixtures.ts'
import { openPage, refusal } from '../../../test/open-page.tsx'

const sellerOf = (seller: Partial<AdminSeller> = {}): AdminSeller => ({
  seller_id: 'seller-1',
  name: 'Ada',
  handle: 'ada',
  email: 'ada@example.com',
  is_suspended: false,
  revision: 3,
  approval_state: 'asked',
  may_sell: false,
  asked_at: '2026-01-02T00:00:00Z',
  fix_by: null,
  message: null,
  decided_at: null,
  facts: {
    is_trader: true,
    legal_name: 'Ada Lamps',
    legal_address: '1 Quay',
    legal_phone: '',
    legal_email: '',
    register_name: 'Companies House',
    legal_number: '12',
    certified_at: null,
    document: { mimetype: 'application/pdf', size: 9, stored_at: '2026-01-02T00:00:00Z' },
  },
  ...seller,
})
const SETTINGS = { seller_approval: true, requirements: ['document'], revision: 7 }
const DECIDE = 'POST /api/admin/sellers/seller-1/decision'
const answersFor = (seller: AdminSeller, settings: object = SETTINGS) => ({
  'GET /api/admin/sellers': { sellers: [seller], ...pageFacts(1) },
  'GET /api/admin/sellers/seller-1': seller,
  'GET /api/admin/seller-approval': settings,
  '*': 404,
})
const open = (query = '', settings: object = SETTINGS) =>
  openPage(`/admin/users/sellers${query}`, { as: 'admin', answers: answersFor(sellerOf(), settings) })

test('an admin reads what a seller declares beside the document, and approves or asks for a correction', async () => {
  const { user, answer, sent } = await open('?seller=seller-1')
  const panel = within(await screen.findByRole('region', { name: 'Ada' }))
  await panel.findByText('Companies House, 12')
  panel.getByRole('button', { name: factMessages.download })

  await user.click(panel.getByRole('button', { name: adminSellerMessages.fix }))
  const dialog = within(await screen.findByRole('dialog', { name: adminSellerMessages.confirmFix }))
  const send = dialog.getByRole('button', { name: adminSellerMessages.fix })
  await user.click(send)
  await dialog.findByText(adminSellerMessages.reasonNeeded)
  await user.type(dialog.getByLabelText(adminSellerMessages.reason), 'A newer document')
  await user.type(dialog.getByLabelText(adminSellerMessages.fixByDay), '2020-01-31')
  answer({ [DECIDE]: refusal(400, 'fix_by_out_of_range') })
  await user.click(send)
  await dialog.findByText(/from today on/)
  const response = Promise.withResolvers<AdminSeller>()
  answer({ [DECIDE]: () => response.promise })
  await user.click(send)
  await user.keyboard('{Escape}')
  dialog.getByLabelText(adminSellerMessages.reason)
  response.resolve(sellerOf())
  await screen.findByText(adminSellerMessages.fixAsked)
  expect(sent(DECIDE).at(-1)).toEqual({
    decision: 'fix',
    reason: 'A newer document',
    fix_by: '2020-01-31',
    revision: 3,
  })

  answer({ [DECIDE]: refusal(403, 'right_missing', '', { right: 'sellers' }) })
  await user.click(await panel.findByRole('button', { name: adminSellerMessages.approve }))
  const reason = rightMessages.missing({ right: rightMessages.rights.sellers })
  await panel.findByText(adminSellerMessages.failed({ reason }))
  const approved = sellerOf({ approval_state: 'approved', may_sell: true })
  answer({ ...answersFor(approved), [DECIDE]: approved })
  await user.click(panel.getByRole('button', { name: adminSellerMessages.approve }))
  await screen.findByText(adminSellerMessages.approved)
  expect(sent(DECIDE).at(-1)).toEqual({ decision: 'approve', revision: 3 })
  await waitFor(() => expect(panel.queryByRole('button', { name: adminSellerMessages.approve })).toBeNull())
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Ada'))
})

test('an admin reads how a seller delivers, and filters by who has no method', async () => {
  const { user, answer, calls } = await open('?seller=seller-1')
  const panel = within(await screen.findByRole('region', { name: 'Ada' }))
  await panel.findByText(adminSellerMessages.freeEverywhere)
  const method = { ...METHOD, method_id: 'post', revision: 1, name: 'Post', destinations: ['AT'], active: false }
  answer(answersFor(sellerOf({ delivery_methods: [method] })))
  await user.selectOptions(screen.getByLabelText(adminSellerMessages.deliveryOf), adminSellerMessages.withoutMethod)
  await waitFor(() => expect(calls.some(({ query }) => query.get('delivery') === 'none')).toBe(true))
  await user.click(await screen.findByRole('button', { name: listMessages.moreAbout({ name: 'Ada' }) }))
  await user.click(screen.getByRole('button', { name: adminSellerMessages.details }))
  await screen.findByText(adminSellerMessages.methodOff({ name: 'Post' }))
  screen.getByText('Austria · $4.90 · 1–3 days')
})

test('an admin switches approval on and chooses what sellers must declare; until then nothing is decided', async () => {
  const off = { seller_approval: false, requirements: [], revision: 7 }
  const { user, answer, sent } = await open('', off)
  await user.click(await screen.findByRole('button', { name: listMessages.moreAbout({ name: 'Ada' }) }))
  expect(screen.queryByRole('button', { name: adminSellerMessages.approve })).toBeNull()
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: adminSellerMessages.settings }))
  const dialog = within(await screen.findByRole('dialog', { name: adminSellerMessages.settings }))
  await user.click(dialog.getByRole('checkbox', { name: adminSellerMessages.on }))
  await user.click(dialog.getByRole('checkbox', { name: factMessages.names.legal_phone }))
  const PUT = 'PUT /api/admin/seller-approval'
  // Another admin requires something else meanwhile.
  const newer = { ...off, requirements: ['legal_email'], revision: 8 }
  answer({ [PUT]: refusal(409, 'newer_revision'), 'GET /api/admin/seller-approval': newer })
  await user.click(dialog.getByRole('button', { name: adminSellerMessages.save }))
  await dialog.findByRole('cell', { name: factMessages.names.legal_email })
  await user.click(dialog.getByRole('button', { name: conflictMessages.keepMine }))
  answer({ [PUT]: { ...SETTINGS, revision: 9 } })
  await user.click(dialog.getByRole('button', { name: adminSellerMessages.save }))
  await screen.findByText(adminSellerMessages.saved)
  const wanted = { seller_approval: true, requirements: ['legal_phone'] }
  expect(sent(PUT)).toEqual([
    { ...wanted, revision: 7 },
    { ...wanted, revision: 8 },
  ])
})

test('an admin repeats a decision after the seller has changed, with the newest details and the reason already filled in', async () => {
  const { user, answer, sent } = await open('?seller=seller-1')
  const panel = within(await screen.findByRole('region', { name: 'Ada' }))
  const decide = async () => {
    await user.click(await panel.findByRole('button', { name: adminSellerMessages.refuse }))
    return within(await screen.findByRole('dialog', { name: adminSellerMessages.confirmRefuse }))
  }
  const first = await decide()
  await user.type(first.getByLabelText(adminSellerMessages.reason), 'No document')
  const newer = sellerOf({ revision: 4 })
  answer({ ...answersFor(newer), [DECIDE]: refusal(409, 'newer_revision') })
  await user.click(first.getByRole('button', { name: adminSellerMessages.refuse }))
  await first.findByText(shopErrors.newer_revision.text)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  answer({ [DECIDE]: newer })
  await user.click((await decide()).getByRole('button', { name: adminSellerMessages.refuse }))
  await screen.findByText(adminSellerMessages.refused)
  expect(sent(DECIDE)[1]).toEqual({ decision: 'refuse', reason: 'No document', revision: 4 })
})
