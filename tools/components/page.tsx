import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { shownMarket, standardMarket } from '../../shared/market/footer.ts'
import { App } from '../../web/app/app.tsx'
import { createBrowserStore, createServices } from '../../web/app/store.ts'
import { Page } from '../../web/ui/page.tsx'
import { ThemeSwitch } from '../../web/ui/theme-switch.tsx'
import { Buttons, Chips, Fields } from './controls.tsx'
import { Awnings, Cards, Receipts, Tickets } from './goods.tsx'
import { Failures, Lists, Overlays, Waiting } from './replies.tsx'
import '../../web/areas.css'

const PARTS = [Buttons, Fields, Chips, Tickets, Awnings, Cards, Receipts, Lists, Waiting, Failures, Overlays]

function Components() {
  return (
    <main id="main">
      <Page title="Components">
        <ThemeSwitch />
        {PARTS.map((Part) => (
          <section key={Part.name} aria-labelledby={Part.name} className="mt-10">
            <h2 id={Part.name} className="mb-5 border-b border-line pb-2 display text-lg">
              {Part.name}
            </h2>
            <Part />
          </section>
        ))}
      </Page>
    </main>
  )
}

const site = { siteUrl: location.origin, apiKey: '', market: shownMarket(standardMarket()) }
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <App store={createBrowserStore(createServices({ site }), [])} site={site} prefetch={() => {}}>
      <RouterProvider router={createBrowserRouter([{ path: '*', element: <Components /> }])} />
    </App>,
  )
