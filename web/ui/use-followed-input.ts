import { type RefObject, useEffect, useRef } from 'react'

/**
 * For an input that shows what the address says and is the person's own in between: when `text` changes, so does its
 * value, while the input itself stays, with its focus.
 */
export function useFollowedInput(text: string): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null)
  // What was typed before the page came alive stays.
  const followed = useRef(text)
  useEffect(() => {
    if (followed.current === text) return
    followed.current = text
    if (input.current) input.current.value = text
  }, [text])
  return input
}
