import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { type Site, SiteProvider } from '../api/site.ts'
import { type Prefetch, PrefetchProvider } from '../ui/prefetch.ts'
import { StartVisit } from './start-visit.tsx'
import type { AppStore } from './store.ts'

interface AppProps {
  store: AppStore
  site: Site
  prefetch: Prefetch
  /** The router's provider: the static one on the server, the browser's in the browser. */
  children: ReactNode
}

/** What every page may use, around the router. */
export function App({ store, site, prefetch, children }: AppProps) {
  return (
    <Provider store={store}>
      <SiteProvider value={site}>
        <PrefetchProvider value={prefetch}>{children}</PrefetchProvider>
        <StartVisit store={store} />
      </SiteProvider>
    </Provider>
  )
}
