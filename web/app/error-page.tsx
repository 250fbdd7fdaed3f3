import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { catalogMessages } from '../../shared/catalog/messages.ts'
import { Button } from '../ui/button.tsx'
import { Page, PageHeading } from '../ui/page.tsx'

/** Shown when a page breaks in the browser; the whole document is loaded anew to get out of it. */
export function ErrorPage() {
  const error = useRouteError()
  useEffect(() => console.error(error), [error])
  return (
    <main id="main">
      <Page title={catalogMessages.unexpectedError} heading="own" personal>
        <div className="grid min-h-[80dvh] content-center justify-items-center gap-4 text-center">
          <PageHeading>{catalogMessages.unexpectedError}</PageHeading>
          <p className="max-w-prose text-muted text-balance">
            Something broke on this page. Loading it again often helps.
          </p>
          <div className="mt-2 flex flex-wrap justify-center gap-3">
            <Button onClick={() => location.reload()}>Load again</Button>
            <Button variant="secondary" onClick={() => location.assign('/')}>
              {catalogMessages.goHome}
            </Button>
          </div>
        </div>
      </Page>
    </main>
  )
}
