import type { ReactNode } from 'react'

/** A frame in which a wide table scrolls sideways; it takes focus so that the keyboard can scroll it. */
export function ScrollFrame({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
      tabIndex={0}
      className="relative overflow-x-auto rounded-2xl border border-line bg-surface"
    >
      {children}
    </section>
  )
}
