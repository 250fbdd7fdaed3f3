// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { adminReviewMessages } from '../../../../shared/reviews/admin-messages.ts'
import type { AdminReviewPage } from '../../../../shared/reviews/schema.ts'
import { pageFacts } from '../../../test/desk-fixtures.ts'
import { openPage } from '../../../test/open-page.tsx'

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
