import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { rightErrors, rightMessages } from '../../../../shared/accounts/right-messages.ts'
import { areaMessages } from '../../../../shared/app/area-messages.ts'
import { conflictMessages } from '../../../../shared/kernel/conflict-messages.ts'
import { listMessages } from '../../../../shared/kernel/list-messages.ts'
import { staffErrors } from '../../../../shared/staff/errors.ts'
import { emptyDashboardMessages, staffMessages } from '../../../../shared/staff/messages.ts'
import type { Staff, StaffMember } from '../../../../shared/staff/schema.ts'
import { statsMessages } from '../../../../shared/stats/messages.ts'
import { openedSession, storeSession } from '../../../test/account-fixtures.ts'
import { openPage, refusal } from '../../../test/open-page.tsx'

const STAFF: Staff = {
  members: [
    {
      user_id: 'admin-1',
      name: 'Ada',
      email: 'ada@example.com',
      rights: null,
      revision: 1,
      state: 'active',
      has_second_factor: true,
      last_sign_in_at: null,
    },
    {
      user_id: 'admin-2',
      name: 'Bob',
      email: 'bob@example.com',
      rights: ['orders'],
      revision: 4,
      state: 'active',
      has_second_factor: false,
      last_sign_in_at: null,
    },
  ],
  invitations: [],
  second_factor: { is_required: false, by_environment: false },
}
const LIST = 'GET /api/admin/staff'
const INVITE = 'POST /api/admin/staff/invitations'

test('an owner invites, changes and ends rights; a missing choice and refusals are shown where they belong', async () => {
  const answers = { [LIST]: STAFF, '*': 404 }
  const { user, answer, sent, calls } = await openPage('/admin/staff', { as: 'admin', answers })
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
  await user.click(await screen.findByRole('button', { name: staffMessages.invite }))
  const form = await dialog(staffMessages.inviteTitle)
  await user.type(form.getByLabelText(staffMessages.email), 'cleo@example.com')
  await press(staffMessages.sendInvitation)
  form.getByText(staffMessages.chooseOne)
  const box = (right: 'orders' | 'search') =>
    form.getByRole('checkbox', { name: new RegExp(`^${rightMessages.rights[right]}`) })
  await user.click(box('search'))
  answer({ [INVITE]: refusal(409, 'already_staff') })
  await press(staffMessages.sendInvitation)
  await form.findByText(staffErrors.already_staff.text)
  answer({ [INVITE]: 204 })
  await press(staffMessages.sendInvitation)
  await screen.findByText(staffMessages.invited)
  expect(sent(INVITE).at(-1)).toEqual({ email: 'cleo@example.com', rights: ['search'] })

  const choose = async (entry: string) => {
    const row = within(await screen.findByRole('row', { name: /Bob/ }))
    await user.click(row.getByRole('button', { name: listMessages.moreAbout({ name: 'Bob' }) }))
    await user.click(row.getByRole('button', { name: entry }))
  }
  await choose(staffMessages.changeRights)
  const rights = await dialog(staffMessages.changeTitle({ name: 'Bob' }))
  await user.click(rights.getByRole('radio', { name: staffMessages.kindOwner }))
  const PUT = 'PUT /api/admin/staff/admin-2/rights'
  const [ada, bob] = STAFF.members as [StaffMember, StaffMember]
  // Another owner gives a right meanwhile.
  const newer = { ...STAFF, members: [ada, { ...bob, rights: ['orders', 'search'], revision: 5 }] }
  answer({ [PUT]: refusal(409, 'newer_revision'), [LIST]: newer })
  await press(staffMessages.save)
  await rights.findByRole('cell', { name: `${rightMessages.rights.orders}, ${rightMessages.rights.search}` })
  await press(conflictMessages.keepMine)
  answer({ [PUT]: 204 })
  await press(staffMessages.save)
  await waitFor(() =>
    expect(sent(PUT)).toEqual([
      { rights: null, revision: 4 },
      { rights: null, revision: 5 },
    ]),
  )

  await choose(staffMessages.end)
  const question = within(await screen.findByRole('alertdialog', { name: staffMessages.endQuestion }))
  answer({ 'DELETE /api/admin/staff/admin-2': refusal(409, 'last_owner') })
  await user.click(question.getByRole('button', { name: staffMessages.end }))
  await within(screen.getByRole('main')).findByText(staffMessages.endFailed({ reason: staffErrors.last_owner.text }))
  expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
})

const session = openedSession('admin')
const staffOf = (admin_rights: string[]) => ({
  ...session.user,
  app_metadata: { ...session.user.app_metadata, admin_rights },
})

function openAs(path: string, admin_rights: string[]) {
  const user = staffOf(admin_rights)
  storeSession({ ...session, user } as typeof session)
  return openPage(path, { answers: { 'GET /auth/v1/user': user, '*': 404 } })
}

test('A6: staff see the entries and the parts of the dashboard that their rights allow, and elsewhere which right they need', async () => {
  const { calls, user, answer } = await openAs('/admin', ['search'])
  await screen.findByText(emptyDashboardMessages.text)
  const menu = within(screen.getByRole('navigation', { name: areaMessages.adminArea }))
  expect(menu.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    areaMessages.dashboard,
    areaMessages.searches,
  ])
  expect(screen.queryByText(statsMessages.totalSales)).toBeNull()
  expect(calls.filter(({ path }) => path.startsWith('/api/admin/'))).toEqual([])
  // An owner gives another right meanwhile: the next page has it.
  answer({ 'GET /auth/v1/user': staffOf(['search', 'orders']) })
  await user.click(menu.getByRole('link', { name: areaMessages.searches }))
  await menu.findByRole('link', { name: areaMessages.orders })
  await openAs('/admin/orders?track=ORD00001', ['search'])
  await screen.findByText(rightMessages.missing({ right: rightMessages.rights.orders }))
  await openAs('/admin/staff', ['search', 'settings'])
  await screen.findByText(rightErrors.owners_only.text)
})
