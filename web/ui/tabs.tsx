import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { classNames } from './class-names.ts'
import { stepOf } from './direction.ts'

export interface Tab {
  /** The tab's name in the address. */
  name: string
  text: string
  panel: ReactNode
}

interface TabsProps {
  label: string
  /** The first tab is shown when the address names none. */
  tabs: readonly [Tab, ...Tab[]]
}

const PARAMETER = 'tab'

/** Tabs with the shown one in the address. Arrow keys, Home and End move between them; they are one Tab stop. */
export function Tabs({ label, tabs }: TabsProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [query, setQuery] = useSearchParams()
  const shown = tabs.find(({ name }) => name === query.get(PARAMETER)) ?? tabs[0]
  // Panels that were shown stay mounted, to preserve input in their forms.
  const [visited, setVisited] = useState([shown.name])
  if (!visited.includes(shown.name)) setVisited([...visited, shown.name])

  function show(tab: Tab) {
    setQuery(tab === tabs[0] ? {} : { [PARAMETER]: tab.name }, { replace: true, preventScrollReset: true })
  }

  function move(event: KeyboardEvent) {
    // From the focused tab, as the last chosen one may not be rendered yet.
    const focused = tabs.findIndex(({ name }) => name === (event.target as HTMLElement).dataset.tab)
    const step = stepOf(event)
    const place = step ? focused + step : { Home: 0, End: -1 }[event.key]
    const next = place === undefined ? undefined : tabs.at(place % tabs.length)
    if (!next || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    show(next)
    list.current?.querySelector<HTMLElement>(`[data-tab=${next.name}]`)?.focus()
  }

  return (
    <div className="min-w-0">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className="flex flex-wrap gap-x-1 border-b border-line max-[22rem]:gap-x-0 print:hidden"
      >
        {tabs.map((tab) => (
          <TabButton key={tab.name} id={id} tab={tab} isShown={tab === shown} onPress={() => show(tab)} />
        ))}
      </div>
      {tabs.map(
        (tab) =>
          visited.includes(tab.name) && (
            <div
              key={tab.name}
              role="tabpanel"
              id={`${id}-panel-${tab.name}`}
              aria-labelledby={`${id}-tab-${tab.name}`}
              hidden={tab !== shown}
              className="pt-6"
            >
              {tab.panel}
            </div>
          ),
      )}
    </div>
  )
}

interface TabButtonProps {
  id: string
  tab: Tab
  isShown: boolean
  onPress: () => void
}

/** Forced colors draw even transparent borders. */
const UNDERLINE_HIDDEN = 'border-transparent text-muted hover:text-ink forced-colors:border-[Canvas]'

function TabButton({ id, tab, isShown, onPress }: TabButtonProps) {
  return (
    <button
      type="button"
      role="tab"
      data-tab={tab.name}
      id={`${id}-tab-${tab.name}`}
      aria-selected={isShown}
      // Panels that were not shown yet are not mounted.
      aria-controls={isShown ? `${id}-panel-${tab.name}` : undefined}
      tabIndex={isShown ? 0 : -1}
      onClick={onPress}
      className={classNames(
        '-mb-px min-h-11 border-b-2 px-1 font-medium transition-colors max-sm:text-sm max-[22rem]:text-xs sm:px-4',
        isShown ? 'border-brand text-brand' : UNDERLINE_HIDDEN,
      )}
    >
      {tab.text}
    </button>
  )
}
