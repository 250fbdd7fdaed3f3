import { Outlet, ScrollRestoration } from 'react-router'
import { ToastArea } from '../ui/toasts.tsx'
import { Footer } from './footer.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'
import { TopBar } from './top-bar.tsx'

/** What surrounds every page of the shop. */
export function ShopLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:rounded-xl focus:bg-ink focus:px-4 focus:py-2.5 focus:font-semibold focus:text-page"
      >
        Skip to content
      </a>
      <TopBar />
      {/* The footer starts below the first screen: it does not move when a personal page learns what to show. */}
      <main id="main" tabIndex={-1} className="min-h-dvh flex-1 outline-none">
        <Outlet />
      </main>
      <Footer />
      <RouteAnnouncer />
      <ToastArea />
      <ScrollRestoration />
    </div>
  )
}
