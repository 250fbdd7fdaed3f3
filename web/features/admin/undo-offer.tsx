import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { UNDO_SECONDS } from '../../../shared/catalog/constants.ts'
import { productListMessages } from '../../../shared/catalog/product-list-messages.ts'
import { Button } from '../../ui/button.tsx'
import { passFocusOn } from '../../ui/page.tsx'

export interface Offer {
  /** Identifies the offer. */
  id: number
  /** What was done, e.g. `3 products deleted`. */
  text: string
  undo: () => Promise<void>
}

/**
 * Offers to undo the last action for nearly a minute, longer while the pointer is over it. Takes the focus, because the pressed button
 * usually disappears.
 */
export function UndoOffer({ offer, onEnd }: { offer: Offer; onEnd: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const [hovered, setHovered] = useState(false)
  const [busy, setBusy] = useState(false)
  const end = useEffectEvent(onEnd)

  useEffect(() => button.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    if (hovered || busy) return
    const timer = setTimeout(() => end(), UNDO_SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [hovered, busy])

  async function undo() {
    setBusy(true)
    await offer.undo()
    onEnd()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer only delays its end
    <div
      ref={passFocusOn}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      className="flex flex-wrap items-center gap-x-3 gap-y-1"
    >
      <span id="undo-text" role="status">
        {offer.text}
      </span>
      <Button ref={button} size="small" variant="secondary" busy={busy} aria-describedby="undo-text" onClick={undo}>
        {productListMessages.undo}
      </Button>
    </div>
  )
}
