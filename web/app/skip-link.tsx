/** The first thing the keyboard reaches on a page: past the menus, to what the page is about. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:rounded-xl focus:bg-ink focus:px-4 focus:py-2.5 focus:font-semibold focus:text-page"
    >
      Skip to content
    </a>
  )
}
