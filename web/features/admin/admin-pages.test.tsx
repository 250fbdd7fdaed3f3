import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { userListMessages } from '../../../shared/accounts/user-list-messages.ts'
import { areaMessages } from '../../../shared/app/area-messages.ts'
import { appMessages } from '../../../shared/app/messages.ts'
import type { AdminAction } from '../../../shared/audit/constants.ts'
import { auditMessages, failedTaskMessages } from '../../../shared/audit/messages.ts'
import type { Activity } from '../../../shared/audit/schema.ts'
import { signInMessages } from '../../../shared/auth/messages.ts'
import { securityMessages } from '../../../shared/auth/security-messages.ts'
import { productListMessages } from '../../../shared/catalog/product-list-messages.ts'
import { listMessages } from '../../../shared/kernel/list-messages.ts'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import { mailSettingsMessages } from '../../../shared/mail/settings-messages.ts'
import { marketMessages } from '../../../shared/market/messages.ts'
import { orderListMessages } from '../../../shared/orders/order-list-messages.ts'
import type { AdminOrder } from '../../../shared/orders/schema.ts'
import { adminReviewMessages } from '../../../shared/reviews/admin-messages.ts'
import type { AdminReviewPage } from '../../../shared/reviews/schema.ts'
import { pageMessages } from '../../../shared/site-pages/admin-messages.ts'
import { statsMessages } from '../../../shared/stats/messages.ts'
import { factorOf, openedSession, SIGN_IN_SETTINGS, storeSession } from '../../test/account-fixtures.ts'
import { ADMIN_STATS, pageFacts } from '../../test/desk-fixtures.ts'
import { orderOf } from '../../test/fixtures.ts'
import { openPage, refusal } from '../../test/open-page.tsx'

const order = (more: Partial<AdminOrder> = {}): AdminOrder => ({
  ...orderOf({ shipping_address: {} as AdminOrder['shipping_address'] }),
  ...{ buyer: { name: 'Sample User', email: null }, lines: [], history: [] },
  ...{ state_source: 'seller_orders', derived_state: 'pending' },
  ...more,
})

const DETAILS = 'GET /api/admin/orders/ORD00001'
const openOrder = (details: unknown, id = 'ORD00001') =>
  openPage(`/admin/orders?track=${id}`, {
    as: 'admin',
    answers: {
      'GET /api/admin/orders': { orders: [], ...pageFacts(0) },
      [DETAILS]: details,
      '*': 404,
    },
  })

test.each(['visitor', 'buyer', 'seller'] as const)(
  'A6: a %s who opens the admin area is redirected home',
  async (who) => {
    // All pages of the area share one layout, which checks the role.
    for (const path of ['/admin', '/admin/users']) {
      await openPage(path, { ...(who !== 'visitor' && { as: who }), answers: { '*': 404 } })
      await waitFor(() => expect(location.pathname).toBe('/'))
    }
  },
)

test('an admin reads that figures could not be reloaded, still sees the previous ones, and can retry', async () => {
  const FIGURES = 'GET /api/admin/stats'
  const open = (stats: unknown) => openPage('/admin', { as: 'admin', answers: { [FIGURES]: stats, '*': 404 } })
  const { user, answer } = await open(ADMIN_STATS)
  await screen.findByText('12,345')
  answer({ [FIGURES]: 500 })
  const goTo = async (name: string) => user.click(screen.getByRole('link', { name }))
  await goTo('Users')
  await screen.findByRole('heading', { level: 1, name: 'Users' })
  await goTo('Dashboard')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(statsMessages.adminStatsFailed))
  screen.getByText('12,345')
  answer({ [FIGURES]: ADMIN_STATS })
  await user.click(screen.getByRole('button', { name: uiMessages.retry }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())

  await open(500)
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(statsMessages.adminStatsFailed))
  expect(screen.queryByText('12,345')).toBeNull()
})

test('an admin reads why a list could not be loaded, in its place and in a toast', async () => {
  await openPage('/admin/products', { as: 'admin', answers: { 'GET /api/admin/products': 500, '*': 404 } })
  const text = productListMessages.productsFailedBecause({ reason: uiMessages.unexpectedError })
  await waitFor(() => expect(screen.getAllByText(text).length).toBeGreaterThan(1))
})

test('an admin sees that an order has no address and no products', async () => {
  await openOrder(order())
  await screen.findByText(orderListMessages.noAddress)
  screen.getByText(orderListMessages.noLines)
})

test('an admin sees an order load, reads that loading failed, and can retry', async () => {
  const { promise, reject } = Promise.withResolvers<unknown>()
  const { user, answer } = await openOrder(() => promise)
  await screen.findByText(listMessages.loading)
  reject(new TypeError('offline'))
  await screen.findByText(orderListMessages.orderFailed({ reason: uiMessages.unexpectedError }))
  answer({ [DETAILS]: order() })
  await user.click(screen.getByRole('button', { name: uiMessages.retry }))
  await screen.findByText(orderListMessages.noAddress)
})

test('an admin reads that an address has a malformed, unknown or no order number', async () => {
  for (const [id, text] of [
    ['', orderListMessages.noOrderId],
    ['ORD99999', orderListMessages.orderNotFound],
    ['nonsense', orderListMessages.orderNotFound],
  ] as const) {
    await openOrder(404, id)
    await screen.findByText(text)
  }
})

test('an admin reads that the state of an order was not changed; the selected state stays', async () => {
  const { user, answer } = await openOrder(order())
  const CHANGE = 'PATCH /api/admin/orders/ORD00001'
  const panel = within(
    await screen.findByRole('region', { name: orderListMessages.orderHeading({ orderId: 'ORD00001' }) }),
  )
  const field = () => panel.findByLabelText<HTMLSelectElement>(orderListMessages.status)
  await user.selectOptions(await field(), 'returned')
  const press = () => user.click(panel.getByRole('button', { name: orderListMessages.updateStatus }))
  answer({ [CHANGE]: refusal(500, 'unexpected_error') })
  await press()
  await panel.findByText(orderListMessages.stateFailed({ reason: uiMessages.unexpectedError }))
  // Reloading the order fails as well.
  const offline = () => Promise.reject(new TypeError('offline'))
  answer({ [CHANGE]: offline, [DETAILS]: offline })
  await press()
  await screen.findAllByText(orderListMessages.stateFailed({ reason: orderListMessages.unknownStateReason }))
  await screen.findByText(orderListMessages.orderFailed({ reason: uiMessages.unexpectedError }))
  expect((await field()).value).toBe('returned')
})

test('an admin without the required second factor sets it up in place of any page, and then reaches the page', async () => {
  const session = openedSession('admin')
  storeSession(session)
  const open = (path: string) =>
    openPage(path, {
      site: { adminSecondFactor: true },
      answers: {
        'GET /auth/v1/settings': SIGN_IN_SETTINGS,
        'GET /auth/v1/user': session.user,
        'GET /api/admin/users': { users: [], total: 0, total_is_exact: true, page: 1, page_size: 20 },
        'POST /auth/v1/factors': { id: 'factor-1', type: 'totp', totp: { qr_code: 'data:,', secret: 'ABCD', uri: '' } },
        'POST /auth/v1/factors/factor-1/challenge': { id: 'challenge-1', type: 'totp', expires_at: 9_999_999_999 },
        'DELETE /auth/v1/factors/factor-1': { id: 'factor-1' },
        'POST /auth/v1/token': session,
        '*': 404,
      },
    })
  const isRequired = async () => {
    await screen.findByText(securityMessages.requiredOfAdmins)
    expect(screen.getAllByRole('heading', { level: 1 }).map((one) => one.textContent)).toEqual([
      securityMessages.heading,
    ])
  }
  for (const path of ['/admin', '/admin/settings']) {
    await open(path)
    await isRequired()
  }
  const { user, answer, calls } = await open('/admin/users')
  await isRequired()
  await waitFor(() => expect(calls.some(({ path }) => path === '/auth/v1/user')).toBe(true))
  await user.click(await screen.findByRole('button', { name: securityMessages.addAuthenticator }))
  await user.click(screen.getByRole('button', { name: signInMessages.continue }))
  const raised = openedSession('admin', { factors: [factorOf()] }, 'aal2')
  const verify = () => {
    answer({ 'GET /auth/v1/user': raised.user })
    return raised
  }
  answer({ 'POST /auth/v1/factors/factor-1/verify': verify })
  await user.type(await screen.findByLabelText(securityMessages.codeFromApp), '123456')
  await user.click(screen.getByRole('button', { name: securityMessages.turnOn }))
  await screen.findByRole('heading', { level: 1, name: userListMessages.users })

  // After its removal the second factor is required again.
  await user.click(screen.getByRole('button', { name: appMessages.accountMenu }))
  await user.click(screen.getByRole('link', { name: areaMessages.settings }))
  await user.click(
    await screen.findByRole('button', {
      name: securityMessages.removeFactor({ name: signInMessages.authenticatorApp }),
    }),
  )
  answer({ 'GET /auth/v1/user': session.user })
  await user.click(
    screen.getByRole('button', {
      name: securityMessages.confirmRemoveFactor({ name: signInMessages.authenticatorApp }),
    }),
  )
  await isRequired()
})

test('an admin sees the tasks that failed for good, and retries one', async () => {
  const TASKS = 'GET /api/admin/tasks'
  const task = { task_number: 7, task: 'send_refund', subject: 'R1', attempts: 25, created_at: '2026-11-20T10:00:00Z' }
  const none = { tasks: [], is_more: false }
  const { user, answer } = await openPage('/admin/activity', {
    as: 'admin',
    answers: {
      'GET /api/admin/activity': { activities: [], total: 0, total_is_exact: true, page: 1, page_size: 20 },
      [TASKS]: 500,
      'POST /api/admin/tasks/7/retry': 500,
      '*': 404,
    },
  })
  await screen.findByText(failedTaskMessages.loadFailed)
  answer({ [TASKS]: { tasks: [{ ...task, failure: 'the provider is away' }], is_more: false } })
  await user.click(screen.getByRole('button', { name: uiMessages.retry }))
  const button = await screen.findByRole('button', { name: /send_refund R1/ })
  expect(screen.getByText(/the provider is away/)).toBeTruthy()
  await user.click(button)
  await screen.findByText(failedTaskMessages.tryAgainFailed)
  answer({ 'POST /api/admin/tasks/7/retry': null, [TASKS]: none })
  await user.click(button)
  await waitFor(() => expect(screen.queryByText(failedTaskMessages.heading)).toBeNull())
})

const openAction = (
  changed: { action: AdminAction; target: string; to: string },
  difference: Activity['difference'],
) => {
  const action = {
    action_number: 7,
    created_at: '2026-11-29T08:00:00.000Z',
    admin_id: 'admin-1',
    admin_name: 'Ada',
    from: null,
    reason: null,
    ...changed,
  }
  return openPage('/admin/activity?entry=7', {
    as: 'admin',
    answers: {
      'GET /api/admin/activity': { activities: [action], total: 1, total_is_exact: true, page: 1, page_size: 20 },
      'GET /api/admin/activity/7': { ...action, difference },
      '*': 404,
    },
  })
}

test('a change of settings shows each changed field before and after', async () => {
  const difference = {
    before: { name: 'Market Hall', products_link: 'none' },
    after: { name: 'Harbour Market', products_link: 'all' },
  }
  await openAction({ action: 'change_market', target: 'market', to: 'name products_link' }, difference)
  const { fields } = marketMessages
  await screen.findByRole('row', { name: `${fields.name} Market Hall Harbour Market` })
  await screen.findByRole('row', {
    name: `${fields.products_link} ${auditMessages.values.none} ${auditMessages.values.all}`,
  })
  expect(screen.getAllByText(`${fields.name}, ${fields.products_link}`)).toHaveLength(2)
})

test('a change of a page or of the mail server is named as its screens name it', async () => {
  const { names } = pageMessages
  const page = { action: 'publish_page', target: 'about', to: 'version' } as const
  await openAction(page, { before: { version: null }, after: { version: 1 } })
  const [link] = await screen.findAllByRole('link', { name: names.about })
  expect(link?.getAttribute('href')).toBe('/admin/pages/about')
  const server = { action: 'mail_server', target: 'mail', to: 'encryption password' } as const
  await openAction(server, {
    before: { encryption: 'tls', password: null },
    after: { encryption: 'none', password: 'changed' },
  })
  const { encryption, encryptions, password } = mailSettingsMessages
  await screen.findByRole('row', { name: `${encryption} ${encryptions.tls} ${encryptions.none}` })
  await screen.findByRole('row', { name: new RegExp(`^${password} .*${auditMessages.values.changed}$`) })
})

test('an admin sorts reviews by their stars, the worst first, and sees the reported ones in a view of their own', async () => {
  const answer: AdminReviewPage = {
    reviews: [
      {
        review_id: 'REV00001',
        rating: 2,
        text: 'Arrived broken.',
        created_at: '2026-01-02T10:00:00.000Z',
        edited_at: null,
        answer: null,
        product_id: 'PRD00001',
        product_name: 'Desk lamp',
        buyer_id: 'buyer-1',
        buyer_name: 'Kim Buyer',
        state: 'shown',
        hidden_reason: null,
        open_reports: 1,
      },
    ],
    ...pageFacts(1),
  }
  const { user, calls } = await openPage('/admin/reviews', {
    as: 'admin',
    answers: { 'GET /api/admin/reviews': answer, '*': 404 },
  })
  const asked = (name: string) => calls.at(-1)?.query.get(name)
  await user.click(await screen.findByRole('link', { name: new RegExp(`^${adminReviewMessages.rating}`) }))
  await waitFor(() => expect([asked('sort'), asked('direction')]).toEqual(['rating', 'asc']))
  await user.click(await screen.findByRole('link', { name: adminReviewMessages.views.reported }))
  await waitFor(() => expect(asked('view')).toBe('reported'))
})
