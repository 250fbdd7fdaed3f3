import { type RefObject, useEffect, useRef } from 'react'

/** For a form that appears in the place of what was pressed: its first field takes focus, and the form comes into view. */
export function useFocusFirst<Element extends HTMLElement>(): RefObject<Element | null> {
  const form = useRef<Element>(null)
  useEffect(() => {
    // What stands above the field (a picture to scan) is to be seen first.
    form.current?.querySelector('input')?.focus({ preventScroll: true })
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return form
}
