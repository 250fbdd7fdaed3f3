import { useEffect, useState } from 'react'
import { useRouteError } from 'react-router'
import { appMessages } from '../../shared/app/messages.ts'
import { uiMessages } from '../../shared/kernel/messages.ts'
import { Button } from '../ui/button.tsx'
import { useOnline } from '../ui/offline-note.tsx'
import { Page, PageHeading } from '../ui/page.tsx'

/** Shown when a page throws in the browser; reloading the document recovers from it. */
export function ErrorPage() {
  const error = useRouteError()
  const online = useOnline()
  const [wasOffline] = useState(!online)
  useEffect(() => console.error(error), [error])
  useEffect(() => {
    if (wasOffline && online) location.reload()
  }, [wasOffline, online])
  if (wasOffline) return <Offline />
  return (
    <main id="main">
      <Page title={appMessages.unexpectedError} heading="own" personal>
        <div className="grid min-h-[80dvh] content-center justify-items-center gap-4 text-center">
          <PageHeading>{appMessages.unexpectedError}</PageHeading>
          <p className="max-w-prose text-muted text-balance">{appMessages.pageBroke}</p>
          <div className="mt-2 flex flex-wrap justify-center gap-3">
            <Button onClick={() => location.reload()}>{appMessages.reload}</Button>
            <Button variant="secondary" onClick={() => location.assign('/')}>
              {appMessages.goHome}
            </Button>
          </div>
        </div>
      </Page>
    </main>
  )
}

/** Part of a page could not be loaded without a connection; the page is loaded again once there is one. */
function Offline() {
  return (
    <main id="main">
      <Page title={uiMessages.offline} heading="own" personal>
        <div className="grid min-h-[80dvh] content-center justify-items-center text-center">
          <PageHeading>{uiMessages.offline}</PageHeading>
        </div>
      </Page>
    </main>
  )
}
