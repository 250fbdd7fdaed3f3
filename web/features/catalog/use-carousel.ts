import type { EmblaCarouselType } from 'embla-carousel'
import { useEffect, useRef, useState } from 'react'

type Move = (carousel: EmblaCarouselType) => void

/**
 * Returns the carousel of the element that gets `viewport`. It is null until its code is loaded, for which the page does not
 * wait; `move` waits for it.
 */
export function useCarousel() {
  const viewport = useRef<HTMLDivElement>(null)
  const waiting = useRef<Move[]>([])
  const [carousel, setCarousel] = useState<EmblaCarouselType | null>(null)

  useEffect(() => {
    let isGone = false
    let created: EmblaCarouselType | undefined
    const create = async () => {
      const { default: createCarousel } = await import('embla-carousel')
      if (isGone || !viewport.current) return
      created = createCarousel(viewport.current, { loop: true })
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
  }, [])

  const move = (how: Move) => void (carousel ? how(carousel) : waiting.current.push(how))
  return { viewport, carousel, move }
}
