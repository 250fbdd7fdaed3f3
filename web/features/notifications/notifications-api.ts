import { MAIL_KINDS } from '../../../shared/notifications/constants.ts'
import type { ChangeMailPreferences, MailPreferences, Notifications } from '../../../shared/notifications/schema.ts'
import { api } from '../../api/api.ts'

const extraOptions = { signedIn: true }

/** The user's notifications, and which mails the user wants. */
const notificationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The newest, for the count of unread ones. */
    getUnread: build.query<number, void>({
      query: () => '/api/notifications',
      extraOptions,
      transformResponse: ({ unread }: Notifications) => unread,
      providesTags: ['Notification'],
    }),
    /** Pages, newest first; each goes on after the last notification of the one before. */
    getNotifications: build.infiniteQuery<Notifications, void, number | null>({
      query: ({ pageParam }) => `/api/notifications${pageParam === null ? '' : `?after=${pageParam}`}`,
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ has_more, notifications }) =>
          has_more ? notifications.at(-1)?.notification_number : undefined,
      },
      extraOptions,
      providesTags: ['Notification'],
    }),
    markNotificationsRead: build.mutation<{ unread: number }, number>({
      query: (up_to) => ({ url: '/api/notifications/read', method: 'POST', body: { up_to } }),
      extraOptions,
      invalidatesTags: ['Notification'],
    }),
    getMailPreferences: build.query<MailPreferences, void>({
      query: () => '/api/notification-preferences',
      extraOptions,
      providesTags: ['MailPreference'],
    }),
    /** Shown at once, and undone when it fails. */
    changeMailPreferences: build.mutation<MailPreferences, ChangeMailPreferences>({
      query: (body) => ({ url: '/api/notification-preferences', method: 'PUT', body }),
      extraOptions,
      onQueryStarted: async ({ preferences }, { dispatch, queryFulfilled }) => {
        const change = notificationsApi.util.updateQueryData('getMailPreferences', undefined, (shown) => {
          for (const { kind, wanted } of preferences) {
            const mail = shown.preferences.find((known) => known.kind === kind)
            if (mail) mail.wanted = wanted
          }
        })
        const patch = dispatch(change)
        await queryFulfilled.catch(patch.undo)
      },
      // Also after a success: a response that was under way before the change would otherwise undo it on the page.
      invalidatesTags: ['MailPreference'],
    }),
  }),
})

export const {
  useGetUnreadQuery,
  useGetNotificationsInfiniteQuery,
  useMarkNotificationsReadMutation,
  useGetMailPreferencesQuery,
  useChangeMailPreferencesMutation,
} = notificationsApi

/** What is asked for again every minute, while the page is visible, and when the user comes back to it. */
export const KEPT_FRESH = {
  pollingInterval: 60_000,
  skipPollingIfUnfocused: true,
  refetchOnFocus: true,
  refetchOnMountOrArgChange: true,
} as const

/** The mails that each role gets, to lay them out while the user's choice loads. */
export const mailsOf = (role: keyof typeof MAIL_KINDS): MailPreferences['preferences'] =>
  MAIL_KINDS[role].map((mail) => ({ ...mail, wanted: true }))
