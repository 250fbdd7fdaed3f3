import { displayName } from '../../../shared/account/rules.ts'
import { api } from '../../api/api.ts'
import { loadAuthClient } from '../../session/auth-client.ts'

interface Profile {
  display_name: string
  email: string
  avatar_url: string | null
}

/** The person's own profile, as the server has it now. */
const profileApi = api.injectEndpoints({
  endpoints: (build) => ({
    getProfile: build.query<Profile, void>({
      queryFn: async () => {
        try {
          const auth = await loadAuthClient()
          const { data, error } = await auth.getUser()
          if (error) return { error: { status: 'CUSTOM_ERROR', error: error.message } }
          const { email = '', user_metadata } = data.user
          return {
            data: {
              display_name: displayName({ display_name: user_metadata.display_name, email }),
              email,
              avatar_url: typeof user_metadata.avatar_url === 'string' ? user_metadata.avatar_url : null,
            },
          }
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
