import type { MouseEvent } from 'react'
import { appMessages } from '../../../shared/app/messages.ts'

/** The first element the keyboard reaches on a page; it skips the menus and leads to the main content. */
export function SkipLink() {
  // The browser's own jump would add a history entry unknown to the router: the scroll position and the question about
  // unsaved changes would be lost.
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
      className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:start-2 focus:z-50 focus:rounded-xl focus:bg-ink focus:px-4 focus:py-2.5 focus:font-semibold focus:text-page"
    >
      {appMessages.skipToContent}
    </a>
  )
}
