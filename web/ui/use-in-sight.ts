import { type RefObject, useEffect, useRef, useState } from 'react'

/** Returns a `ref`, and whether its element is in the window; true until that is known. */
export function useInSight<Element extends HTMLElement>(): [RefObject<Element | null>, boolean] {
  const element = useRef<Element>(null)
  const [isInSight, setInSight] = useState(true)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(([entry]) => entry && setInSight(entry.isIntersecting))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return [element, isInSight]
}
