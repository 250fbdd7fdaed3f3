import { Compass } from 'lucide-react'
import { catalogMessages } from '../../shared/catalog/messages.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Page, PageHeading } from '../ui/page.tsx'

/** Any address that is no page. */
export function NotFoundPage() {
  return (
    <Page title={catalogMessages.pageNotFoundTitle} heading="own" personal>
      <div className="grid justify-items-center gap-4 py-16 text-center sm:py-24">
        <Compass aria-hidden className="size-16 text-accent" strokeWidth={1.5} />
        <PageHeading>{catalogMessages.pageNotFoundTitle}</PageHeading>
        <p className="max-w-prose text-muted text-balance">{catalogMessages.pageNotFound}</p>
        <ButtonLink to="/" className="mt-2">
          {catalogMessages.goHome}
        </ButtonLink>
      </div>
    </Page>
  )
}
