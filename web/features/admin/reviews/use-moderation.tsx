import { useState } from 'react'
import { auditMessages } from '../../../../shared/audit/messages.ts'
import { adminReviewMessages } from '../../../../shared/reviews/admin-messages.ts'
import { reviewErrors } from '../../../../shared/reviews/errors.ts'
import type { AdminReview, AdminReviewPage, AdminReviewsQuery } from '../../../../shared/reviews/schema.ts'
import { api } from '../../../api/api.ts'
import { useCalls } from '../../../session/use-calls.ts'
import { ReasonDialog } from '../reason-dialog.tsx'

const reviewPath = (id: string) => `/api/admin/reviews/${encodeURIComponent(id)}`

export const adminReviewsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAdminReviews: build.query<AdminReviewPage, AdminReviewsQuery>({
      query: (list) => ({ url: '/api/admin/reviews', params: { ...list } }),
      providesTags: ['Review'],
    }),
    getAdminReview: build.query<AdminReview, string>({
      query: reviewPath,
      providesTags: ['Review'],
    }),
    /** Also invalidates on failure: a refusal usually means stale data. */
    moderateReview: build.mutation<AdminReview, { reviewId: string; action: 'hide' | 'show'; reason: string }>({
      query: ({ reviewId, action, reason }) => ({
        url: `${reviewPath(reviewId)}/${action}`,
        method: 'POST',
        body: { reason },
      }),
      extraOptions: { changesCatalog: true },
      invalidatesTags: ['Review', 'Product'],
    }),
  }),
})

/** A decision of an admin on a review: `keep` dismisses its reports. */
type Moderation = 'hide' | 'show' | 'keep'

const TEXTS = {
  hide: {
    title: adminReviewMessages.hideTitle,
    text: adminReviewMessages.hideText,
    confirm: adminReviewMessages.hide,
    hint: adminReviewMessages.reasonSeen,
    done: adminReviewMessages.hidden,
  },
  show: {
    title: adminReviewMessages.showTitle,
    text: adminReviewMessages.showText,
    confirm: adminReviewMessages.show,
    hint: auditMessages.reasonRecorded,
    done: adminReviewMessages.shown,
  },
  keep: {
    title: adminReviewMessages.keepTitle,
    text: adminReviewMessages.keepText,
    confirm: adminReviewMessages.keep,
    hint: auditMessages.reasonRecorded,
    done: adminReviewMessages.kept,
  },
} as const

/** Returns the decisions that a review allows. */
export function moderationsOf({ state, open_reports }: AdminReview): readonly Moderation[] {
  if (state === 'hidden') return ['show']
  return open_reports > 0 ? ['keep', 'hide'] : ['hide']
}

export type Moderations = ReturnType<typeof useModeration>

/** Returns the function that opens the moderation dialog of a review, the dialog, and failures by review. */
export function useModeration() {
  const [pending, setPending] = useState<{ id: string; action: Moderation } | null>(null)
  const [moderate, { isLoading }] = adminReviewsApi.useModerateReviewMutation()
  const { call, noteAt } = useCalls(reviewErrors)

  function send(id: string, action: Moderation, reason: string): Promise<boolean> {
    const decision = { reviewId: id, action: action === 'hide' ? 'hide' : 'show', reason } as const
    const texts = { done: TEXTS[action].done, failed: adminReviewMessages.changeFailed }
    return call(id, () => moderate(decision).finally(() => setPending(null)), texts)
  }

  const { id = '', action = 'hide' } = pending ?? {}
  const { title, text, confirm, hint } = TEXTS[action]
  const dialog = (
    <ReasonDialog
      open={pending !== null}
      name={`${action}-${id}`}
      title={title}
      text={text}
      confirm={confirm}
      hint={hint}
      busy={isLoading}
      onConfirm={async (reason) => pending !== null && send(id, action, reason)}
      onCancel={() => setPending(null)}
    />
  )
  return {
    dialog,
    ask: (review: AdminReview, wanted: Moderation) => setPending({ id: review.review_id, action: wanted }),
    failureOf: noteAt,
  }
}
