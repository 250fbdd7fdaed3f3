import type { ReactNode } from 'react'

interface CardProps {
  /** Unique on the page. */
  id: string
  title: string
  /** Opposite the heading. */
  aside?: ReactNode
  children: ReactNode
}

/** A part of a page, with a heading. */
export function Card({ id, title, aside, children }: CardProps) {
  return (
    <section aria-labelledby={id} className="rounded-picture border border-line bg-surface p-4 sm:p-6">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={id} className="display text-lg">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
