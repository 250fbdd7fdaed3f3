import { type ReactNode, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { Role } from '../../shared/accounts/constants.ts'
import { Page, type PageWidth } from '../ui/page.tsx'
import { LoadingNote, NeedsScripts, Skeleton } from '../ui/skeleton.tsx'
import { useSession } from './use-session.ts'

export const SIGN_IN_PATH = '/authentication'

interface GuardProps {
  /** The page's title, shown until the session is known. */
  title: string
  /** The page's own width, so that nothing moves when the page replaces this. */
  width?: PageWidth
  children: ReactNode
}

// Guards only decide what is shown; the server decides what a user may read or change.

/** Shows a page to signed-in users; visitors are redirected to sign in, and back afterwards. */
export function RequireSignedIn({ title, width, children }: GuardProps) {
  const { ready, isLoggedIn } = useSession()
  const { pathname, search } = useLocation()
  if (!ready) return <PendingSession title={title} width={width} />
  if (!isLoggedIn) return <Navigate to={authenticationPath(pathname + search)} replace />
  return children
}

/** Shows a page to buyers and visitors; sellers and admins are redirected to the home page. */
export function BuyersAndVisitors({ title, width, children }: GuardProps) {
  const { ready, isLoggedIn, userRole } = useSession()
  if (!ready) return <PendingSession title={title} width={width} />
  if (isLoggedIn && userRole !== 'buyer') return <Navigate to="/" replace />
  return children
}

interface RequireRoleProps extends GuardProps {
  role: Role
  /** Where a user who logs out is redirected. */
  redirectTo?: string
}

/**
 * Shows an area to users of one role; others are redirected home. A user whose session ended here signs in again and comes
 * back.
 */
export function RequireRole({ role, title, width, redirectTo, children }: RequireRoleProps) {
  const { ready, isLoggedIn, userRole } = useSession()
  const { pathname, search } = useLocation()
  const [wasShown, setWasShown] = useState(false)
  if (!ready) return <PendingSession title={title} width={width} />
  if (isLoggedIn && userRole === role) {
    if (!wasShown) setWasShown(true)
    return children
  }
  const hasEnded = wasShown && !isLoggedIn
  return <Navigate to={redirectTo ?? (hasEnded ? authenticationPath(pathname + search) : '/')} replace />
}

/** Returns the address of the sign-in page that redirects to `from` afterwards. */
export function authenticationPath(from: string, action?: 'buy-now'): string {
  return `${SIGN_IN_PATH}?${new URLSearchParams({ from, ...(action && { action }) })}`
}

const PENDING_LINES = ['h-5 w-1/3', 'h-5 w-full', 'h-5 w-2/3', 'h-5 w-1/2']

function PendingSession({ title, width }: Omit<GuardProps, 'children'>) {
  return (
    <Page title={title} personal width={width}>
      <LoadingNote />
      <NeedsScripts />
      <div className="grid h-72 content-start gap-4">
        {PENDING_LINES.map((look) => (
          <Skeleton key={look} className={look} />
        ))}
      </div>
    </Page>
  )
}
