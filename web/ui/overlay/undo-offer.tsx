import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import { Button } from '../button.tsx'
import { passFocusOn } from '../page.tsx'

interface Offer {
  /** Identifies the offer. */
  id: number
  /** The completed action, e.g. `3 products deleted`. */
  text: string
  undo: () => Promise<void>
}

interface UndoOfferProps {
  offer: Offer
  /** The time until the offer disappears. */
  seconds: number
  onEnd: () => void
}

/**
 * Offers to undo the last action for a while, longer while the pointer is over it. Takes the focus, because the pressed button
 * usually disappears.
 */
export function UndoOffer({ offer, seconds, onEnd }: UndoOfferProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [hovered, setHovered] = useState(false)
  const [busy, setBusy] = useState(false)
  const end = useEffectEvent(onEnd)

  useEffect(() => {
    const takeFocus = () => button.current?.focus({ preventScroll: true })
    takeFocus()
    // A dialog removed in the same commit returns the focus in an earlier microtask.
    queueMicrotask(takeFocus)
  }, [])
  useEffect(() => {
    if (hovered || busy) return
    const timer = setTimeout(() => end(), seconds * 1000)
    return () => clearTimeout(timer)
  }, [hovered, busy, seconds])

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
        {uiMessages.undo}
      </Button>
    </div>
  )
}

/** Returns the offer to undo the last action, which a newer one replaces; `onEnd` is called before one ends. */
export function useUndoOffer(seconds: number, onEnd?: () => void) {
  const [offer, setOffer] = useState<Offer | null>(null)
  const count = useRef(0)

  function end({ id }: Offer): void {
    onEnd?.()
    setOffer((shown) => (shown?.id === id ? null : shown))
  }

  return {
    undoOffer: offer && <UndoOffer key={offer.id} offer={offer} seconds={seconds} onEnd={() => end(offer)} />,
    offerUndo: (text: string, undo: () => Promise<void>) => {
      count.current += 1
      setOffer({ id: count.current, text, undo })
    },
  }
}
