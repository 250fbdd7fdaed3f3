import type { ReactNode } from 'react'
import { pageMessages } from '../../../../shared/site-pages/admin-messages.ts'
import type { AdminPageRow } from '../../../../shared/site-pages/schema.ts'
import { Chip } from '../../../ui/chip.tsx'
import { LocalDate, StateDot } from '../../../ui/values.tsx'

/** Returns the title of a page; its usual name before a first draft. */
export function pageName({ slug, title }: { slug: string; title?: string }): string {
  return title || (pageMessages.names as Record<string, string>)[slug] || slug
}

/** The state of a page in the shop, with a note when there is an unpublished draft. */
export function PageState({ page, children }: { page: AdminPageRow; children?: ReactNode }) {
  const { published_at, has_draft } = page
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <StateDot tone={published_at ? 'good' : 'quiet'}>
        {published_at ? pageMessages.published : pageMessages.notPublished}
      </StateDot>
      {published_at && <LocalDate at={published_at} />}
      {has_draft && <Chip tone="warning">{published_at ? pageMessages.changesNotPublished : pageMessages.draft}</Chip>}
      {children}
    </div>
  )
}
