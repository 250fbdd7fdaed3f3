import type { AccountSessions } from '../../../shared/auth/sessions-schema.ts'
import type { SignInSettings } from '../../../shared/auth/settings-schema.ts'
import { api } from '../../api/api.ts'

/** How long the ways to sign in are remembered; an operator changes them by a restart. */
const SETTINGS_SECONDS = 600

const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Which ways to sign in this market offers. */
    getSignInSettings: build.query<SignInSettings, void>({
      queryFn: async () => {
        try {
          const answer = await fetch('/auth/v1/settings')
          if (answer.ok) return { data: (await answer.json()) as SignInSettings }
          return { error: { status: answer.status, data: null } }
        } catch (error) {
          return { error: { status: 'FETCH_ERROR', error: String(error) } }
        }
      },
      keepUnusedDataFor: SETTINGS_SECONDS,
    }),
    /** Where the person's account is signed in. */
    getAccountSessions: build.query<AccountSessions, void>({
      query: () => '/api/account/sessions',
      extraOptions: { signedIn: true },
      providesTags: ['Session'],
    }),
  }),
})

export const { useGetSignInSettingsQuery, useGetAccountSessionsQuery } = accountApi
