import { api } from '../../api/api.ts'
import type { AppDispatch } from '../../api/app-store.ts'
import { loadAuthClient } from '../../session/auth-client.ts'
import { accountFetched } from '../../session/session-slice.ts'

interface Profile {
  email: string
}

/** The user's own profile. Its name and picture are copied to the session, which all pages show. */
export const profileApi = api.injectEndpoints({
  endpoints: (build) => ({
    getProfile: build.query<Profile, void>({
      queryFn: async (_none, queryApi) => {
        const dispatch = queryApi.dispatch as AppDispatch
        try {
          const auth = await dispatch(loadAuthClient())
          const { data, error } = await auth.getUser()
          if (error) return { error: { status: 'CUSTOM_ERROR', error: error.message } }
          dispatch(accountFetched(data.user))
          return { data: { email: data.user.email ?? '' } }
        } catch (error) {
          return { error: { status: 'FETCH_ERROR', error: String(error) } }
        }
      },
      providesTags: ['Profile'],
    }),
  }),
})

/** Returns the action that refetches what depends on the profile. */
export const profileChanged = () => api.util.invalidateTags(['Profile'])
