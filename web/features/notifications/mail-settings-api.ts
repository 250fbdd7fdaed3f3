import { MAIL_KINDS } from '../../../shared/notifications/constants.ts'
import type { ChangeMailPreferences, MailPreferences } from '../../../shared/notifications/schema.ts'
import { api } from '../../api/api.ts'

const extraOptions = { signedIn: true }

/** Which mails the user wants; apart from the notifications, which the menu of every page counts. */
const mailSettingsApi = api.injectEndpoints({
  endpoints: (build) => ({
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
        const change = mailSettingsApi.util.updateQueryData('getMailPreferences', undefined, (shown) => {
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

export const { useGetMailPreferencesQuery, useChangeMailPreferencesMutation } = mailSettingsApi

/** The mails that each role gets, to lay them out while the user's choice loads. */
export const mailsOf = (role: keyof typeof MAIL_KINDS): MailPreferences['preferences'] =>
  MAIL_KINDS[role].map((mail) => ({ ...mail, wanted: true }))
