import { type RefObject, useEffect, useRef, useState } from 'react'

/** Returns the id of an option of a list. */
export function optionId(id: string, at: number): string {
  return `${id}-${at}`
}

/** Returns the text of a search box, and whether its popup may be open: while the box or the popup has the focus. */
export function useTyped(input: RefObject<HTMLInputElement | null>) {
  const [typed, setTyped] = useState(input.current?.value ?? '')
  // No suggestions for the current search when their code loads later.
  const isSearched = input.current?.value !== '' && input.current?.value === input.current?.defaultValue
  const [isOpen, setOpen] = useState(document.activeElement === input.current && !isSearched)
  useEffect(() => {
    const box = input.current
    const form = box?.form
    if (!box || !form) return
    const open = () => {
      setTyped(box.value)
      setOpen(true)
    }
    const close = () => setOpen(false)
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) close()
    }
    /** Escape in the popup; the box handles its own keys. */
    const leaveByKey = ({ key, target }: KeyboardEvent) => {
      if (key !== 'Escape' || target === box) return
      box.focus()
      close()
    }
    const ending = new AbortController()
    const { signal } = ending
    box.addEventListener('input', open, { signal })
    box.addEventListener('focus', open, { signal })
    box.addEventListener('click', open, { signal })
    form.addEventListener('focusout', leave, { signal })
    form.addEventListener('keydown', leaveByKey, { signal })
    form.addEventListener('submit', close, { signal })
    return () => ending.abort()
  }, [input])
  return { typed, isOpen, setOpen }
}

interface Combobox {
  id: string
  isShown: boolean
  /** The place of the active option; -1 for none. */
  active: number
  count: number
  setActive: (at: number) => void
  setOpen: (open: boolean) => void
  choose: (at: number) => void
}

/** Gives a box the keys and the attributes of a combobox with a list. */
export function useCombobox(input: RefObject<HTMLInputElement | null>, state: Combobox): void {
  const latest = useRef(state)
  useEffect(() => {
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
  const { isShown, active, count, setActive, setOpen, choose } = state
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
  } else if (event.key === 'Escape') {
    event.preventDefault()
    if (isShown || box.value === '') setOpen(false)
    else clear(box)
  }
}

function clear(box: HTMLInputElement): void {
  box.value = ''
  box.dispatchEvent(new Event('input', { bubbles: true }))
}
