import type { MouseEvent } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { sessionMessages } from '../../../shared/accounts/session-messages.ts'
import { appMessages } from '../../../shared/app/messages.ts'
import { useAppSelector } from '../../api/app-store.ts'
import { useSite } from '../../api/site.ts'
import { authenticationPath, SIGN_IN_PATH } from '../../session/guards.tsx'
import { useLogout } from '../../session/use-logout.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { showSuccess } from '../../ui/overlay/toasts.tsx'

/** The first focusable element of a page, which skips the menus. */
export function SkipLink() {
  // The browser's own jump would add a history entry that the router does not know, which loses the scroll position and the
  // dialog about unsaved changes.
  function skip(event: MouseEvent) {
    event.preventDefault()
    const main = document.getElementById('main')
    main?.focus({ preventScroll: true })
    main?.scrollIntoView()
  }

  return (
    // biome-ignore lint/a11y/useValidAnchor: it is a link within the page that works without scripts
    <a
      href="#main"
      onClick={skip}
      className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:start-2 focus:z-50 focus:rounded-field focus:bg-ink focus:px-4 focus:py-2.5 focus:font-semibold focus:text-page"
    >
      {appMessages.skipToContent}
    </a>
  )
}

/** The marketplace's logo; without one its icon and name. */
export function Brand() {
  const { logo, name } = useSite().market
  if (logo) return <img src={logo.address} alt={name} width={logo.width} height={32} className="h-8 object-contain" />
  return (
    <>
      <Logo className="size-8 shrink-0" />
      <span className="truncate leading-normal">{name}</span>
    </>
  )
}

/** The marketplace's icon. */
export function Logo({ className }: { className?: string }) {
  const { icon } = useSite().market
  if (icon) return <img src={icon} alt="" className={className} />
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <path d="M5 14h22v12a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2z" className="fill-ink" />
      <path d="M13 20h6v8h-6z" className="fill-page" />
      <path
        d="M6 4h20l4 9a4.5 4.5 0 0 1-8.7 1.2 4.5 4.5 0 0 1-5.3 2.6 4.5 4.5 0 0 1-5.3-2.6A4.5 4.5 0 0 1 2 13z"
        className="fill-[#d7301f]"
      />
    </svg>
  )
}

/** A progress bar for navigations that take longer than 200 ms. */
export function NavigationBar() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return (
    <div aria-hidden className="pointer-events-none fixed inset-x-0 top-0 z-50 h-1 overflow-hidden">
      <div className="navigation-bar h-full w-full origin-left rtl:origin-right bg-brand" />
    </div>
  )
}

/** Shown on every page of a layout after a failed logout. */
export function LogoutFailure({ onRetry }: { onRetry: () => Promise<void> }) {
  const failed = useAppSelector(({ auth }) => auth.logoutFailed)
  return <FailureNote text={failed ? sessionMessages.signOutFailed : null} onRetry={onRetry} className="mx-4 mt-4" />
}

/** Returns the address of the sign-in page that redirects back to the current page. */
export function useSignInPath(): string {
  const { pathname, search } = useLocation()
  if (pathname === SIGN_IN_PATH) return pathname + search
  return pathname === '/' ? SIGN_IN_PATH : authenticationPath(pathname + search)
}

/** Returns a function that logs out with a toast; the user stays on public pages. */
export function useShopLogout(): () => Promise<void> {
  const logout = useLogout()
  return async () => {
    if (await logout()) showSuccess(sessionMessages.loggedOut)
  }
}
