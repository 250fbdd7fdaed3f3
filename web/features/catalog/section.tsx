import type { ReactNode } from 'react'
import { catalogMessages } from '../../../shared/catalog/messages.ts'
import { LoadFailure } from '../../ui/failure-note.tsx'
import { ChevronRight } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { LoadingNote } from '../../ui/skeleton.tsx'
import type { Crumb } from './metadata.tsx'
import { type GridLayout, ProductGridSkeleton } from './product-card.tsx'

interface SectionProps {
  id: string
  title: string
  className?: string
  children: ReactNode
}

/** A part of a page under a heading. */
export function Section({ id, title, className, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className="mb-5 display text-lg text-balance sm:mb-6 sm:text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

interface GridPendingProps {
  error: unknown
  onRetry: () => void
  retrying: boolean
  count: number
  layout?: GridLayout | undefined
}

/** A product grid without data: the failure of its query, or its skeleton. */
export function GridPending({ error, onRetry, retrying, count, layout }: GridPendingProps) {
  if (error) return <LoadFailure title={catalogMessages.categoryFailed} onRetry={onRetry} retrying={retrying} />
  return (
    <>
      <LoadingNote />
      <ProductGridSkeleton count={count} layout={layout} />
    </>
  )
}

/** Returns a cleaned description with each table in a box that scrolls, even by keyboard. */
export function scrollingTables(html: string): string {
  const box = `<div class="table-scroll" role="region" tabindex="0" aria-label="${catalogMessages.table}">`
  return html.replaceAll('<table>', `${box}<table>`).replaceAll('</table>', '</table></div>')
}

/** The path from the home page to the current page, which is the last step. */
export function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <nav aria-label={catalogMessages.breadcrumb} className="mb-4 text-sm text-muted">
      <ol className="flex min-w-0 items-center gap-1.5">
        {crumbs.map(({ name, path }, index) => {
          const last = index === crumbs.length - 1
          return (
            <li key={path} className={last ? 'min-w-0 flex-1 truncate' : 'flex min-w-0 items-center gap-1.5'}>
              {last ? (
                <bdi aria-current="page">{name}</bdi>
              ) : (
                <>
                  <Link to={path} className="py-1 hover:text-ink hover:underline">
                    {name}
                  </Link>
                  <ChevronRight aria-hidden className="size-3.5 shrink-0" />
                </>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
