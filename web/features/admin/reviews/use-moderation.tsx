import { useRef, useState } from 'react'
import { auditMessages } from '../../../../shared/audit/messages.ts'
import { adminReviewMessages } from '../../../../shared/reviews/admin-messages.ts'
import { reviewErrors } from '../../../../shared/reviews/errors.ts'
import type { AdminReview, AdminReviewPage, AdminReviewsQuery } from '../../../../shared/reviews/schema.ts'
import { api } from '../../../api/api.ts'
import { canRetry, failureText } from '../../../api/failure-text.ts'
import { useFailures } from '../../../ui/form/use-failures.ts'
import { showSuccess } from '../../../ui/overlay/toasts.tsx'
import { ReasonDialog } from '../reason-dialog.tsx'

const extraOptions = { signedIn: true }
const reviewPath = (id: string) => `/api/admin/reviews/${encodeURIComponent(id)}`

const reviewsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAdminReviews: build.query<AdminReviewPage, AdminReviewsQuery>({
      query: (list) => ({ url: '/api/admin/reviews', params: { ...list } }),
      extraOptions,
      providesTags: ['Review'],
    }),
    getAdminReview: build.query<AdminReview, string>({
      query: reviewPath,
      extraOptions,
      providesTags: ['Review'],
    }),
    /** Also after a refusal, which usually means that what is shown is outdated. */
    moderateReview: build.mutation<AdminReview, { reviewId: string; act: 'hide' | 'show'; reason: string }>({
      query: ({ reviewId, act, reason }) => ({
        url: `${reviewPath(reviewId)}/${act}`,
        method: 'POST',
        body: { reason },
      }),
      extraOptions: { ...extraOptions, changesCatalog: true },
      invalidatesTags: ['Review', 'Product'],
    }),
  }),
})

export const { useGetAdminReviewsQuery, useGetAdminReviewQuery } = reviewsApi
const { useModerateReviewMutation } = reviewsApi

/** A decision of an admin on a review: `keep` dismisses its reports. */
export type Moderation = 'hide' | 'show' | 'keep'

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

/** Returns what can be done to a review as it is. */
export function moderationsOf({ state, open_reports }: AdminReview): readonly Moderation[] {
  if (state === 'hidden') return ['show']
  return open_reports > 0 ? ['keep', 'hide'] : ['hide']
}

export type Moderations = ReturnType<typeof useModeration>

/** Returns what hides, shows and keeps the reviews of a list, the dialog that asks for a reason, and what failed, by review. */
export function useModeration() {
  const [asked, setAsked] = useState<{ id: string; act: Moderation } | null>(null)
  // What the dialog asks stays while it fades out.
  const last = useRef(asked)
  if (asked) last.current = asked
  const [moderate, { isLoading }] = useModerateReviewMutation()
  const { report, clear, noteAt } = useFailures()

  async function send(id: string, act: Moderation, reason: string): Promise<boolean> {
    clear(id)
    const { error } = await moderate({ reviewId: id, act: act === 'hide' ? 'hide' : 'show', reason })
    setAsked(null)
    if (error) {
      const retry = canRetry(error, reviewErrors) ? () => send(id, act, reason) : undefined
      report(id, { text: failureText(error, reviewErrors, adminReviewMessages.changeFailed), retry })
    } else showSuccess(TEXTS[act].done)
    return !error
  }

  const { id = '', act = 'hide' } = last.current ?? {}
  const { title, text, confirm, hint } = TEXTS[act]
  const dialog = (
    <ReasonDialog
      open={asked !== null}
      name={`${act}-${id}`}
      title={title}
      text={text}
      confirm={confirm}
      hint={hint}
      busy={isLoading}
      onConfirm={async (reason) => asked !== null && send(id, act, reason)}
      onCancel={() => setAsked(null)}
    />
  )
  return {
    dialog,
    ask: (review: AdminReview, wanted: Moderation) => setAsked({ id: review.review_id, act: wanted }),
    failureOf: noteAt,
  }
}
