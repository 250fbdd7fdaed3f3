import { type RefObject, useEffect } from 'react'

/** At the top of the page nothing folds. */
const TOP_PX = 80
/** A finger that rests moves a little. */
const MOVED_PX = 8

/** Sets `data-folded` on an element while the page is scrolled down, and removes it on scrolling up. */
export function useFoldOnScroll(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // Who scrolled before the scripts were there has scrolled down as well.
    let before = 0
    const onScroll = () => {
      const moved = scrollY - before
      if (Math.abs(moved) < MOVED_PX && scrollY > TOP_PX) return
      element.current?.toggleAttribute('data-folded', moved > 0 && scrollY > TOP_PX)
      before = scrollY
    }
    onScroll()
    addEventListener('scroll', onScroll, { passive: true })
    return () => removeEventListener('scroll', onScroll)
  }, [element])
}
