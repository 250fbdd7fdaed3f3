import type { ReactNode } from 'react'

/** For the cells of a last column, e.g. a row's actions, that stays in view while the others scroll. */
export const stayingCell = 'sticky right-0 bg-surface max-xl:shadow-[inset_1px_0_var(--color-line)]'

/** A frame in which a wide table scrolls sideways; it is focusable so that the keyboard can scroll it. */
export function ScrollFrame({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
      tabIndex={0}
      className="relative scroll-pr-52 overflow-x-auto rounded-2xl border border-line bg-surface"
    >
      {children}
    </section>
  )
}
