import { DEFAULT_MIN_PASSWORD_LENGTH } from '../../../shared/auth/constants.ts'
import { useGetSignInSettingsQuery } from './account-api.ts'

/** Returns the minimum length of new passwords: one to show, and one to check with, which is 1 until the server's is known. */
export function usePasswordMinLength(): { minLength: number; checkedMinLength: number } {
  const { data } = useGetSignInSettingsQuery()
  return {
    minLength: data?.password_min_length ?? DEFAULT_MIN_PASSWORD_LENGTH,
    checkedMinLength: data?.password_min_length ?? 1,
  }
}
