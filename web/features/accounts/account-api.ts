import type { AccountSessions } from '../../../shared/auth/sessions-schema.ts'
import type { SignInSettings } from '../../../shared/auth/settings-schema.ts'
import { api } from '../../api/api.ts'

/** How long sign-in settings are cached; they only change when the server restarts. */
const SETTINGS_SECONDS = 600

const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The sign-in methods that this marketplace offers. */
    getSignInSettings: build.query<SignInSettings, void>({
      queryFn: async () => {
        try {
          const response = await fetch('/auth/v1/settings')
          if (response.ok) return { data: (await response.json()) as SignInSettings }
          return { error: { status: response.status, data: null } }
        } catch (error) {
          return { error: { status: 'FETCH_ERROR', error: String(error) } }
        }
      },
      keepUnusedDataFor: SETTINGS_SECONDS,
    }),
    /** The user's sessions on all devices. */
    getAccountSessions: build.query<AccountSessions, void>({
      query: () => '/api/account/sessions',
      extraOptions: { signedIn: true },
      providesTags: ['Session'],
    }),
  }),
})

export const { useGetSignInSettingsQuery, useGetAccountSessionsQuery } = accountApi
