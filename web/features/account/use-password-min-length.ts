import { MIN_PASSWORD_LENGTH } from '../../../shared/account/constants.ts'
import { useGetSignInSettingsQuery } from './account-api.ts'

/** How many characters a new password has at least in this market; the default until the server has said so. */
export function usePasswordMinLength(): number {
  const { data } = useGetSignInSettingsQuery()
  return data?.password_min_length ?? MIN_PASSWORD_LENGTH
}
