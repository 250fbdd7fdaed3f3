import { type RefObject, useEffect, useRef } from 'react'

/** For a form that appears in the place of what was pressed: its first field takes focus. */
export function useFocusFirst<Element extends HTMLElement>(): RefObject<Element | null> {
  const form = useRef<Element>(null)
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input:not([hidden])')?.focus(), [])
  return form
}
