import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { accountMessages } from '../../../../shared/accounts/messages.ts'
import type { AdminUser } from '../../../../shared/accounts/schema.ts'
import { userListMessages, userListTexts } from '../../../../shared/accounts/user-list-messages.ts'
import { auditMessages } from '../../../../shared/audit/messages.ts'
import { listMessages } from '../../../../shared/kernel/list-messages.ts'
import { uiMessages } from '../../../../shared/kernel/messages.ts'
import { activityOf, adminUserOf, pageFacts } from '../../../test/desk-fixtures.ts'
import { type Answers, openPage } from '../../../test/open-page.tsx'

const LIST = 'GET /api/admin/users'
const ACTIVITY = 'GET /api/admin/activity'
const listOf = (...users: AdminUser[]) => ({ users, ...pageFacts(users.length) })

async function open(users: AdminUser[], { query = '', more = {} as Answers } = {}) {
  const page = await openPage(`/admin/users${query}`, {
    as: 'admin',
    answers: {
      [LIST]: listOf(...users),
      'GET /api/admin/users/seller-1/open-orders': { selling: 2, buying: 0 },
      [ACTIVITY]: { activities: [activityOf()], ...pageFacts(1) },
      '*': 404,
      ...more,
    },
  })
  const row = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(name) }))
  const choose = async (email: string, entry: string) => {
    await page.user.click((await row(email)).getByRole('button', { name: listMessages.moreAbout({ name: 'Ada' }) }))
    await page.user.click((await row(email)).getByRole('button', { name: entry }))
  }
  const listed = () => page.calls.filter(({ path }) => path === '/api/admin/users').map(({ query: sent }) => sent)
  return { ...page, row, choose, listed }
}

test('an admin finds an account, confirms its suspension, and reinstates it; repeated presses send each request once', async () => {
  const { user, row, choose, answer, sent, calls, listed } = await open([adminUserOf()])
  await user.type(screen.getByLabelText(userListTexts.search), 'ADA@example.com{Enter}')
  await waitFor(() => expect(listed().at(-1)?.get('q')).toBe('ADA@example.com'))
  const ada = () => row('ada@example.com')
  ;(await ada()).getByText(userListMessages.active)
  ;(await ada()).getByText(accountMessages.roles.seller)
  const ask = async () => {
    await choose('ada@example.com', userListMessages.suspend)
    return within(await screen.findByRole('alertdialog', { name: userListMessages.confirmSuspend }))
  }
  await user.click((await ask()).getByRole('button', { name: uiMessages.cancel }))
  expect(sent('POST /api/admin/users/seller-1/suspend')).toEqual([])
  const question = await ask()
  await question.findByText(new RegExp(userListMessages.openSelling({ count: 2 })))
  await user.type(question.getByLabelText(auditMessages.reason), 'Fraud')
  const suspended = adminUserOf({ state: 'suspended' })
  answer({ 'POST /api/admin/users/seller-1/suspend': suspended, [LIST]: listOf(suspended) })
  await user.click(question.getByRole('button', { name: userListMessages.suspend }))
  await screen.findByText(userListMessages.accountSuspended)
  await (await ada()).findByText(userListMessages.suspended)
  expect(sent('POST /api/admin/users/seller-1/suspend')).toEqual([{ reason: 'Fraud' }])

  answer({ 'POST /api/admin/users/seller-1/reinstate': adminUserOf(), [LIST]: listOf(adminUserOf()) })
  await user.click((await ada()).getByRole('button', { name: listMessages.moreAbout({ name: 'Ada' }) }))
  const reinstate = (await ada()).getByRole('button', { name: userListMessages.reinstate })
  for (let presses = 0; presses < 3; presses++) reinstate.click()
  await screen.findByText(userListMessages.accountReinstated)
  await (await ada()).findByText(userListMessages.active)
  expect(calls.filter(({ path }) => path.endsWith('/reinstate'))).toHaveLength(1)
  expect(screen.getAllByText(userListMessages.accountReinstated)).toHaveLength(1)
})

test('an admin reads beside an account that suspending or reinstating it failed, and can retry there', async () => {
  const SUSPEND = 'POST /api/admin/users/seller-1/suspend'
  const REINSTATE = 'POST /api/admin/users/seller-1/reinstate'
  const { user, choose, answer } = await open([adminUserOf()], { more: { [SUSPEND]: 500, [REINSTATE]: 500 } })
  const suspended = adminUserOf({ state: 'suspended' })
  const isRetried = async (failure: string, done: string, answers: Answers) => {
    const shown = await waitFor(() => {
      const found = within(screen.getByRole('main'))
        .getAllByRole('alert')
        .find(({ textContent }) => textContent?.includes(failure))
      return within(found as HTMLElement)
    })
    answer(answers)
    await user.click(shown.getByRole('button', { name: uiMessages.retry }))
    await screen.findByText(done)
    await waitFor(() => expect(within(screen.getByRole('main')).queryByRole('alert')).toBeNull())
  }
  await choose('ada@example.com', userListMessages.suspend)
  const question = within(await screen.findByRole('alertdialog', { name: userListMessages.confirmSuspend }))
  await user.click(question.getByRole('button', { name: userListMessages.suspend }))
  await isRetried(userListMessages.suspendFailed({ reason: '' }), userListMessages.accountSuspended, {
    ...{ [SUSPEND]: suspended, [LIST]: listOf(suspended) },
  })
  await choose('ada@example.com', userListMessages.reinstate)
  await isRetried(userListMessages.reinstateFailed({ reason: '' }), userListMessages.accountReinstated, {
    ...{ [REINSTATE]: adminUserOf(), [LIST]: listOf(adminUserOf()) },
  })
})

test('admins cannot suspend their own accounts', async () => {
  const { user, row } = await open([
    adminUserOf({ user_id: 'admin-1', name: 'Own', email: 'own@example.com', role: 'admin' }),
  ])
  const own = await row('own@example.com')
  own.getByText(userListMessages.you)
  await user.click(own.getByRole('button', { name: listMessages.moreAbout({ name: 'Own' }) }))
  own.getByRole('button', { name: userListMessages.details })
  expect(own.queryByRole('button', { name: userListMessages.suspend })).toBeNull()
})

test('an admin opens an account by keyboard, reads its latest activity, and closes it; the focus returns to the row', async () => {
  const { user } = await open([adminUserOf()], {
    query: '?sort=name&direction=asc',
    more: { 'GET /api/admin/users/seller-1': adminUserOf() },
  })
  await screen.findByRole('row', { name: /ada@example.com/ })
  await user.keyboard('j{Enter}')
  await waitFor(() => expect(location.search).toBe('?sort=name&direction=asc&user=seller-1'))
  const panel = await screen.findByRole('region', { name: 'Ada' })
  await within(panel).findByText(
    auditMessages.actionHeading({ action: auditMessages.actions.flash_sale, target: 'PRD00001' }),
  )
  expect(panel.contains(document.activeElement)).toBe(true)
  await user.click(within(panel).getByRole('button', { name: userListMessages.closeUser }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Ada' })).toBeNull())
  expect(location.search).toBe('?sort=name&direction=asc')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('row', { name: /ada@example.com/ })))
})

test('an admin opens an entry of the activity log, which the address names, and sorts the log by its columns', async () => {
  const answers: Answers = {
    [ACTIVITY]: { activities: [activityOf()], ...pageFacts(1) },
    'GET /api/admin/activity/1': activityOf(),
    '*': 404,
  }
  const changed = auditMessages.changed({ from: auditMessages.values.false, to: auditMessages.values.true })
  const { user } = await openPage('/admin/activity?q=PRD00001', { as: 'admin', answers })
  await user.click(within(await screen.findByRole('row', { name: /Mo Warden/ })).getByText(changed))
  const heading = auditMessages.actionHeading({ action: auditMessages.actions.flash_sale, target: 'PRD00001' })
  const panel = () => screen.findByRole('region', { name: heading })
  await within(await panel()).findByText(auditMessages.noReason)
  expect(location.search).toBe('?q=PRD00001&entry=1')
  const again = await openPage('/admin/activity?q=PRD00001&entry=1', { as: 'admin', answers })
  await within(await panel()).findByText(changed)
  await again.user.click(within(screen.getByRole('table')).getByRole('link', { name: auditMessages.admin }))
  await waitFor(() => expect(location.search).toBe('?q=PRD00001&sort=admin&direction=asc'))
})
