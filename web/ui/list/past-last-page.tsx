import { uiMessages } from '../../../shared/kernel/messages.ts'
import { ButtonLink } from '../button.tsx'
import { EmptyState } from '../empty-state.tsx'
import { SearchX } from '../icons.tsx'

interface PastLastPageProps {
  page: number
  lastPage: number
  hrefOf: (page: number) => string
}

/** Says that a list has no such page, and leads to its last one. */
export function PastLastPage({ page, lastPage, hrefOf }: PastLastPageProps) {
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title={uiMessages.noSuchPage(page)}
      text={uiMessages.pageCount(lastPage)}
      action={<ButtonLink to={hrefOf(lastPage)}>{uiMessages.toLastPage}</ButtonLink>}
    />
  )
}
