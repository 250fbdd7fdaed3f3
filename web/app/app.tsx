import { type ReactNode, useEffect } from 'react'
import { Provider } from 'react-redux'
import { type AppStore, hydrated } from '../api/app-store.ts'
import { type Site, SiteProvider } from '../api/site.ts'
import { type Prefetch, PrefetchProvider } from '../ui/link.tsx'
import { LastPlace } from './layout/route-announcer.tsx'

interface AppProps {
  store: AppStore
  site: Site
  prefetch: Prefetch
  /** The router's provider: static on the server. */
  children: ReactNode
}

/** Wraps the router in the providers of every page. */
export function App({ store, site, prefetch, children }: AppProps) {
  return (
    <Provider store={store}>
      <SiteProvider value={site}>
        <PrefetchProvider value={prefetch}>
          <LastPlace>{children}</LastPlace>
        </PrefetchProvider>
        <Hydration store={store} />
      </SiteProvider>
    </Provider>
  )
}

function Hydration({ store }: { store: AppStore }) {
  useEffect(() => {
    store.dispatch(hydrated())
  }, [store])
  return null
}
