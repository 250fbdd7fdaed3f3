import type { ComponentType } from 'react'
import { appMessages } from '../../shared/app/messages.ts'
import { hasFeature, type OptionalFeature, useSite } from '../api/site.ts'
import { KeepLookingLater } from '../features/catalog/search/keep-looking-later.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Page, PageHeading } from '../ui/page.tsx'
import { Drawing } from '../ui/pictures/drawing.tsx'

/** Wraps the page of a feature; shows "not found" where the marketplace lacks it. */
export function withFeature(needs: OptionalFeature, NeedingPage: ComponentType): ComponentType {
  return function WithFeature() {
    return hasFeature(needs, useSite()) ? <NeedingPage /> : <NotFoundPage />
  }
}

export function NotFoundPage() {
  return (
    <Page title={appMessages.pageNotFoundTitle} heading="own" personal>
      <div className="grid grid-cols-1 justify-items-center gap-4 pt-6 text-center sm:pt-10">
        <Drawing of="stall" />
        <PageHeading>{appMessages.pageNotFoundTitle}</PageHeading>
        <p className="max-w-prose text-muted text-balance">{appMessages.pageNotFound}</p>
        <ButtonLink to="/" className="mt-2">
          {appMessages.goHome}
        </ButtonLink>
      </div>
      <KeepLookingLater />
    </Page>
  )
}
