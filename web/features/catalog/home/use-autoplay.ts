import { type FocusEvent, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { CAROUSEL_INTERVAL_MS } from '../../../../shared/catalog/constants.ts'

const LESS_MOTION = '(prefers-reduced-motion: reduce)'

function watchMotionPreference(changed: () => void): () => void {
  const query = matchMedia(LESS_MOTION)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/**
 * Calls `advance` every three seconds while it is `wanted`, the page is visible, and neither pointer nor focus is inside
 * the element that gets `pauseWhileInside`. Starts stopped when motion is to be reduced.
 */
export function useAutoplay(advance: () => void) {
  const lessMotion = useSyncExternalStore(
    watchMotionPreference,
    () => matchMedia(LESS_MOTION).matches,
    () => false,
  )
  const [choice, setChoice] = useState<boolean | null>(null)
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const wanted = choice ?? !lessMotion
  const running = wanted && !hovered && !focused
  const onTick = useEffectEvent(() => {
    if (!document.hidden) advance()
  })

  useEffect(() => {
    if (!running) return
    const timer = setInterval(onTick, CAROUSEL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [running])

  return {
    lessMotion,
    wanted,
    running,
    toggle: () => setChoice(!wanted),
    pauseWhileInside: {
      onPointerEnter: () => setHovered(true),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: (event: FocusEvent) => setFocused(event.currentTarget.contains(event.relatedTarget)),
    },
  }
}
