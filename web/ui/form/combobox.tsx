import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { suggestionMessages } from '../../../shared/catalog/suggestion-messages.ts'
import { classNames } from '../class-names.ts'
import { onTop } from '../overlay/menu.tsx'

/** The look of what opens below a box of class `anchor`. */
export const popupLook =
  'at-anchor [position-area:block-end] w-[anchor-size(width)] my-1 max-h-[min(32rem,calc(100dvh-9rem))] overflow-y-auto rounded-field border border-line-strong bg-surface py-2 shadow-float'

function optionId(id: string, at: number): string {
  return `${id}-${at}`
}

interface OptionListProps {
  id: string
  /** The position of the active option; -1 for none. */
  active: number
  options: readonly { key: string; content: ReactNode }[]
  choose: (at: number) => void
}

/** The options of a combobox, below its box. */
export function OptionList({ id, active, options, choose }: OptionListProps) {
  return (
    <div {...onTop} role="listbox" id={id} aria-label={suggestionMessages.suggestions} className={popupLook}>
      {options.map(({ key, content }, at) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box, which names the active option
        // biome-ignore lint/a11y/useKeyWithClickEvents: the box has the keys
        <div
          key={key}
          role="option"
          id={optionId(id, at)}
          aria-selected={at === active}
          // The box keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(at)}
          className={classNames(
            'flex min-h-11 cursor-pointer items-center gap-3 px-4 py-1.5 text-base',
            at === active ? 'bg-tint-strong forced-colors:-outline-offset-2 forced-colors:outline-2' : 'hover:bg-tint',
          )}
        >
          {content}
        </div>
      ))}
    </div>
  )
}

/** Returns what a screen reader says about the options. */
export function statusText(count: number): string {
  return count === 0 ? suggestionMessages.noSuggestions : suggestionMessages.suggestionsFound({ count })
}

interface Combobox {
  id: string
  isShown: boolean
  active: number
  count: number
  setActive: (at: number) => void
  setOpen: (open: boolean) => void
  choose: (at: number) => void
  /** Escape empties the box while the list is hidden. */
  isCleared?: boolean
}

/** Gives a box the keys and the attributes of a combobox with a list. */
export function useCombobox(input: RefObject<HTMLInputElement | null>, state: Combobox): void {
  const latest = useRef(state)
  // With the list that is shown: a key may be pressed before other effects have run.
  useLayoutEffect(() => {
    latest.current = state
  })
  const { id, isShown, active } = state
  useEffect(() => {
    const box = input.current
    if (!box) return
    box.setAttribute('aria-expanded', String(isShown))
    setOrRemove(box, 'aria-controls', isShown ? id : undefined)
    setOrRemove(box, 'aria-activedescendant', isShown && active >= 0 ? optionId(id, active) : undefined)
    if (isShown && active >= 0) document.getElementById(optionId(id, active))?.scrollIntoView({ block: 'nearest' })
  }, [input, id, isShown, active])
  useEffect(() => {
    const box = input.current
    if (!box) return
    const press = (event: KeyboardEvent) => onKey(event, box, latest.current)
    box.addEventListener('keydown', press)
    return () => box.removeEventListener('keydown', press)
  }, [input])
}

function setOrRemove(element: Element, name: string, value: string | undefined): void {
  if (value === undefined) element.removeAttribute(name)
  else element.setAttribute(name, value)
}

function onKey(event: KeyboardEvent, box: HTMLInputElement, state: Combobox): void {
  const { isShown, active, count, setActive, setOpen, choose, isCleared } = state
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
  const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
  if (isArrow && count > 0) {
    event.preventDefault()
    const step = event.key === 'ArrowDown' ? 1 : -1
    // Arrow keys pass through the box between the last option and the first.
    if (isShown) setActive(((active + 1 + step + count + 1) % (count + 1)) - 1)
    else setOpen(true)
  } else if (event.key === 'Enter' && isShown && active >= 0) {
    event.preventDefault()
    choose(active)
  } else if (event.key === 'Escape' && (isShown || isCleared)) {
    event.preventDefault()
    if (isShown || box.value === '') setOpen(false)
    else clear(box)
  }
}

function clear(box: HTMLInputElement): void {
  box.value = ''
  box.dispatchEvent(new Event('input', { bubbles: true }))
}
