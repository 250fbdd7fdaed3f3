import { Outlet, ScrollRestoration } from 'react-router'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import { ToastArea } from '../../ui/overlay/toasts.tsx'
import { StaticPart } from '../../ui/static-part.tsx'
import { Footer } from './footer.tsx'
import { Brand, LogoutFailure, NavigationBar, SkipLink, useShopLogout } from './layout-parts.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'
import { TopBar } from './top-bar.tsx'
import { UnsavedChanges } from './unsaved-changes.tsx'

export function ShopLayout() {
  const logout = useShopLogout()
  return (
    <div className="flex min-h-dvh flex-col print:block print:min-h-0">
      <SkipLink />
      <TopBar />
      <p className="hidden items-center gap-2 border-b border-line pb-3 display text-lg print:flex">
        <Brand />
      </p>
      <noscript>
        <p className="border-b border-line bg-tint px-4 pt-5 pb-2 text-center text-sm">
          {uiMessages.buttonsNeedScripts}
        </p>
      </noscript>
      {/* The footer starts below the first screen, so it does not move when a personal page gets its data. */}
      <main id="main" tabIndex={-1} className="min-h-dvh flex-1 outline-none print:min-h-0">
        <LogoutFailure onRetry={logout} />
        <Outlet />
      </main>
      <StaticPart name="footer">
        <Footer />
      </StaticPart>
      <RouteAnnouncer />
      <NavigationBar />
      <ToastArea />
      {/* These render nothing before hydration. */}
      {!import.meta.env.SSR && <UnsavedChanges />}
      {!import.meta.env.SSR && <ScrollRestoration />}
    </div>
  )
}
