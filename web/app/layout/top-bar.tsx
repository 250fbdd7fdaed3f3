import { type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { appMessages } from '../../../shared/app/messages.ts'
import { useCartCount } from '../../features/cart/use-cart.ts'
import { SearchForm } from '../../features/catalog/search/search-form.tsx'
import { useSession } from '../../session/use-session.ts'
import { Awning } from '../../ui/awning.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Menu, ShoppingCart } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { lazyCode, Nothing } from '../../ui/load-code.ts'
import { OfflineNote } from '../../ui/offline-note.tsx'
import { Avatar } from '../../ui/pictures/avatar.tsx'
import { StaticPart } from '../../ui/static-part.tsx'
import { CategoryRow } from './category-row.tsx'
import { Brand, useSignInPath } from './layout-parts.tsx'

/** The search row stays open within this distance from the top of the page. */
const TOP_PX = 80
/** Ignores the jitter of a resting finger. */
const MOVED_PX = 8

function useFoldOnScroll(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // Counts scrolling before hydration.
    let before = 0
    const onScroll = () => {
      const moved = scrollY - before
      if (Math.abs(moved) < MOVED_PX && scrollY > TOP_PX) return
      element.current?.toggleAttribute('data-folded', moved > 0 && scrollY > TOP_PX)
      before = scrollY
    }
    onScroll()
    addEventListener('scroll', onScroll, { passive: true })
    return () => removeEventListener('scroll', onScroll)
  }, [element])
}

// Visitors need no account menu, wide screens no side menu. A menu whose code fails to load is left out until the next load.
const AccountMenu = lazyCode(async () => (await import('./account-menu.tsx')).AccountMenu, OwnAvatar)
const SideMenu = lazyCode(async () => (await import('./side-menu.tsx')).SideMenu, Nothing)

/**
 * The shop's header: logo, search, account and cart. On phones the search is in a second row, which hides behind the first
 * one on scrolling down.
 */
export function TopBar() {
  const { isLoggedIn, userRole } = useSession()
  const search = useRef<HTMLDivElement>(null)
  useFoldOnScroll(search)
  return (
    <>
      <header className="print:hidden sticky top-0 z-30 low:relative max-sm:mb-19">
        <div className="bg-surface">
          <div className="mx-auto grid min-h-14 max-w-page grid-cols-[minmax(0,auto)_1fr_auto] items-center gap-x-4 px-4 sm:min-h-16 sm:gap-x-6 lg:grid-cols-[1fr_minmax(0,36rem)_1fr] lg:px-12">
            <StaticPart name="brand">
              <div className="flex min-w-0 items-center gap-3">
                <SideMenuButton />
                <Link to="/" className="flex min-h-10 min-w-0 items-center gap-2 display text-xl">
                  <Brand />
                </Link>
              </div>
            </StaticPart>
            <div ref={search} data-top-search>
              <StaticPart name="search">
                <SearchForm label={appMessages.searchProducts} clearAfter />
              </StaticPart>
            </div>
            <div className="col-start-3 flex items-center justify-end gap-2 sm:gap-3">
              <div className="flex min-w-20 justify-end max-sm:hidden">
                <Account />
              </div>
              {/* Reserves its space until the session is known. */}
              <StaticPart name="cart">
                <div className="size-10">{(!isLoggedIn || userRole === 'buyer') && <CartLink />}</div>
              </StaticPart>
            </div>
          </div>
          <OfflineNote />
        </div>
        <Awning form="valance" className="absolute inset-x-0 top-full" />
      </header>
      <CategoryRow />
    </>
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
  // The HTML is cached by normalized URL, so the visitor's URL may differ from the rendered one.
  return (
    <ButtonLink to={signInPath} variant="secondary" size="small" className="min-h-10" suppressHydrationWarning>
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

function CartLink() {
  const count = useCartCount() ?? 0
  const hasItems = count > 0
  return (
    <ButtonLink
      to="/cart"
      variant="ghost"
      size="icon"
      aria-label={hasItems ? appMessages.cartWithItems({ count }) : appMessages.cart}
      className="relative"
    >
      <ShoppingCart aria-hidden className="size-5.5" />
      {hasItems && (
        <span className="absolute -top-0.5 -end-1 grid h-5 min-w-5 place-items-center rounded-full bg-brand px-1 text-xs font-bold text-on-brand">
          {count}
        </span>
      )}
    </ButtonLink>
  )
}
