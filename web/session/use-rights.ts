import { ADMIN_RIGHTS, hasRight, type RequiredRight } from '../../shared/accounts/rights.ts'
import { useAccount } from './use-session.ts'

/** Returns the function that tells what the admin may do; like every guard of pages it only decides what is shown. */
export function useCan(): (required: RequiredRight) => boolean {
  const given = useAccount()?.app_metadata?.admin_rights
  const rights = Array.isArray(given) ? ADMIN_RIGHTS.filter((right) => given.includes(right)) : null
  return (required) => hasRight(rights, required)
}
