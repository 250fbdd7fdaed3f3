import type { User } from '@supabase/auth-js'
import { useSelector } from 'react-redux'
import type { Role } from '../../shared/account/constants.ts'
import { displayName, readRole } from '../../shared/account/rules.ts'
import type { AuthState } from './session-slice.ts'

/** Who uses the shop, as far as the browser knows. */
export interface SessionSummary {
  /** False on the server and until the browser has looked into its storage: the first HTML is the same for everyone. */
  ready: boolean
  isLoggedIn: boolean
  isFirstLogin: boolean
  /** Buyer also for visitors. */
  userRole: Role
  /** Empty for visitors. */
  userId: string
  userAvatar: string | null
  displayName: string
  email: string
}

/** The person this browser is signed in as. */
export function useSession(): SessionSummary {
  return summarize(useSelector(({ auth }: { auth: AuthState }) => auth))
}

/** The person whose second sign-in step is still to be done; null when nobody is half-way. */
export function useHalfSignedIn(): User | null {
  return useSelector(({ auth }: { auth: AuthState }) => auth.halfSignedIn)
}

/** The account of the person this browser is signed in as, in the words of the sign-in service. */
export function useAccount(): User | null {
  return useSelector(({ auth }: { auth: AuthState }) => auth.user)
}

/** Reads what the store knows of the person; whatever is missing or of the wrong kind reads as not given. */
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
