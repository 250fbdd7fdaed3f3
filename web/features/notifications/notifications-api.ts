import type { Notifications } from '../../../shared/notifications/schema.ts'
import { api } from '../../api/api.ts'

/** The user's notifications. */
export const notificationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getUnread: build.query<number, void>({
      query: () => '/api/notifications',
      transformResponse: ({ unread }: Notifications) => unread,
      providesTags: ['Notification'],
    }),
    /** Pages, newest first; each continues after the last notification of the previous one. */
    getNotifications: build.infiniteQuery<Notifications, void, number | null>({
      query: ({ pageParam }) => `/api/notifications${pageParam === null ? '' : `?after=${pageParam}`}`,
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ has_more, notifications }) =>
          has_more ? notifications.at(-1)?.notification_number : undefined,
      },
      providesTags: ['Notification'],
    }),
    markNotificationsRead: build.mutation<{ unread: number }, number>({
      query: (up_to) => ({ url: '/api/notifications/read', method: 'POST', body: { up_to } }),
      invalidatesTags: ['Notification'],
    }),
  }),
})

/** Polled every minute while the page is visible, and when the user returns to it. */
export const POLLING = {
  pollingInterval: 60_000,
  skipPollingIfUnfocused: true,
  refetchOnFocus: true,
  refetchOnMountOrArgChange: true,
} as const
