import { appMessages } from '../../shared/app/messages.ts'
import { KeepLooking } from '../features/catalog/keep-looking.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Drawing } from '../ui/drawing.tsx'
import { Page, PageHeading } from '../ui/page.tsx'

/** The page of unknown addresses. */
export function NotFoundPage() {
  return (
    <Page title={appMessages.pageNotFoundTitle} heading="own" personal>
      <div className="grid justify-items-center gap-4 pt-6 text-center sm:pt-10">
        <Drawing className="h-32 sm:h-40" />
        <PageHeading>{appMessages.pageNotFoundTitle}</PageHeading>
        <p className="max-w-prose text-muted text-balance">{appMessages.pageNotFound}</p>
        <ButtonLink to="/" className="mt-2">
          {appMessages.goHome}
        </ButtonLink>
      </div>
      <KeepLooking />
    </Page>
  )
}
