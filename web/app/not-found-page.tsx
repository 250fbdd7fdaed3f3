import { appMessages } from '../../shared/app/messages.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Compass } from '../ui/icons.tsx'
import { Page, PageHeading } from '../ui/page.tsx'

/** The page of unknown addresses. */
export function NotFoundPage() {
  return (
    <Page title={appMessages.pageNotFoundTitle} heading="own" personal>
      <div className="grid justify-items-center gap-4 py-16 text-center sm:py-24">
        <Compass aria-hidden className="size-16 text-brand" strokeWidth={1.5} />
        <PageHeading>{appMessages.pageNotFoundTitle}</PageHeading>
        <p className="max-w-prose text-muted text-balance">{appMessages.pageNotFound}</p>
        <ButtonLink to="/" className="mt-2">
          {appMessages.goHome}
        </ButtonLink>
      </div>
    </Page>
  )
}
