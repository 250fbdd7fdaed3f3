import type { MouseEvent } from 'react'

/** The first thing the keyboard reaches on a page: past the menus, to what the page is about. */
export function SkipLink() {
  // A jump by the browser would be a step in the history that the router knows nothing of: it would lose the place on
  // the page, and what is asked before unsaved changes are left.
  function skip(event: MouseEvent) {
    event.preventDefault()
    const main = document.getElementById('main')
    main?.focus({ preventScroll: true })
    main?.scrollIntoView()
  }

  return (
    // biome-ignore lint/a11y/useValidAnchor: it leads to a place on the page, and does so without code, too
    <a
      href="#main"
      onClick={skip}
      className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:rounded-xl focus:bg-ink focus:px-4 focus:py-2.5 focus:font-semibold focus:text-page"
    >
      Skip to content
    </a>
  )
}
