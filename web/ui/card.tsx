import type { ReactNode } from 'react'

/** A part of a page, with a heading; its id is unique on the page. */
export function Card({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="rounded-picture border border-line bg-surface p-5 sm:p-6">
      <h2 id={id} className="mb-4 display text-lg">
        {title}
      </h2>
      {children}
    </section>
  )
}
