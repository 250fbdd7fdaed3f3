import { DEFAULT_MIN_PASSWORD_LENGTH } from '../../../shared/auth/constants.ts'
import { useGetSignInSettingsQuery } from './account-api.ts'

/** Returns the fewest characters of a new password here: as shown, and as checked, which waits for the server's word. */
export function usePasswordMinLength(): { minLength: number; checkedMinLength: number } {
  const { data } = useGetSignInSettingsQuery()
  return {
    minLength: data?.password_min_length ?? DEFAULT_MIN_PASSWORD_LENGTH,
    checkedMinLength: data?.password_min_length ?? 1,
  }
}
