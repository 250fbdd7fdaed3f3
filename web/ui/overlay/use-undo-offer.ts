import { useRef, useState } from 'react'
import type { Offer } from './undo-offer.tsx'

/** Keeps the offer to undo the last action; a newer one replaces it. */
export function useUndoOffer() {
  const [offer, setOffer] = useState<Offer | null>(null)
  const count = useRef(0)
  return {
    offer,
    offerUndo: (text: string, undo: () => Promise<void>) => {
      count.current += 1
      setOffer({ id: count.current, text, undo })
    },
    /** Ends this offer, unless another one has replaced it. */
    endOffer: (id: number) => setOffer((shown) => (shown?.id === id ? null : shown)),
  }
}
