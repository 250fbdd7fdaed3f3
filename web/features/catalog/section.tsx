import type { ReactNode } from 'react'

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
