import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { bellMessages, unreadText } from '../../../shared/notifications/bell-messages.ts'
import { MAIL_KINDS, type MailKind } from '../../../shared/notifications/constants.ts'
import { emailKindText, notificationMessages } from '../../../shared/notifications/messages.ts'
import type { ChangeMailPreferences, MailPreferences, Notifications } from '../../../shared/notifications/schema.ts'
import { type Answers, openPage } from '../../test/open-page.tsx'

test.each(['seller', 'admin'] as const)('the bar of the %s area has a bell with the unread count', async (role) => {
  const notifications: Notifications = {
    notifications: [
      {
        notification_number: 7,
        kind: 'package_sent',
        facts: { order_id: 'ORD00001', seller: 'Tea House', tracking: 'DHL 1Z999' },
        path: '/order-tracking?orderId=ORD00001',
        created_at: new Date().toISOString(),
        read_at: null,
      },
    ],
    has_more: false,
    unread: 120,
  }
  const { user } = await openPage(`/${role}/settings`, {
    as: role,
    answers: { 'GET /api/notifications': notifications, '*': 404 },
  })
  await user.click(
    await screen.findByRole('link', { name: bellMessages.bell({ unread: 120, shown: unreadText(120) }) }),
  )
  await waitFor(() => expect(location.pathname).toBe(`/${role}/notifications`))
  await within(screen.getByRole('main')).findByText('99+ unread')
})

test('a seller without notifications reads what will appear there', async () => {
  await openPage('/seller/notifications', { as: 'seller', answers: { '*': 404 } })
  await screen.findByText(notificationMessages.nothingYet)
  screen.getByText(notificationMessages.nothingYetText.seller)
})

const PREFERENCES = '/api/notification-preferences'

test.each([
  ['buyer', '/dashboard?tab=profile', 'package_sent', 'order_placed'],
  ['seller', '/seller/settings', 'ship_by_tomorrow', 'new_order'],
  ['admin', '/admin/settings', 'order_late', undefined],
] as const)('a %s turns off optional mails, and reads when that failed', async (role, path, optional, always) => {
  let preferences: MailPreferences['preferences'] = MAIL_KINDS[role].map((mail) => ({ ...mail, wanted: true }))
  const answers: Answers = {
    [`GET ${PREFERENCES}`]: () => ({ preferences }) satisfies MailPreferences,
    [`PUT ${PREFERENCES}`]: ({ body }: { body: ChangeMailPreferences }) => {
      const wanted = new Map(body.preferences.map((change) => [change.kind, change.wanted]))
      preferences = preferences.map((mail) => ({ ...mail, wanted: wanted.get(mail.kind) ?? mail.wanted }))
      return { preferences } satisfies MailPreferences
    },
    '*': 404,
  }
  const { user, answer, sent } = await openPage(path, { as: role, answers })
  const emails = within(await screen.findByRole('region', { name: notificationMessages.emails }))
  const choice = (kind: MailKind) =>
    emails.getByRole<HTMLInputElement>('checkbox', { name: new RegExp(emailKindText(kind)) })
  await waitFor(() => expect(choice(optional).disabled).toBe(false))
  await user.click(choice(optional))
  await waitFor(() =>
    expect(sent(`PUT ${PREFERENCES}`)).toEqual([{ preferences: [{ kind: optional, wanted: false }] }]),
  )
  await waitFor(() => expect(choice(optional).checked).toBe(false))
  if (always) expect(choice(always)).toMatchObject({ disabled: true, checked: true })

  answer({ [`PUT ${PREFERENCES}`]: 503 })
  await user.click(choice(optional))
  await emails.findByText(notificationMessages.changeFailed)
  await waitFor(() => expect(choice(optional).checked).toBe(false))
})
