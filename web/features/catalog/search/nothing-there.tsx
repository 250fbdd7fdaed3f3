import { ALL_CATEGORIES_SLUG, categoryPath } from '../../../../shared/catalog/categories.ts'
import { catalogMessages } from '../../../../shared/catalog/messages.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Page } from '../../../ui/page.tsx'
import { Drawing } from '../../../ui/pictures/drawing.tsx'
import { KeepLookingLater } from './keep-looking-later.tsx'

/** The page shown at an address that nothing in the shop has. */
export function NothingThere(texts: { title: string; text: string }) {
  return (
    <Page title={texts.title} heading="hidden" personal>
      <EmptyState
        {...texts}
        drawing={<Drawing of="stall" />}
        action={<ButtonLink to={categoryPath(ALL_CATEGORIES_SLUG)}>{catalogMessages.browseAll}</ButtonLink>}
      />
      <KeepLookingLater />
    </Page>
  )
}
