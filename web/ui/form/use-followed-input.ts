import { type RefObject, useEffect, useRef } from 'react'

/**
 * Returns a ref for an uncontrolled input that follows `text`, e.g. a query parameter: when `text` changes, so does the
 * input's value, without losing the focus.
 */
export function useFollowedInput(text: string): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null)
  // Text typed before hydration stays.
  const followed = useRef(text)
  useEffect(() => {
    if (followed.current === text) return
    followed.current = text
    if (input.current) input.current.value = text
  }, [text])
  return input
}
