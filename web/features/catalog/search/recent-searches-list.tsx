import { useState } from 'react'
import { suggestionMessages } from '../../../../shared/catalog/suggestion-messages.ts'
import { useAppDispatch } from '../../../api/app-store.ts'
import { History, X } from '../../../ui/icons.tsx'
import { onTop } from '../../../ui/overlay/menu.tsx'
import { forgetSearch, forgetSearches, readRecentSearches } from './recent-searches.ts'

interface RecentSearchesProps {
  className: string
  onChoose: (text: string) => void
}

/** The last searches of this browser, each with a button that removes it; nothing where there are none. */
export function RecentSearches({ className, onChoose }: RecentSearchesProps) {
  const dispatch = useAppDispatch()
  const [texts, setTexts] = useState(() => dispatch(readRecentSearches()))
  if (!texts.length) return null

  /** The next button gets the focus of the one that is gone. */
  function remove(button: HTMLElement, text: string): void {
    const row = button.closest('li')
    const next = row?.nextElementSibling ?? row?.previousElementSibling
    const box = button.closest('form')?.querySelector('input[type=search]')
    const target = next?.querySelector('button:last-child') ?? box
    if (target instanceof HTMLElement) target.focus()
    setTexts(dispatch(forgetSearch(text)))
  }

  function clear(button: HTMLElement): void {
    button.closest('form')?.querySelector<HTMLElement>('input[type=search]')?.focus()
    dispatch(forgetSearches())
    setTexts([])
  }

  return (
    <section {...onTop} aria-label={suggestionMessages.recentSearches} className={className}>
      <div className="flex items-center justify-between gap-4 px-4">
        <h2 className="text-sm font-semibold">{suggestionMessages.recentSearches}</h2>
        <button
          type="button"
          aria-label={suggestionMessages.clearRecentSearches}
          onClick={({ currentTarget }) => clear(currentTarget)}
          className="min-h-9 text-sm underline"
        >
          {suggestionMessages.clear}
        </button>
      </div>
      <ul>
        {texts.map((text) => (
          <li key={text} className="flex items-center pe-2 hover:bg-tint">
            <button
              type="button"
              onClick={() => onChoose(text)}
              className="flex min-h-11 min-w-0 flex-1 items-center gap-3 px-4 text-start"
            >
              <History aria-hidden className="size-4.5 shrink-0 text-muted" />
              <span dir="auto" className="truncate">
                {text}
              </span>
            </button>
            <button
              type="button"
              aria-label={suggestionMessages.removeRecentSearch(text)}
              onClick={({ currentTarget }) => remove(currentTarget, text)}
              className="grid size-11 shrink-0 place-items-center rounded-field text-muted hover:bg-tint-strong hover:text-ink"
            >
              <X aria-hidden className="size-4.5" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
