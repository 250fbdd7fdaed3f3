import { type RefObject, useEffect, useRef } from 'react'

/** Returns a ref for a form that replaces a pressed button: it scrolls into view and its first field takes the focus. */
export function useFocusFirst<Element extends HTMLElement>(): RefObject<Element | null> {
  const form = useRef<Element>(null)
  useEffect(() => {
    // The QR code above the field must be visible, too.
    form.current?.querySelector('input')?.focus({ preventScroll: true })
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return form
}
