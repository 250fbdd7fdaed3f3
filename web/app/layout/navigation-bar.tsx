import { useNavigation } from 'react-router'

/** Shows that a page is loading, after 200 ms, so that most navigations never show it. */
export function NavigationBar() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return (
    <div aria-hidden className="pointer-events-none fixed inset-x-0 top-0 z-50 h-1 overflow-hidden">
      <div className="navigation-bar h-full w-full origin-left rtl:origin-right bg-brand" />
    </div>
  )
}
