import type { EmblaCarouselType } from 'embla-carousel'
import { useCallback, useSyncExternalStore } from 'react'

/** Returns the number of the visible slide, from 0. */
export function useSelectedSlide(carousel: EmblaCarouselType | null): number {
  const subscribe = useCallback(
    (changed: () => void) => {
      carousel?.on('select', changed).on('reInit', changed)
      return () => void carousel?.off('select', changed).off('reInit', changed)
    },
    [carousel],
  )
  return useSyncExternalStore(
    subscribe,
    () => carousel?.selectedScrollSnap() ?? 0,
    () => 0,
  )
}
