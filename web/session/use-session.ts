import type { Factor, User, UserIdentity } from '@supabase/auth-js'
import type { Role } from '../../shared/accounts/constants.ts'
import { displayName, readRole } from '../../shared/accounts/rules.ts'
import { useAppSelector } from '../api/app-store.ts'
import type { AuthState } from './session-slice.ts'

/** The user, as far as the browser knows. */
export interface SessionSummary {
  /** False on the server and until the browser has read its storage: the first HTML is the same for every visitor. */
  ready: boolean
  isLoggedIn: boolean
  isFirstLogin: boolean
  /** `buyer` also for visitors. */
  userRole: Role
  /** Empty for visitors. */
  userId: string
  userAvatar: string | null
  displayName: string
  email: string
}

export function useSession(): SessionSummary {
  return summarize(useAppSelector(({ auth }) => auth))
}

/** The user who still has to do the second sign-in step; null when there is none. */
export function useAwaitingSecondFactor(): User | null {
  return useAppSelector(({ auth }) => auth.awaitingSecondFactor)
}

/** The account that this browser is signed in to, as the sign-in service describes it. */
export function useAccount(): User | null {
  return useAppSelector(({ auth }) => auth.user)
}

/** Returns the user's data in the store; missing and malformed parts are undefined. */
export function summarize({ user, ready, isAuthenticated, isFirstLogin }: AuthState): SessionSummary {
  const metadata = user?.user_metadata ?? {}
  const email = typeof user?.email === 'string' ? user.email : ''
  return {
    ready,
    isLoggedIn: isAuthenticated,
    isFirstLogin,
    userRole: readRole(user?.app_metadata?.role ?? metadata.role),
    userId: user?.id ?? '',
    userAvatar: typeof metadata.avatar_url === 'string' ? metadata.avatar_url : null,
    displayName: displayName({ display_name: metadata.display_name, email }),
    email,
  }
}

// Local storage may contain anything: malformed parts are left out.

/** Returns the second factors that an account requires. */
export function verifiedFactorsOf(user: User | null): Factor[] {
  return partsOf<Factor>(user?.factors).filter(({ status }) => status === 'verified')
}

/** Returns the identities a user can sign in with. */
export function identitiesOf(user: User | null): UserIdentity[] {
  return partsOf<UserIdentity>(user?.identities).filter(({ provider }) => typeof provider === 'string')
}

function partsOf<Part extends object>(list: unknown): Part[] {
  return Array.isArray(list) ? list.filter((part) => typeof part === 'object' && part !== null) : []
}
