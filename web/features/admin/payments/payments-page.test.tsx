// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { adminPaymentMessages } from '../../../../shared/payments/admin-messages.ts'
import type { AdminPaymentPage } from '../../../../shared/payments/schema.ts'
import { pageFacts } from '../../../test/desk-fixtures.ts'
import { openPage } from '../../../test/open-page.tsx'

test('an admin sees how much money came and is still to come, and those payments alone', async () => {
  const answer: AdminPaymentPage = {
    payments: [],
    sums: [
      { payment_state: 'paid', amount: 77, is_exact: true },
      { payment_state: 'authorized', amount: 1234.5, is_exact: true },
      { payment_state: 'awaiting_transfer', amount: 9, is_exact: false },
    ],
    ...pageFacts(0),
  }
  const { user, calls } = await openPage('/admin/payments', {
    as: 'admin',
    answers: { 'GET /api/admin/payments': answer, '*': 404 },
    site: { payments: { provider: 'sandbox', isTest: true, takesTransfers: true } },
  })
  const views = within(await screen.findByRole('navigation', { name: adminPaymentMessages.views }))
  await views.findByText('$1,234.50')
  views.getByText('$77.00')
  views.getByText(adminPaymentMessages.moreThan({ amount: '$9.00' }))
  await user.click(views.getByRole('link', { name: /Reserved/ }))
  await waitFor(() => expect(location.search).toBe('?state=authorized'))
  await waitFor(() => expect(calls.at(-1)?.query.get('state')).toBe('authorized'))
  expect(views.getByRole('link', { current: 'page' }).textContent).toContain('Reserved')
})
