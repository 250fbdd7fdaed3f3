import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'

/** For the cells of a last column, e.g. a row's actions, that stays in view while the others scroll. */
export const stayingCell =
  'sticky end-0 max-xl:shadow-[inset_1px_0_var(--color-line)] max-xl:rtl:shadow-[inset_-1px_0_var(--color-line)]'

/**
 * A frame in which a wide table scrolls sideways; it is focusable so that the keyboard can scroll it. While the table fits, it
 * does not scroll, so that the table's head can stay in view as the page scrolls.
 */
export function ScrollFrame({ label, children }: { label: string; children: ReactNode }) {
  const frame = useRef<HTMLElement>(null)
  const [scrolls, setScrolls] = useState(true)
  useLayoutEffect(() => {
    const shown = frame.current
    const content = shown?.firstElementChild
    if (!shown || !content) return
    const measure = () => setScrolls(content.scrollWidth > shown.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(shown)
    observer.observe(content)
    return () => observer.disconnect()
  }, [])
  return (
    <section
      ref={frame}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
      tabIndex={0}
      className={classNames(
        'relative scroll-pe-52 rounded-picture border border-line bg-surface',
        scrolls ? 'overflow-x-auto [--list-head-top:auto]' : 'overflow-x-clip',
      )}
    >
      {children}
    </section>
  )
}
