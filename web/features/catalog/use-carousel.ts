import type { EmblaCarouselType } from 'embla-carousel'
import { useEffect, useRef, useState } from 'react'
import { directionOf } from '../../ui/direction.ts'
import { loadCode } from '../../ui/load-code.ts'

type Move = (carousel: EmblaCarouselType) => void

/**
 * Returns the carousel of the element that gets `viewport`. Its code is loaded by `load`, or by the first `move`, which waits
 * for it; `carousel` is null until then.
 */
export function useCarousel() {
  const viewport = useRef<HTMLDivElement>(null)
  const waiting = useRef<Move[]>([])
  const [isWanted, setIsWanted] = useState(false)
  const [carousel, setCarousel] = useState<EmblaCarouselType | null>(null)

  useEffect(() => {
    if (!isWanted) return
    let isGone = false
    let created: EmblaCarouselType | undefined
    const create = async () => {
      const { default: createCarousel } = await loadCode(() => import('embla-carousel'), true)
      if (isGone || !viewport.current) return
      created = createCarousel(viewport.current, { loop: true, direction: directionOf(viewport.current) })
      setCarousel(created)
      for (const move of waiting.current.splice(0)) move(created)
    }
    create().catch(() => {
      // The first banner stays.
    })
    return () => {
      isGone = true
      created?.destroy()
    }
  }, [isWanted])

  const load = () => setIsWanted(true)
  const move = (how: Move) => {
    if (carousel) return how(carousel)
    waiting.current.push(how)
    load()
  }
  return { viewport, carousel, load, move }
}
