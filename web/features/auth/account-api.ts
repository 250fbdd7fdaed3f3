import { accountMessages } from '../../../shared/accounts/messages.ts'
import { DEFAULT_MIN_PASSWORD_LENGTH } from '../../../shared/auth/constants.ts'
import type { AccountSessions, SignInSettings } from '../../../shared/auth/schema.ts'
import { api } from '../../api/api.ts'
import { type AppDispatch, useAppStore } from '../../api/app-store.ts'
import type { Refusal } from '../../session/call-auth.ts'
import { type SignUpForm, signUp } from '../../session/sign-in.ts'
import { showSuccess } from '../../ui/overlay/toasts.tsx'

/** Sign-in settings change only when the server restarts. */
const SETTINGS_SECONDS = 600

type RefusalData = Refusal & { message: string }

/** Returns why a sign-up failed. */
export function refusalIn(error: unknown): Refusal {
  const { data } = error as { data?: RefusalData }
  return data ?? { text: accountMessages.signUpUnexpected, code: undefined, canRetry: true }
}

export const accountApi = api.injectEndpoints({
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
    /** Creates an account and signs in to it. */
    signUp: build.mutation<null, { form: SignUpForm; returnTo: string }>({
      async queryFn({ form, returnTo }, { dispatch }) {
        const refusal = await (dispatch as AppDispatch)(signUp(form, returnTo))
        if (!refusal) return { data: null }
        const { text, status } = refusal
        const data: RefusalData = { ...refusal, message: text }
        return { error: status ? { status, data } : { status: 'CUSTOM_ERROR', error: text, data } }
      },
    }),
    getAccountSessions: build.query<AccountSessions, void>({
      query: () => '/api/account/sessions',
      providesTags: ['Session'],
    }),
  }),
})

/** Returns the minimum length of new passwords: the one to show, and the one to check, which is 1 until the server's is known. */
export function usePasswordMinLength(): { minLength: number; checkedMinLength: number } {
  const { data } = accountApi.useGetSignInSettingsQuery()
  return {
    minLength: data?.password_min_length ?? DEFAULT_MIN_PASSWORD_LENGTH,
    checkedMinLength: data?.password_min_length ?? 1,
  }
}

/** Returns a function that confirms the sign-in with a toast, unless a second step is still required. */
export function useConfirmSignIn(): () => void {
  const { getState } = useAppStore()
  return () => {
    if (getState().auth.isAuthenticated) showSuccess(accountMessages.signedIn)
  }
}
