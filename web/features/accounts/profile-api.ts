import { api } from '../../api/api.ts'
import type { AppDispatch } from '../../api/app-store.ts'
import { loadAuthClient } from '../../session/auth-client.ts'
import { accountFetched } from '../../session/session-slice.ts'

interface Profile {
  email: string
}

/** The person's own profile, as the server has it now; name and picture reach the session, which everything shows. */
const profileApi = api.injectEndpoints({
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

export const { useGetProfileQuery } = profileApi

/** What has to be fetched again after a change of the profile. */
export const profileChanged = () => api.util.invalidateTags(['Profile'])
