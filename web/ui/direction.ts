import type { KeyboardEvent } from 'react'

/** Returns the text direction of an element. */
export function directionOf(element: Element): 'ltr' | 'rtl' {
  return getComputedStyle(element).direction === 'rtl' ? 'rtl' : 'ltr'
}

/** Returns the step of an arrow key along the text: 1 forward, -1 back; undefined for other keys. */
export function stepOf({ key, currentTarget }: KeyboardEvent): 1 | -1 | undefined {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return
  return (key === 'ArrowRight') === (directionOf(currentTarget) === 'ltr') ? 1 : -1
}
