import type { ComponentProps, ReactNode } from 'react'
import { catalogMessages } from '../../../shared/catalog/messages.ts'
import { LoadFailure as Failure } from '../../ui/failure-note.tsx'

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
      <h2 id={id} className="mb-5 font-display text-xl font-medium text-balance sm:mb-6 sm:text-2xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

interface LoadFailureProps extends Omit<ComponentProps<typeof Failure>, 'title'> {
  title?: string
}

/** Reports that products could not be loaded, with a button to retry. */
export function LoadFailure({ title = catalogMessages.categoryFailed, ...rest }: LoadFailureProps) {
  return <Failure title={title} {...rest} />
}

/** Returns a cleaned description with each table in a box, in which a wide one scrolls, also by keyboard. */
export function scrollingTables(html: string): string {
  const box = `<div class="table-scroll" role="region" tabindex="0" aria-label="${catalogMessages.table}">`
  return html.replaceAll('<table>', `${box}<table>`).replaceAll('</table>', '</table></div>')
}
