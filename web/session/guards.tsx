import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { Role } from '../../shared/account/constants.ts'
import { Page } from '../ui/page.tsx'
import { LoadingNote, NeedsScripts, Skeleton } from '../ui/skeleton.tsx'
import { useSession } from './use-session.ts'

interface GuardProps {
  /** The page's title, shown until it is known who is there. */
  title: string
  children: ReactNode
}

// These only choose what is shown; what a person may read or change is decided by the server.

/** Shows a page to anyone signed in; others are sent to sign in and come back afterwards. */
export function RequireSignedIn({ title, children }: GuardProps) {
  const { ready, isLoggedIn } = useSession()
  const { pathname, search } = useLocation()
  if (!ready) return <NotKnownYet title={title} />
  if (!isLoggedIn) return <Navigate to={authenticationPath(pathname + search)} replace />
  return children
}

/** Shows a page to buyers and visitors; sellers and admins are sent home. */
export function BuyersAndVisitors({ title, children }: GuardProps) {
  const { ready, isLoggedIn, userRole } = useSession()
  if (!ready) return <NotKnownYet title={title} />
  if (isLoggedIn && userRole !== 'buyer') return <Navigate to="/" replace />
  return children
}

interface OnlyForProps extends GuardProps {
  role: Role
  /** Where everybody else is sent. */
  elsewhere?: string
}

/** Shows an area to people of one role; everybody else is sent home. */
export function OnlyFor({ role, title, elsewhere = '/', children }: OnlyForProps) {
  const { ready, isLoggedIn, userRole } = useSession()
  if (!ready) return <NotKnownYet title={title} />
  if (!isLoggedIn || userRole !== role) return <Navigate to={elsewhere} replace />
  return children
}

/** Where a person signs in, to come back to `from` afterwards. */
export function authenticationPath(from: string, action?: 'buy-now'): string {
  return `/authentication?${new URLSearchParams({ from, ...(action && { action }) })}`
}

function NotKnownYet({ title }: { title: string }) {
  return (
    <Page title={title} personal>
      <LoadingNote />
      <NeedsScripts />
      <Skeleton className="h-72 rounded-2xl" />
    </Page>
  )
}
