import { type RefObject, useEffect, useRef, useState } from 'react'

/** Returns a `ref`, and whether its element is in the window, or at most `margin` away from it; `before` until that is known. */
export function useInSight<Element extends HTMLElement>(
  before = true,
  rootMargin = '0px',
): [RefObject<Element | null>, boolean] {
  const element = useRef<Element>(null)
  const [isInSight, setInSight] = useState(before)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(([entry]) => entry && setInSight(entry.isIntersecting), { rootMargin })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [rootMargin])
  return [element, isInSight]
}
