// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { savedMessages } from '../../../shared/saved/messages.ts'
import type { SavedResponse } from '../../../shared/saved/schema.ts'
import { answersForCart, productOf } from '../../test/fixtures.ts'
import { openPage } from '../../test/open-page.tsx'

test('a product that a buyer saves while the wish list is loading stays saved', async () => {
  const { promise: late, resolve: arrive } = Promise.withResolvers<SavedResponse>()
  const { user, answer, calls } = await openPage('/product/PRD00001', {
    as: 'buyer',
    answers: {
      ...answersForCart({}).answers,
      'GET /api/products/PRD00001': productOf(),
      'GET /api/saved': () => late,
      'PUT /api/saved/PRD00001': { product_ids: ['PRD00001'] } satisfies SavedResponse,
      '*': 404,
    },
  })
  const reads = () => calls.filter(({ method, path }) => method === 'GET' && path === '/api/saved').length
  await waitFor(() => expect(reads()).toBe(1))
  const heart = screen.getByRole('button', { name: savedMessages.save({ name: 'Desk lamp' }) })
  await user.click(heart)
  await waitFor(() => expect(calls.some(({ method }) => method === 'PUT')).toBe(true))
  answer({ 'GET /api/saved': { product_ids: ['PRD00001'] } satisfies SavedResponse })
  // The wish list as it was before the change.
  arrive({ product_ids: [] })
  await waitFor(() => expect(reads()).toBe(2))
  await waitFor(() => expect(heart.getAttribute('aria-pressed')).toBe('true'))
})
