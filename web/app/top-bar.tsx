import { type ComponentType, lazy, Suspense, useState } from 'react'
import { appMessages } from '../../shared/app/messages.ts'
import { SearchForm } from '../features/catalog/search-form.tsx'
import { useSession } from '../session/use-session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Menu } from '../ui/icons.tsx'
import { Link } from '../ui/link.tsx'
import { OfflineNote } from '../ui/offline-note.tsx'
import { CartLink } from './cart-link.tsx'
import { Logo } from './logo.tsx'
import type { SideMenuProps } from './side-menu.tsx'
import { useSignInPath } from './use-sign-in-path.ts'

// Loaded only where needed: visitors have no account menu, wide screens no side menu.
// A menu whose code fails to load must not break the page, which does without it until the next load.
const AccountMenu = lazy(() =>
  import('./account-menu.tsx')
    .then((module) => ({ default: module.AccountMenu }))
    .catch(() => ({ default: OwnAvatar })),
)
const SideMenu: ComponentType<SideMenuProps> = lazy(() =>
  import('./side-menu.tsx')
    .then((module) => ({ default: module.SideMenu as ComponentType<SideMenuProps> }))
    .catch(() => ({ default: () => null })),
)

/** The shop's header: logo, search, cart and account. */
export function TopBar() {
  const { isLoggedIn, userRole } = useSession()
  return (
    <header className="print:hidden sticky top-0 z-30 low:static border-b border-line bg-surface">
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5 sm:gap-x-6 lg:px-10">
        <SideMenuButton />
        <Link to="/" className="flex min-h-10 items-center gap-2.5 text-xl font-bold tracking-tight">
          <Logo className="size-8" />
          Openstall
        </Link>
        <div className="order-last w-full sm:order-none sm:w-auto sm:max-w-xl sm:flex-1">
          <SearchForm label={appMessages.searchProducts} clearAfter />
        </div>
        <div className="ml-auto flex items-center gap-2 sm:gap-3">
          {/* Keeps its space, so that nothing moves once the session is known. */}
          <div className="size-10">{(!isLoggedIn || userRole === 'buyer') && <CartLink />}</div>
          <div className="flex min-w-20 justify-end max-sm:hidden">
            <Account />
          </div>
        </div>
      </div>
      <OfflineNote />
    </header>
  )
}

function Account() {
  const { isLoggedIn } = useSession()
  const signInPath = useSignInPath()
  if (isLoggedIn) {
    return (
      <Suspense fallback={<OwnAvatar />}>
        <AccountMenu />
      </Suspense>
    )
  }
  return (
    <ButtonLink to={signInPath} variant="secondary" size="small" className="min-h-10">
      {appMessages.signIn}
    </ButtonLink>
  )
}

function OwnAvatar() {
  const { userAvatar } = useSession()
  return <Avatar src={userAvatar} size={40} className="border border-line" />
}

function SideMenuButton() {
  const [open, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <div className="-mx-2 sm:hidden">
      <Button
        variant="ghost"
        size="icon"
        aria-label={appMessages.openMenu}
        aria-expanded={open}
        aria-haspopup="dialog"
        onClick={() => {
          setWasOpened(true)
          setOpen(true)
        }}
      >
        <Menu aria-hidden className="size-5.5" />
      </Button>
      {wasOpened && (
        <Suspense>
          <SideMenu open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </div>
  )
}
