import { useEffect, useState } from 'react'
import { useRouteError } from 'react-router'
import { appMessages } from '../../shared/app/messages.ts'
import { BASE_PATH } from '../../shared/kernel/language.ts'
import { uiMessages } from '../../shared/kernel/messages.ts'
import { Button } from '../ui/button.tsx'
import type { MissingCode } from '../ui/load-code.ts'
import { useOnline } from '../ui/offline-note.tsx'
import { Page, PageHeading } from '../ui/page.tsx'

/**
 * Shown when a page throws in the browser or its code is missing; a reload of the document recovers. Offline the page is
 * reloaded when the connection is back.
 */
export function ErrorPage() {
  const error = useRouteError()
  const { missingCode } = (error ?? {}) as MissingCode
  const [isReloading, setReloading] = useState(missingCode === 'gone')
  const online = useOnline()
  const [wasOffline] = useState(!online)
  useEffect(() => console.error(error), [error])
  useEffect(() => {
    if (wasOffline && online) location.reload()
  }, [wasOffline, online])
  useEffect(() => {
    if (missingCode) window.untilReachable().then((isReachable) => setReloading(isReachable && window.reloadOnce()))
  }, [missingCode])
  // An element instead of null, so that React replaces the server's HTML.
  if (isReloading && !wasOffline) return <main id="main" />
  const failure = missingCode ? appMessages.pageIncomplete : appMessages.unexpectedError
  const heading = wasOffline ? uiMessages.offline : failure
  return (
    <main id="main">
      <Page title={heading} heading="own" personal>
        <div className="grid min-h-[80dvh] content-center justify-items-center gap-4 text-center">
          <PageHeading>{heading}</PageHeading>
          {!wasOffline && (
            <>
              <p className="max-w-prose text-muted text-balance">
                {missingCode ? appMessages.codeMissing : appMessages.pageBroke}
              </p>
              <div className="mt-2 flex flex-wrap justify-center gap-3">
                <Button onClick={() => location.reload()}>{appMessages.reload}</Button>
                <Button variant="secondary" onClick={() => location.assign(`${BASE_PATH}/`)}>
                  {appMessages.goHome}
                </Button>
              </div>
            </>
          )}
        </div>
      </Page>
    </main>
  )
}
